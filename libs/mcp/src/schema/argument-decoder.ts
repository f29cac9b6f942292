import { isDeeperThan, MAX_DEPTH } from '../protocol/json-depth.js';
import { isJsonObject } from '../protocol/json-rpc.js';
import type { JsonSchema } from './json-schema.js';
import { aliasesOf } from './profiles/published-key.js';
import { TRANSFORMED } from './schema-marks.js';
import {
  acceptedTypes,
  branches,
  propertiesOf,
  resolveRef,
  subschema,
  type JsonType,
} from './schema-types.js';

/** A function that turns arguments as they came into arguments as they were meant. */
export type ArgumentDecoder = (
  args: Readonly<Record<string, unknown>>,
) => Readonly<Record<string, unknown>>;

/**
 * Compiles the places at which a schema wants an array or an object, and where a model may have
 * sent JSON text instead: there, and only there, is such text decoded. A place that accepts a
 * string keeps it (`content: string` with `'{"a":1}'` stays text).
 *
 * Published names of properties that clients refuse (`filter[name]`) are turned back as well.
 */
export function compileDecoder(root: JsonSchema): ArgumentDecoder {
  const place = new PlaceCompiler(root).compile([[root]]);
  if (!place) return (args) => args;
  return (args) => {
    try {
      return decodeObject(place, args);
    } catch (error) {
      // The nesting is the caller's; the check answers it in words.
      if (error instanceof RangeError) return args;
      throw error;
    }
  };
}

/** What may have to be decoded at a place, or below it. */
interface Place {
  array: boolean;
  object: boolean;
  properties: Map<string, Place>;
  /** Published name to real name. */
  aliases: Map<string, string>;
  items?: Place;
  values?: Place;
}

/** Alternatives of conjunctions: `anyOf` adds to the outer list, `allOf` and `$ref` to the inner. */
type Alternatives = readonly (readonly JsonSchema[])[];

class PlaceCompiler {
  readonly #known = new Map<string, Place>();
  readonly #ids = new Map<JsonSchema, number>();

  constructor(readonly root: JsonSchema) {}

  /** Undefined where nothing at or below the place can need decoding. */
  compile(given: Alternatives): Place | undefined {
    const alternatives = given.flatMap((schemas) => this.#expand(schemas));
    if (alternatives.length === 0 || alternatives.some((schemas) => schemas.some(isExempt))) {
      return undefined;
    }
    const id = alternatives.map((schemas) => schemas.map((s) => this.#id(s)).join('+')).join('|');
    const known = this.#known.get(id);
    if (known) return known;
    const types = new Set(alternatives.flatMap((schemas) => [...this.#types(schemas)]));
    const wanted = !types.has('string');
    const place: Place = {
      array: wanted && types.has('array'),
      object: wanted && types.has('object'),
      properties: new Map(),
      aliases: new Map(),
    };
    this.#known.set(id, place);
    this.#fill(place, alternatives);
    const idle = !place.array && !place.object && place.properties.size === 0;
    return idle && place.aliases.size === 0 && !place.items && !place.values ? undefined : place;
  }

  #fill(place: Place, alternatives: Alternatives): void {
    const all = alternatives.flat();
    const names = new Set(all.flatMap((schema) => propertiesOf(schema).map(([name]) => name)));
    const objects = alternatives.filter((schemas) => this.#types(schemas).includes('object'));
    for (const name of names) {
      const open = objects.filter((schemas) => mayHave(schemas, name));
      const child = this.compile(open.map((schemas) => membersOf(schemas, name)));
      if (child) place.properties.set(name, child);
      for (const alias of aliasesOf(name)) {
        if (!names.has(alias)) place.aliases.set(alias, name);
      }
    }
    place.items = this.#below(alternatives, 'items');
    place.values = this.#below(alternatives, 'additionalProperties');
  }

  /** The place of an array's items, or of a map's values, as far as all alternatives say. */
  #below(alternatives: Alternatives, keyword: 'items' | 'additionalProperties'): Place | undefined {
    const holder: JsonType = keyword === 'items' ? 'array' : 'object';
    const holding = alternatives.filter((schemas) => this.#types(schemas).includes(holder));
    if (holding.some((schemas) => schemas.some((schema) => 'prefixItems' in schema))) {
      return undefined;
    }
    return this.compile(
      holding.map((schemas) =>
        schemas.map((schema) => subschema(schema, keyword)).filter((inner) => inner !== undefined),
      ),
    );
  }

  /** Takes `$ref`, `allOf`, `anyOf` and `oneOf` apart until only plain nodes are left. */
  #expand(schemas: readonly JsonSchema[], depth = 0): Alternatives {
    let result: Alternatives = [[]];
    for (const schema of schemas) {
      for (const part of this.#partsOf(schema, depth)) {
        if (result.length * part.length > MAX_ALTERNATIVES || depth > MAX_EXPANSION) return UNKNOWN;
        result = result.flatMap((left) => part.map((right) => [...left, ...right]));
      }
    }
    return result;
  }

  #partsOf(schema: JsonSchema, depth: number): readonly Alternatives[] {
    if (depth > MAX_EXPANSION) return [UNKNOWN];
    const target = resolveRef(schema.$ref, this.root);
    const parts = [...(target ? [target] : []), ...branches(schema, 'allOf')];
    const unions = ['anyOf', 'oneOf'].map((keyword) => branches(schema, keyword));
    return [
      [[schema]],
      ...parts.map((part) => this.#expand([part], depth + 1)),
      ...unions
        .filter((options) => options.length > 0)
        .map((options) => options.flatMap((option) => this.#expand([option], depth + 1))),
    ];
  }

  #types(schemas: readonly JsonSchema[]): readonly JsonType[] {
    if (schemas.length === 0) return ['string']; // nothing is said: anything may be meant
    const [first = new Set<JsonType>(), ...others] = schemas.map((s) =>
      acceptedTypes(s, this.root),
    );
    return [...first].filter((type) => others.every((types) => types.has(type)));
  }

  #id(schema: JsonSchema): number {
    const id = this.#ids.get(schema) ?? this.#ids.size;
    this.#ids.set(schema, id);
    return id;
  }
}

/** Deeper or wider unions than a person writes are left undecoded rather than unrolled. */
const MAX_EXPANSION = 8;
const MAX_ALTERNATIVES = 64;

/** Says nothing, so it may want a string. */
const UNKNOWN: Alternatives = [[]];

function isExempt(schema: JsonSchema): boolean {
  return TRANSFORMED in schema;
}

function mayHave(schemas: readonly JsonSchema[], name: string): boolean {
  const closed = schemas.some((schema) => schema.additionalProperties === false);
  return !closed || membersOf(schemas, name).length > 0;
}

function membersOf(schemas: readonly JsonSchema[], name: string): readonly JsonSchema[] {
  return schemas.flatMap((schema) => {
    const properties = subschema(schema, 'properties');
    const own = properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
    return isJsonObject(own) ? [own] : [];
  });
}

function decode(place: Place, value: unknown): unknown {
  const decoded = typeof value === 'string' ? fromText(place, value) : value;
  if (Array.isArray(decoded)) return decodeArray(place, decoded);
  return isJsonObject(decoded) ? decodeObject(place, decoded) : decoded;
}

/** The array or object that the text holds; the text itself where it holds anything else. */
function fromText({ array, object }: Place, text: string): unknown {
  const start = text.trimStart()[0];
  if (!(array && start === '[') && !(object && start === '{')) return text;
  // The message's own bound counts a text as one level: two million behind it take seconds to look at.
  if (isDeeperThan(text, MAX_DEPTH)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text; // not JSON: the check says what was expected
  }
}

function decodeArray({ items }: Place, value: readonly unknown[]): readonly unknown[] {
  if (!items) return value;
  let changed = false;
  const copy = value.map((item) => {
    const decoded = decode(items, item);
    changed ||= decoded !== item;
    return decoded;
  });
  return changed ? copy : value;
}

function decodeObject(
  { properties, aliases, values }: Place,
  value: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  let copy: Record<string, unknown> | undefined;
  for (const [alias, name] of aliases) {
    if (!Object.hasOwn(value, alias) || Object.hasOwn(value, name)) continue;
    copy ??= { ...value };
    copy[name] = value[alias];
    delete copy[alias];
  }
  const source = copy ?? value;
  for (const key of values ? Object.keys(source) : properties.keys()) {
    const place = properties.get(key) ?? values;
    if (!place || !Object.hasOwn(source, key)) continue;
    const decoded = decode(place, source[key]);
    if (decoded === source[key]) continue;
    copy ??= { ...value };
    copy[key] = decoded;
  }
  return copy ?? value;
}
