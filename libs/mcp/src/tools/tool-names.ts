import type { McpToolOptions } from '../decorators/tool.options.js';
import type { DiscoveredMethod } from '../discovery/discovered-method.js';
import { deriveName } from '../discovery/derived-name.js';
import type { OperationIds } from '../discovery/operation-ids.js';
import type { BootReport } from '../errors/boot-report.js';
import { TOOL_NAME, suggestToolName } from './tool-name.js';

type ToolMethod = DiscoveredMethod<McpToolOptions>;

/** A method with the name under which it is called. */
export interface NamedTool {
  readonly method: ToolMethod;
  readonly name: string;
  readonly operationId: string;
}

/**
 * Gives each method its name: the settings', else the decorator's, else the derived one; reports
 * invalid and duplicate names and settings that name nothing.
 */
export function nameTools(
  methods: readonly ToolMethod[],
  ids: OperationIds,
  settings: Readonly<Record<string, string>>,
  report: BootReport,
): readonly NamedTool[] {
  reportSettings(methods, ids, settings, report);
  const taken = new Map<string, string>();
  const renamed = new Set<string>();
  return methods.flatMap((method) => {
    const operationId = ids.of(method);
    const setting = settingOf(method, ids, settings, renamed);
    const name = setting ?? method.options.name ?? deriveName(method.metatype, method.methodName);
    if (!isValid(name, operationId, report)) return [];
    const other = taken.get(name);
    if (other !== undefined) {
      report.fault(conflict(name, other, operationId));
      return [];
    }
    taken.set(name, operationId);
    return [{ method, name, operationId }];
  });
}

/** The name in the settings; where `@McpTool()` is repeated, it is the first one's. */
function settingOf(
  method: ToolMethod,
  ids: OperationIds,
  settings: Readonly<Record<string, string>>,
  renamed: Set<string>,
): string | undefined {
  const key = Object.keys(settings).find((candidate) => ids.matches(candidate, method));
  if (key === undefined || renamed.has(key)) return undefined;
  renamed.add(key);
  return settings[key];
}

function reportSettings(
  methods: readonly ToolMethod[],
  ids: OperationIds,
  settings: Readonly<Record<string, string>>,
  report: BootReport,
): void {
  for (const key of Object.keys(settings)) {
    if (methods.some((method) => ids.matches(key, method))) continue;
    const ambiguous = ids.isAmbiguous(key);
    report.fault({
      code: ambiguous ? 'MCP_SETTING_AMBIGUOUS' : 'MCP_SETTING_UNKNOWN',
      where: `tools['${key}']`,
      message: ambiguous ? 'several classes have this name' : 'no tool has this operation id',
      remedy: ambiguous
        ? `say which one: 'SomeModule/${key}'`
        : `use one of: ${[...new Set(methods.map((method) => ids.of(method)))].join(', ') || '(there are no tools)'}`,
    });
  }
}

function isValid(name: string, operationId: string, report: BootReport): boolean {
  if (TOOL_NAME.test(name)) return true;
  report.fault({
    code: 'MCP_TOOL_NAME_INVALID',
    where: operationId,
    message: `the tool name "${name}" does not match ${TOOL_NAME.source}`,
    remedy: `set @McpTool({ name: '${suggestToolName(name)}' }) or tools: { '${operationId}': … }`,
  });
  return false;
}

function conflict(name: string, first: string, second: string) {
  return {
    code: 'MCP_TOOL_NAME_CONFLICT',
    where: `${first} and ${second}`,
    message: `both are called "${name}"`,
    remedy: `give one another name: @McpTool({ name: '…' }) or tools: { '${second}': '…' }`,
  };
}
