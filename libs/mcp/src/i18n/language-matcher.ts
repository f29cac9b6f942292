import { loadPeer } from '../errors/optional-peer.js';

/** The best of `available` for `wanted`; `fallback` where none is near. */
export type LanguageMatcher = (
  wanted: readonly string[],
  available: readonly string[],
  fallback: string,
) => string;

const PACKAGE = '@formatjs/intl-localematcher';
const NEED = {
  where: 'McpModule.forRoot({ languages })',
  message: 'choosing a language needs a package that is not installed',
};

/**
 * The matcher by CLDR's distances; loaded when `languages` is configured.
 *
 * @throws SetupError that names the package to install
 */
export async function loadMatcher(): Promise<LanguageMatcher> {
  const { match } = await loadPeer(PACKAGE, NEED, () => import('@formatjs/intl-localematcher'));
  return (wanted, available, fallback) => match(wanted, available, fallback);
}
