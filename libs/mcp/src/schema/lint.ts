import { headerParamsOf } from '../protocol/header-params.js';
import { isJsonObject } from '../protocol/json-rpc.js';
import type { ToolDefinition } from '../protocol/messages.js';
import type { JsonSchema, SchemaProfile } from './json-schema.js';
import { LINT_RULES, type LintRule } from './lint-rules.js';
import { forEachSubschema } from './schema-walk.js';
import type { SchemaDirection } from './standard-schema.js';

/** Something in a tool that a client refuses, or does not understand. */
export interface LintFinding {
  /** Its name. */
  readonly tool: string;
  /** JSON pointer from the tool's definition, e.g. `/inputSchema/properties/at`. */
  readonly pointer: string;
  /** Stable token, e.g. `root-combiner`. */
  readonly rule: string;
  /** Who minds. */
  readonly client: string;
  /** What is wrong, and how it is mended. */
  readonly message: string;
}

/** Clients that put a server's name before the tool's leave this much of their 60 characters. */
const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
/** Cursor sends the first 40 tools of a server, Copilot refuses more than 128. */
const MAX_TOOLS = 128;

/**
 * Looks through a list of tools for what clients refuse; for a test of your own, or for the answer of
 * any server's `tools/list`.
 *
 * @param profile - Which clients it shall work with. @default 'portable'
 * @returns Empty when every client of the profile takes the list.
 *
 * @example expect(lintTools((await client.listTools()).tools)).toEqual([]);
 */
export function lintTools(
  tools: readonly ToolDefinition[],
  profile: SchemaProfile = 'portable',
): readonly LintFinding[] {
  const findings = tools.flatMap((tool) => lintSchema(tool, profile));
  return tools.length > MAX_TOOLS ? [...findings, tooMany(tools)] : findings;
}

/** Looks through one tool: its name, its input and its output schema. */
export function lintSchema(tool: ToolDefinition, profile: SchemaProfile): readonly LintFinding[] {
  const findings = [
    ...lintName(tool),
    ...lintRoot(tool.inputSchema, '/inputSchema', 'input', profile),
    ...(tool.outputSchema ? lintRoot(tool.outputSchema, '/outputSchema', 'output', profile) : []),
    ...headerParamsOf(tool.inputSchema).faults.map(({ where, message }) => ({
      pointer: '/inputSchema',
      rule: 'x-mcp-header',
      client: 'clients of 2026-07-28 (the tool is dropped)',
      message: `${where}: ${message}`,
    })),
  ];
  return findings.map((found) => ({ tool: tool.name, ...found }));
}

type Finding = Omit<LintFinding, 'tool'>;

function lintRoot(
  root: JsonSchema,
  pointer: string,
  direction: SchemaDirection,
  profile: SchemaProfile,
): readonly Finding[] {
  const rules = LINT_RULES.filter(
    (rule) => rule.profiles.includes(profile) && !(rule.inputOnly && direction === 'output'),
  );
  const findings: Finding[] = [];
  const visit = (node: unknown, at: string, keyword: string): void => {
    if (!isJsonObject(node)) {
      if (keyword !== 'additionalProperties') findings.push(booleanSchema(at));
      return;
    }
    const isRoot = at === pointer;
    for (const rule of rules) {
      const message = rule.check({ node, isRoot, profile, direction });
      if (message !== undefined) findings.push(finding(rule, at, message));
    }
    forEachSubschema(node, at, visit);
  };
  visit(root, pointer, '');
  return findings;
}

function finding({ name, client }: LintRule, pointer: string, message: string): Finding {
  return { pointer, rule: name, client, message };
}

function booleanSchema(pointer: string): Finding {
  return {
    pointer,
    rule: 'boolean-schema',
    client: 'Gemini, MCP inspector --strict',
    message: 'a boolean where a schema object is expected',
  };
}

function lintName({ name }: ToolDefinition): readonly Finding[] {
  if (NAME.test(name)) return [];
  return [
    {
      pointer: '/name',
      rule: 'tool-name',
      client: 'OpenAI API, Claude API, Gemini',
      message: 'must be 1 to 64 letters, digits, _ and -, and begin with a letter',
    },
  ];
}

function tooMany(tools: readonly ToolDefinition[]): LintFinding {
  return {
    tool: tools[MAX_TOOLS]?.name ?? '',
    pointer: '',
    rule: 'tool-count',
    client: 'VS Code Copilot (128); Cursor sends only the first 40',
    message: `the list has ${tools.length} tools`,
  };
}
