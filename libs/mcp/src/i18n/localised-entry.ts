import type { ProtocolVersion } from '../protocol/revisions.js';
import type { JsonSchemaObject } from '../protocol/messages.js';
import type { Languages } from './languages.js';
import { localiseDefinition, type LocalisableDefinition } from './localise-definition.js';

/** An entry of a table as far as its words matter. */
export interface LocalisableEntry {
  readonly operationId: string;
  readonly enforcedInput?: JsonSchemaObject;
  definitionFor(version: ProtocolVersion, language?: string): LocalisableDefinition;
}

/** Lets an entry define itself in each language; made once per revision and language. */
export function localisedEntry<Entry extends LocalisableEntry>(
  entry: Entry,
  languages: Languages,
): Entry {
  const made = new Map<string, LocalisableDefinition>();
  return Object.freeze({
    ...entry,
    definitionFor(version: ProtocolVersion, language = languages.default) {
      const key = `${version} ${language}`;
      const known = made.get(key);
      if (known) return known;
      const definition = translate(entry, languages, version, language);
      // Only our own languages come here: the map cannot grow beyond them.
      made.set(key, definition);
      return definition;
    },
  });
}

function translate(
  entry: LocalisableEntry,
  languages: Languages,
  version: ProtocolVersion,
  language: string,
): LocalisableDefinition {
  const words = {
    of: (suffix: string) => languages.message(`${entry.operationId}.${suffix}`, language),
    descriptions: languages.descriptions,
  };
  const original = entry.definitionFor(version);
  return Object.freeze(localiseDefinition(original, words, entry.enforcedInput));
}
