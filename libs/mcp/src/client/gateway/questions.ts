import type {
  ElicitRequestFormParams,
  ElicitRequestURLParams,
  ElicitResult,
} from '@modelcontextprotocol/client';
import type { FormContent } from '../../protocol/elicitation.js';
import { isJsonObject } from '../../protocol/json-rpc.js';
import type { FormRequestParams, UrlRequestParams } from '../../protocol/input-requests.js';

/** What our caller is asked for the remote server's sake. */
export type Question = FormRequestParams | UrlRequestParams;

/** What comes back, as the SDK wants it. */
export type Answer = Pick<ElicitResult, 'action' | 'content'>;

/** An answer of our caller as one for the remote server. */
export function toAnswer(answer: {
  readonly action: Answer['action'];
  readonly content?: FormContent;
}): Answer {
  if (answer.action !== 'accept' || !answer.content) return { action: answer.action };
  const fields = Object.entries(answer.content).map(([name, value]) => [
    name,
    Array.isArray(value) ? [...value] : value,
  ]);
  return { action: 'accept', content: Object.fromEntries(fields) };
}

/**
 * A remote server's question as one of ours, saying who asks: a person must not take another
 * server's question for the application's own (2025-11-25, Elicitation, Safe URL Handling).
 *
 * Nothing else of it is passed on: no `_meta`, no ids that mean something elsewhere.
 */
export function toQuestion(
  params: ElicitRequestFormParams | ElicitRequestURLParams,
  server: string,
): Question | undefined {
  const message = `${server}: ${params.message}`;
  if (params.mode === 'url') return { mode: 'url', message, url: params.url };
  const { requestedSchema } = params;
  return isFormSchema(requestedSchema) ? { message, requestedSchema } : undefined;
}

/** The SDK has held it against the protocol's closed set of form fields; here only the outline. */
function isFormSchema(schema: unknown): schema is FormRequestParams['requestedSchema'] {
  return isJsonObject(schema) && schema.type === 'object' && isJsonObject(schema.properties);
}
