import { SetupError } from '../errors/setup.error.js';
import { isJsonObject } from '../protocol/json-rpc.js';

/** The best of `available` for `wanted`; `fallback` where none is near. */
export type LanguageMatcher = (
  wanted: readonly string[],
  available: readonly string[],
  fallback: string,
) => string;

const NOT_FOUND = new Set<unknown>(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND']);

/**
 * The matcher by CLDR's distances; loaded when `languages` is configured.
 *
 * @throws SetupError that names the package to install
 */
export async function loadMatcher(): Promise<LanguageMatcher> {
  try {
    const { match } = await import('@formatjs/intl-localematcher');
    return (wanted, available, fallback) => match(wanted, available, fallback);
  } catch (error) {
    if (!isJsonObject(error) || !NOT_FOUND.has(error.code)) throw error;
    throw new SetupError([
      {
        code: 'MCP_PEER_MISSING',
        where: 'McpModule.forRoot({ languages })',
        message: 'choosing a language needs a package that is not installed',
        remedy: 'npm install @formatjs/intl-localematcher',
      },
    ]);
  }
}
