import { COMPLETE_METADATA, PROMPT_METADATA, RESOURCE_METADATA } from './metadata-keys.js';
import type {
  CompletionTarget,
  McpPromptOptions,
  McpResourceOptions,
  ResourceDeclaration,
} from './primitive.options.js';

/**
 * Makes the method an MCP resource: what it returns is what a client reads there.
 *
 * @param uri a URI, or a URI template (RFC 6570) whose variables are the method's arguments
 *
 * @example
 * ```ts
 * @McpResource('orders://{id}/receipt', { mimeType: 'text/plain' })
 * receipt(@McpParam('id') id: string): Promise<string> { … }
 * ```
 */
export function McpResource(uri: string, options: McpResourceOptions = {}): MethodDecorator {
  return annotate(RESOURCE_METADATA, { ...options, uri } satisfies ResourceDeclaration);
}

/**
 * Makes the method an MCP prompt: a string becomes one message of the user's, a list of messages or
 * a `GetPromptResult` stays as it is.
 */
export function McpPrompt(options: McpPromptOptions = {}): MethodDecorator {
  return annotate(PROMPT_METADATA, options);
}

/**
 * Makes the method suggest values of an argument: it is given `@McpParam('value')`, what was typed
 * so far, and `@McpParam('context')`, the arguments that are filled in already.
 *
 * @example
 * ```ts
 * @McpComplete({ prompt: 'code_review', argument: 'language' })
 * languages(@McpParam('value') value: string): string[] { … }
 * ```
 */
export function McpComplete(target: CompletionTarget): MethodDecorator {
  return annotate(COMPLETE_METADATA, target);
}

function annotate(key: symbol, value: object): MethodDecorator {
  return (_target, _name, descriptor) => {
    const method = descriptor.value as object;
    const others = (Reflect.getMetadata(key, method) ?? []) as object[];
    Reflect.defineMetadata(key, [value, ...others], method);
  };
}
