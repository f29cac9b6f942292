import { isFieldName } from './header-field.js';
import { isJsonObject } from './json-rpc.js';
import type { JsonSchemaObject } from './messages.js';

/** One argument that a client mirrors into the header `Mcp-Param-<name>`. */
export interface HeaderParam {
  readonly name: string;
  /** Keys from the arguments' root to the value. */
  readonly path: readonly string[];
}

/** Something that makes an `x-mcp-header` invalid, and with it the whole tool. */
export interface HeaderParamFault {
  /** Keys from the schema's root, dotted. */
  readonly where: string;
  readonly message: string;
}

export interface HeaderParams {
  readonly params: readonly HeaderParam[];
  readonly faults: readonly HeaderParamFault[];
}

const KEYWORD = 'x-mcp-header';

const TYPES: readonly unknown[] = ['string', 'integer', 'boolean'];

/**
 * The arguments of a published input schema that travel as headers too, with all that is wrong
 * about them (2026-07-28, Streamable HTTP, Schema Extension).
 */
export function headerParamsOf(schema: JsonSchemaObject): HeaderParams {
  const scan = new Scan();
  scan.visit(schema, [], [], true);
  return scan;
}

class Scan implements HeaderParams {
  readonly params: HeaderParam[] = [];
  readonly faults: HeaderParamFault[] = [];

  /** @param reachable whether only `properties` lie between the root and `node` */
  visit(
    node: unknown,
    where: readonly string[],
    path: readonly string[],
    reachable: boolean,
  ): void {
    if (Array.isArray(node)) {
      node.forEach((item, index) => this.visit(item, [...where, `${index}`], path, false));
    }
    if (!isJsonObject(node)) return;
    if (KEYWORD in node) this.#take(node, where, path, reachable && path.length > 0);
    for (const [keyword, value] of Object.entries(node)) {
      if (DATA.has(keyword)) continue;
      if (keyword === 'properties') this.#properties(value, where, path, reachable);
      else this.visit(value, [...where, keyword], path, false);
    }
  }

  #properties(
    properties: unknown,
    where: readonly string[],
    path: readonly string[],
    reachable: boolean,
  ): void {
    if (!isJsonObject(properties)) return;
    for (const [key, child] of Object.entries(properties)) {
      this.visit(child, [...where, key], [...path, key], reachable);
    }
  }

  #take(
    node: Record<string, unknown>,
    where: readonly string[],
    path: readonly string[],
    reachable: boolean,
  ): void {
    const name = node[KEYWORD];
    if (isToken(name)) {
      const fault = misplaced(node.type, reachable) ?? this.#clash(name);
      if (fault === undefined) this.params.push({ name, path });
      else this.faults.push({ where: where.join('.'), message: fault });
    } else {
      this.faults.push({ where: where.join('.'), message: NO_TOKEN });
    }
  }

  #clash(name: string): string | undefined {
    const lower = name.toLowerCase();
    const other = this.params.find((param) => param.name.toLowerCase() === lower);
    return other && `${KEYWORD} "${name}" is the header of ${other.path.join('.')} already`;
  }
}

/** Keywords whose values are data: what looks like a schema in them is none. */
const DATA = new Set(['const', 'enum', 'default', 'examples', KEYWORD]);

const NO_TOKEN = `${KEYWORD} must be an HTTP field name: letters, digits and !#$%&'*+-.^_\`|~`;

function isToken(name: unknown): name is string {
  return typeof name === 'string' && isFieldName(name);
}

function misplaced(type: unknown, reachable: boolean): string | undefined {
  if (!reachable) {
    return `${KEYWORD} is allowed only where "properties" alone lead from the root to the value`;
  }
  if (!TYPES.includes(type)) return `${KEYWORD} is allowed only on type string, integer or boolean`;
  return undefined;
}
