import { toolMetadata } from '../decorators/tool-metadata.accessor.js';
import type { McpToolOptions } from '../decorators/tool.options.js';
import type { ExaminedMethod } from '../discovery/method.explorer.js';
import type { SetupProblem } from '../errors/setup.error.js';

/** The tools of a method: one for each `@McpTool()`, or one where its controller is exposed. */
export function readTools(examined: ExaminedMethod): readonly McpToolOptions[] {
  const exposure = toolMetadata.exposure(examined.metatype);
  const own = toolMetadata.ofMethod(examined.method);
  if (!exposure) return own;
  if (own.length > 0) return own.map((options) => ({ ...exposure, ...options }));
  return examined.route ? [exposure] : [];
}

/** The fault of a method whose name is gone by the time of the boot. */
export function takenAtRunTime(name: string, operationId: string): SetupProblem {
  return {
    code: 'MCP_TOOL_NAME_CONFLICT',
    where: operationId,
    message: `ToolRegistry.add() has taken the name "${name}" already`,
    remedy: 'give one of them another name',
  };
}
