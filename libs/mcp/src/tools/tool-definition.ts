import type { ToolDefinition } from '../protocol/messages.js';
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

/**
 * The definition by revision: before 2026-07-28 an output schema must be of an object, so any other
 * is left out there (2025-11-25, Tools, Output Schema).
 */
export function toolDefinitions(
  parts: DefinitionParts,
): (version: ProtocolVersion) => ToolDefinition {
  const legacy = definition(parts, parts.output?.isObject === true);
  const modern = parts.output ? definition(parts, true) : legacy;
  return (version) => (isStateless(version) ? modern : legacy);
}

function definition(
  { name, method, words, input, output }: DefinitionParts,
  withOutput: boolean,
): ToolDefinition {
  const { options, route } = method;
  const annotations = deriveAnnotations(route?.verb, options.annotations);
  return Object.freeze({
    name,
    ...(words.title === undefined ? {} : { title: words.title }),
    description: words.description,
    ...(options.icons ? { icons: options.icons } : {}),
    inputSchema: input.published,
    ...(withOutput && output ? { outputSchema: output.published } : {}),
    ...(annotations ? { annotations } : {}),
    ...(options._meta ? { _meta: options._meta } : {}),
  });
}
