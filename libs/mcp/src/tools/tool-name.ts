import type { Type } from '@nestjs/common';
import { toolMetadata } from '../decorators/tool-metadata.accessor.js';
import { deriveName } from '../discovery/derived-name.js';

/** What every tool's name must match: the strictest of the clients (OpenAI, Anthropic). */
export const TOOL_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * The name under which a method is called, as long as the application's settings say no other:
 * that of its (first) `@McpTool({ name })`, else `{resource}_{verb}`.
 *
 * @example toolNameFor(OrdersController, 'create') // 'orders_create'
 */
export function toolNameFor(metatype: Type, methodName: string): string {
  const method = (metatype.prototype as Record<string, object | undefined>)[methodName];
  const [options] = method ? toolMetadata.ofMethod(method) : [];
  return options?.name ?? deriveName(metatype, methodName);
}

/** A legal name that resembles `name`, for a fault's remedy. */
export function suggestToolName(name: string): string {
  const legal = name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    // From the start of a run only: else as many tries as the square of its length.
    .replace(/^_+|(?<!_)_+$/g, '')
    .slice(0, 64);
  return legal === '' ? 'my_tool' : legal;
}
