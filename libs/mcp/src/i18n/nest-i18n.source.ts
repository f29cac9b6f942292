import { isJsonObject } from '../protocol/json-rpc.js';
import type { McpMessageSource } from './message-source.js';

/** What we use of `I18nService` of the package nestjs-i18n; we do not import it. */
export interface NestI18nService {
  /** The languages of its files. */
  getSupportedLanguages(): readonly string[];
  /** Language → namespace → keys, nested at the dots. */
  getTranslations(): object;
  /** The text of a key, or the key itself where there is none. */
  translate(key: string, options: { lang: string; args?: object }): unknown;
}

/**
 * Words from `nestjs-i18n`: `McpModule.forRootAsync({ inject: [I18nService], useFactory: (i18n) => ({
 * languages: { source: nestI18nSource(i18n) } }) })`.
 *
 * @param namespace name of the file that holds the keys, without `.json`
 */
export function nestI18nSource(service: NestI18nService, namespace = 'mcp'): McpMessageSource {
  const catalogue = (language: string) => at(service.getTranslations(), [language, namespace]);
  return {
    languages: () =>
      service.getSupportedLanguages().filter((language) => isJsonObject(catalogue(language))),
    message(key, language, values) {
      // Looked up first: the service would fall back to another language, or to the key itself.
      if (typeof at(catalogue(language), key.split('.')) !== 'string') return undefined;
      const options = { lang: language, ...(values && { args: { ...values } }) };
      return String(service.translate(`${namespace}.${key}`, options));
    },
    keys: (language) => [...keysIn(catalogue(language))],
  };
}

function at(tree: unknown, path: readonly string[]): unknown {
  let node = tree;
  for (const name of path) {
    node = isJsonObject(node) && Object.hasOwn(node, name) ? node[name] : undefined;
  }
  return node;
}

function* keysIn(node: unknown, prefix = ''): Generator<string> {
  if (!isJsonObject(node)) return;
  for (const [name, child] of Object.entries(node)) {
    if (typeof child === 'string') yield prefix + name;
    else yield* keysIn(child, `${prefix}${name}.`);
  }
}
