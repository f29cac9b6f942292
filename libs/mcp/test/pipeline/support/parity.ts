import type { Bench, CallOptions, RestAnswer, RestRequest, ToolAnswer } from './bench.js';
import { takeTrace } from '../fixtures/trace.js';

/** One call, by both ways. */
export interface ParityCase {
  readonly title: string;
  readonly tool: string;
  readonly args?: Record<string, unknown>;
  readonly rest: RestRequest;
  readonly headers?: Record<string, string>;
  /** How often it is called; the last answer counts. */
  readonly times?: number;
  /** What may differ, with the reason in the case. */
  readonly compare?: (rest: RestAnswer, tool: ToolAnswer) => void;
}

/** What one way of calling came to. */
export interface Observed<Answer> {
  readonly answer: Answer;
  readonly trace: readonly string[];
}

export async function observeRest(bench: Bench, item: ParityCase): Promise<Observed<RestAnswer>> {
  return observe(item, () =>
    bench.rest({ ...item.rest, headers: { ...item.headers, ...item.rest.headers } }),
  );
}

export async function observeTool(
  bench: Bench,
  item: ParityCase,
  options: CallOptions = {},
): Promise<Observed<ToolAnswer>> {
  return observe(item, () =>
    bench.call(item.tool, item.args, { ...options, headers: { ...item.headers } }),
  );
}

async function observe<Answer>(
  { times = 1 }: ParityCase,
  act: () => Promise<Answer>,
): Promise<Observed<Answer>> {
  for (let earlier = 1; earlier < times; earlier += 1) await act();
  takeTrace();
  const answer = await act();
  return { answer, trace: takeTrace() };
}

/** Same enhancers in the same order, same status, same words. */
export function expectParity(
  { compare = compareAnswers }: ParityCase,
  rest: Observed<RestAnswer>,
  tool: Observed<ToolAnswer>,
): void {
  expect(tool.trace).toEqual(rest.trace);
  compare(rest.answer, tool.answer);
}

export function compareAnswers(rest: RestAnswer, tool: ToolAnswer): void {
  if (rest.status >= 400) return compareFailures(rest, tool);
  expect(tool.status).toBe(200);
  if (rest.status >= 300) return expect(tool.texts).toEqual([rest.headers.get('location')]);
  expect(tool.texts.map(plain)).toEqual(rest.text === '' ? [] : [plain(rest.text)]);
}

function compareFailures(rest: RestAnswer, tool: ToolAnswer): void {
  expect(tool.status).toBe(rest.status);
  const body = plain(rest.text);
  const { message } = Object(body) as { message?: unknown };
  const words = typeof body === 'string' ? [body] : [message ?? []].flat();
  // What REST masks as well: ours bears a reference.
  const shown = words.filter((word) => word !== 'Internal server error');
  for (const word of shown) expect(tool.texts[0]).toContain(word);
  if (typeof body === 'object' && message === undefined) {
    expect(tool.texts.slice(1).map(plain)).toEqual([body]);
  }
}

function plain(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
