import type { JsonSchemaObject, ToolDefinition } from '../protocol/messages.js';
import { isStateless, type ProtocolVersion } from '../protocol/revisions.js';
import type { InputDerivation } from '../schema/derive-input.js';
import type { NamedTool } from './tool-names.js';
import type { ToolOutput } from './tool-output.js';
import type { ToolWords } from './tool-words.js';
import { deriveAnnotations } from './verb-annotations.js';

/** All of which a wire definition is made. */
export interface DefinitionParts extends NamedTool {
  readonly words: ToolWords;
  readonly input: InputDerivation;
  readonly output: ToolOutput | undefined;
}

/** The definition by revision; `define` is given the output schema that it may tell. */
export function byRevision(
  define: (output: JsonSchemaObject | undefined) => ToolDefinition,
  output: JsonSchemaObject | undefined,
): (version: ProtocolVersion) => ToolDefinition {
  // Before 2026-07-28 it must be of an object (2025-11-25, Tools, Output Schema): official clients of
  // that time drop the whole list for one that is not.
  const legacy = Object.freeze(define(output?.type === 'object' ? output : undefined));
  const modern = output ? Object.freeze(define(output)) : legacy;
  return (version) => (isStateless(version) ? modern : legacy);
}

/** The definitions of a method of the application. */
export function toolDefinitions({
  name,
  method,
  words,
  input,
  output,
}: DefinitionParts): (version: ProtocolVersion) => ToolDefinition {
  const { options, route } = method;
  const annotations = deriveAnnotations(route?.verb, options.annotations);
  return byRevision(
    (outputSchema) => ({
      name,
      ...(words.title === undefined ? {} : { title: words.title }),
      description: words.description,
      ...(options.icons ? { icons: options.icons } : {}),
      inputSchema: input.published,
      ...(outputSchema ? { outputSchema } : {}),
      ...(annotations ? { annotations } : {}),
      ...(options._meta ? { _meta: options._meta } : {}),
    }),
    output?.published,
  );
}
