import type { CanActivate } from '@nestjs/common';
import type { McpCallContext } from '../context/call-context.js';
import type { DiscoveredMethod } from '../discovery/discovered-method.js';
import { generatedMethod, type GeneratedHome } from '../pipeline/generated-method.js';
import { McpResult } from '../pipeline/mcp-result.js';
import type { Tool } from '../registry/tool.js';

/**
 * The method of a tool that was added at run time.
 *
 * @param guards beside the global ones; instances, since there is no module to look classes up in
 */
export function dynamicMethod(
  tool: Tool,
  guards: readonly CanActivate[],
  home: GeneratedHome,
): DiscoveredMethod<object> {
  return generatedMethod(
    { name: tool.name, guards, run: (args, call) => execute(tool, args, call) },
    home,
  );
}

async function execute(
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
  call: McpCallContext,
): Promise<McpResult> {
  const { success, content, structured, meta } = await tool.execute(args, {
    signal: call.signal,
    caller: call.caller,
    onProgress: ({ progress, total, message }) => call.progress(progress, total, message),
  });
  return McpResult.of({
    content,
    isError: !success,
    ...(structured === undefined ? {} : { structuredContent: structured }),
    ...(meta === undefined ? {} : { _meta: meta }),
  });
}
