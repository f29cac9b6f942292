import type { SetupProblem } from '../errors/setup.error.js';

/** Lines per method: a schema that breaks one rule often breaks ten. */
const SHOWN = 3;

/** Some clients show a model no more tools than this (docs/schemas.md, limits of clients). */
const FIRST_LIMIT = { tools: 40, client: 'Cursor' };
const HARD_LIMIT = { tools: 128, client: 'GitHub Copilot' };

/** The notices of a boot as lines for the log: one line a method, the first few of its notices in it. */
export function noticeLines(notices: readonly SetupProblem[]): string[] {
  const byMethod = new Map<string, SetupProblem[]>();
  for (const notice of notices) {
    const [method = ''] = notice.where.split(/[ #]/, 1);
    byMethod.set(method, [...(byMethod.get(method) ?? []), notice]);
  }
  return [...byMethod].map(([method, list]) => {
    const shown = list.slice(0, SHOWN).map((notice) => noticeText(notice, method));
    const more = list.length > SHOWN ? [`and ${list.length - SHOWN} more`] : [];
    return `${method}: ${[...shown, ...more].join('; ')}`;
  });
}

/** With its code, and the place within the method, where there is one: `CreateDto.at`, `#/properties/at`. */
function noticeText({ code, where, message, remedy }: SetupProblem, method: string): string {
  const place = where.slice(method.length).trim();
  return `${code} ${place === '' ? '' : `${place}: `}${message} → ${remedy}`;
}

/** What to say about the number of tools; undefined while every client takes them all. */
export function countLine(tools: number): string | undefined {
  const limit = [HARD_LIMIT, FIRST_LIMIT].find((candidate) => tools > candidate.tools);
  if (!limit) return undefined;
  return (
    `${tools} tools are offered, ${limit.client} takes ${limit.tools} → ` +
    `split them over several servers (McpModule.forRoot({ server, serve }))`
  );
}
