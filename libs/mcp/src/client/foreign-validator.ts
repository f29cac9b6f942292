import type { ClientOptions } from '@modelcontextprotocol/client';
import { enforcedOfForeign } from '../protocol/foreign-schema.js';
import { loadSdkValidator } from './peers.js';

/** The SDK's own validator; it does not see the regular expressions of a server's output schemas. */
export async function foreignValidator(): Promise<
  NonNullable<ClientOptions['jsonSchemaValidator']>
> {
  const { AjvJsonSchemaValidator } = await loadSdkValidator();
  const validator = new AjvJsonSchemaValidator();
  return { getValidator: (schema) => validator.getValidator(enforcedOfForeign(schema)) };
}
