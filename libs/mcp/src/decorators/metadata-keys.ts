/**
 * The keys under which our decorators write. `Symbol.for`: the ESM and the CJS copy of this package
 * must find each other's metadata, where an application loads both.
 */
export const TOOL_METADATA = Symbol.for('toolport.tool');
export const EXPOSE_METADATA = Symbol.for('toolport.expose');
export const HIDE_METADATA = Symbol.for('toolport.hide');
/** On a guard's class: it may run for a list (`visibility: 'guarded'`). */
export const LIST_GUARD_METADATA = Symbol.for('toolport.list-guard');

/** On the factory of `@McpParam()`: tells it from other custom parameter decorators. */
export const PARAM_MARKER = Symbol.for('toolport.param');
/** On the factory of `@McpCall()`: takes no argument of the model's. */
export const CALL_MARKER = Symbol.for('toolport.call');
/** On the request of a call: its flat arguments, read by `@McpParam()`. A symbol, so no header, body or query can name it. */
export const REQUEST_ARGUMENTS = Symbol.for('toolport.arguments');
export const RESOURCE_METADATA = Symbol.for('toolport.resource');
export const PROMPT_METADATA = Symbol.for('toolport.prompt');
export const COMPLETE_METADATA = Symbol.for('toolport.complete');

/** Nest's own key: the class is called from outside, as a controller is. */
export const ENTRY_PROVIDER_METADATA = '__entryProvider__';
