import { COMPLETE_METADATA, PROMPT_METADATA, RESOURCE_METADATA } from './metadata-keys.js';
import type {
  CompletionTarget,
  McpPromptOptions,
  ResourceDeclaration,
} from './primitive.options.js';

/** The one reader of what `@McpResource()`, `@McpPrompt()` and `@McpComplete()` wrote. */
export const primitiveMetadata = {
  resources: (method: object) => read<ResourceDeclaration>(RESOURCE_METADATA, method),
  prompts: (method: object) => read<McpPromptOptions>(PROMPT_METADATA, method),
  completions: (method: object) => read<CompletionTarget>(COMPLETE_METADATA, method),
};

function read<Options>(key: symbol, method: object): readonly Options[] {
  return (Reflect.getMetadata(key, method) ?? []) as Options[];
}
