import type { ExposeOptions } from '../client.options.js';
import type { RemoteTool } from '../remote-tool.js';

/** A remote tool, and the name under which our own endpoint serves it. */
export interface ExposedTool {
  readonly tool: RemoteTool;
  readonly name: string;
}

/** Which of a server's tools are served, and under which names. */
export function exposedTools(
  tools: readonly RemoteTool[],
  expose: boolean | ExposeOptions | undefined,
): readonly ExposedTool[] {
  if (expose === undefined || expose === false) return [];
  const { include, exclude = [], rename = {} } = expose === true ? {} : expose;
  return tools
    .filter(({ remoteName }) => {
      if (exclude.some((pattern) => matches(pattern, remoteName))) return false;
      return include?.some((pattern) => matches(pattern, remoteName)) ?? true;
    })
    .map((tool) => ({
      tool,
      // By own property: a server may call its tool `constructor`.
      name: (Object.hasOwn(rename, tool.remoteName) && rename[tool.remoteName]) || tool.name,
    }));
}

/** `*` stands for any characters; compared piece by piece, so that no pattern is slow. */
function matches(pattern: string, name: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return pattern === name;
  const last = rest.pop() ?? '';
  if (!name.startsWith(first) || !name.endsWith(last)) return false;
  if (name.length < first.length + last.length) return false;
  let at = first.length;
  for (const piece of rest) {
    const found = name.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return at <= name.length - last.length;
}
