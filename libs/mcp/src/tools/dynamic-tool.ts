import { UseGuards, type CanActivate, type Type } from '@nestjs/common';
import { InstanceWrapper } from '@nestjs/core/injector/instance-wrapper.js';
import type { Module } from '@nestjs/core/injector/module.js';
import { McpCallContext } from '../context/call-context.js';
import { REQUEST_ARGUMENTS } from '../decorators/metadata-keys.js';
import { McpCall } from '../decorators/params.decorator.js';
import type { DiscoveredMethod } from '../discovery/discovered-method.js';
import { McpResult } from '../pipeline/mcp-result.js';
import type { Tool } from '../registry/tool.js';

/** The place in Nest's container to which run-time tools belong: whose globals are asked. */
export interface DynamicHome {
  readonly host: Module;
  readonly moduleKey: string;
}

/**
 * A method for a tool that was added at run time, so that it meets the same pipeline as a decorated
 * one: a dynamic tool is not an unguarded tool.
 *
 * @param guards beside the global ones; instances, since there is no module to look classes up in
 */
export function dynamicMethod(
  tool: Tool,
  guards: readonly CanActivate[],
  { host, moduleKey }: DynamicHome,
): DiscoveredMethod<object> {
  // A class of its own for each tool: guards and interceptors may tell tools apart by getClass().
  class DynamicTool {
    async execute(call: McpCallContext): Promise<McpResult> {
      const { request, signal } = call;
      const args = (request as { [REQUEST_ARGUMENTS]?: Record<string, unknown> })[
        REQUEST_ARGUMENTS
      ];
      const answer = await tool.execute(args ?? {}, {
        signal,
        caller: call.caller,
        onProgress: ({ progress, total, message }) => call.progress(progress, total, message),
      });
      return McpResult.of({
        content: answer.content,
        isError: !answer.success,
        structuredContent: answer.structured,
        _meta: answer.meta,
      });
    }
  }
  McpCall()(DynamicTool.prototype, 'execute', 0);
  if (guards.length > 0) UseGuards(...guards)(DynamicTool);
  const metatype: Type = DynamicTool;
  const instance = new DynamicTool();
  const wrapper = new InstanceWrapper({
    name: tool.name,
    token: metatype,
    metatype,
    instance,
    isResolved: true,
    host,
  });
  return { options: {}, metatype, methodName: 'execute', wrapper, host, moduleKey };
}
