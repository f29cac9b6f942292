import type { Icon, JsonSchemaObject, ToolAnnotations } from '../protocol/messages.js';
import type { StandardSchemaLike } from '../protocol/standard-schema.js';

/** A class whose instances are data: a DTO. */
// eslint-disable-next-line -- the constructor's parameters are of no interest
export type DtoClass = abstract new (...args: never[]) => object;

/** Where an explicit schema comes from: a DTO, any Standard Schema, or raw JSON Schema (verbatim). */
export type SchemaSource = DtoClass | StandardSchemaLike | JsonSchemaObject;

/** What `@McpTool()` may say; everything left out is derived from the method. */
export interface McpToolOptions {
  /** `^[A-Za-z0-9_-]{1,64}$`. @default `{resource}_{verb}`, e.g. `orders_create` */
  readonly name?: string;
  /** For people. @default the operation's summary, if `@ApiOperation` has one */
  readonly title?: string;
  /** For the model: what it does, when to use it. @default from `@ApiOperation` */
  readonly description?: string;
  /** Shown by clients beside the title. */
  readonly icons?: readonly Icon[];
  /** Beats what the HTTP verb says, hint by hint. */
  readonly annotations?: ToolAnnotations;
  /**
   * Replaces the derived input schema; the app's pipes run all the same. A provider's method gets what
   * a Standard Schema makes of the arguments, a route what REST hands over.
   */
  readonly input?: SchemaSource;
  /** The type of the answer; `[OrderDto]` for an array of it, false for none. */
  readonly output?: SchemaSource | readonly [DtoClass] | false;
  /** Only these arguments are offered; the rest is refused. */
  readonly include?: readonly string[];
  /** These arguments are not offered, and refused under every name. */
  readonly exclude?: readonly string[];
  /** Fixed values by argument name: never in the schema, and stronger than any argument. */
  readonly constants?: Readonly<Record<string, unknown>>;
  /** Other names for arguments, by derived name. */
  readonly rename?: Readonly<Record<string, string>>;
  /** Words per argument, by flat name. */
  readonly args?: Readonly<Record<string, string>>;
  /**
   * `x-mcp-header` per argument, by flat name: `{ region: 'Region' }` makes clients send the argument
   * as the header `Mcp-Param-Region` too, so that a proxy may route by it; the two must agree.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /** `typed`: query and path values keep their JSON types. @default 'strings', as a URL has them */
  readonly queryValues?: 'strings' | 'typed';
  /** False: not listed, and answered as unknown. @default true */
  readonly visible?: boolean;
  /** For filters of the registry and of lists. */
  readonly tags?: readonly string[];
  /** Milliseconds. @default the module's `timeout` */
  readonly timeout?: number;
  /** OAuth scopes that a call needs. */
  readonly scopes?: readonly string[];
  /** Keys of the servers that offer the tool, where there are several. @default by module */
  readonly servers?: readonly string[];
  /** What to do about middleware bound to the tool's own route. @default a boot fault that asks */
  readonly routeMiddleware?: 'run' | 'skip';
  /** Sent with the definition, as it is. */
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** `@McpExpose()`: options that hold for each of the controller's routes. */
export type McpExposeOptions = Pick<
  McpToolOptions,
  'tags' | 'timeout' | 'scopes' | 'servers' | 'routeMiddleware' | 'queryValues' | 'visible'
>;
