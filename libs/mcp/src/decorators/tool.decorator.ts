import { ENTRY_PROVIDER_METADATA, EXPOSE_METADATA, TOOL_METADATA } from './metadata-keys.js';
import type { McpExposeOptions, McpToolOptions } from './tool.options.js';

/**
 * Makes the method an MCP tool, beside whatever it already is: a REST route or a provider's method.
 *
 * May be repeated with another `name` and `include`, `exclude` or `constants`. Without
 * `McpModule.forRoot()` in the application it does nothing.
 *
 * @example
 * ```ts
 * @Post() @McpTool({ description: 'Places an order' })
 * create(@Body() dto: CreateOrderDto): Promise<OrderDto> { … }
 * ```
 */
export function McpTool(options: McpToolOptions = {}): MethodDecorator {
  return (target, _key, descriptor) => {
    // Nest makes request-scoped global enhancers (APP_GUARD) for controllers and for classes so
    // marked: without the mark, a provider's tool would run without them.
    Reflect.defineMetadata(ENTRY_PROVIDER_METADATA, true, target.constructor);
    const method = descriptor.value as object;
    const others = (Reflect.getMetadata(TOOL_METADATA, method) ?? []) as McpToolOptions[];
    // Decorators are applied from the bottom up; the first one written comes first.
    Reflect.defineMetadata(TOOL_METADATA, [options, ...others], method);
  };
}

/**
 * Makes each route of the controller an MCP tool; `@McpTool()` on a method says more about one,
 * `@McpHide()` leaves one out.
 */
export function McpExpose(options: McpExposeOptions = {}): ClassDecorator {
  return (target) => Reflect.defineMetadata(EXPOSE_METADATA, options, target);
}
