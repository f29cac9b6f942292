import { AssertionError, deepStrictEqual } from 'node:assert';
import type { INestApplication } from '@nestjs/common';
import { META, type CallToolResult } from '../protocol/messages.js';
import { createMcpTestClient } from './test-client.js';

/** The case as a REST request. */
export interface RestRequest {
  /** `GET`, `POST`, … */
  readonly method: string;
  /** With query, below the application's URL: `/orders?limit=2`. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/** One case, told twice: as the route's request and as the tool's arguments. */
export interface ParityCase {
  /** The case as the route gets it. */
  readonly rest: RestRequest;
  /** Key of the tool's server, where the application has several. @default the one without a key */
  readonly server?: string;
  /** Its name. */
  readonly tool: string;
  /** The case as the tool gets it. @default none */
  readonly args?: Readonly<Record<string, unknown>>;
  /** Sent with both; lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Brings the application back to where the case begins; run before each of the two. */
  readonly reset?: () => void | Promise<void>;
  /** What can be seen from outside afterwards: rows, a trace of guards, sent mails. Must be equal. */
  readonly observe?: () => unknown;
}

/** What both sides answered. */
export interface ParityOutcome {
  /** Of the REST answer. */
  readonly status: number;
  /** Of the REST answer, parsed where it is JSON. */
  readonly body: unknown;
  /** Of the tool. */
  readonly result: CallToolResult;
}

/**
 * Runs one case by its REST route and by its tool, and asserts that both had the same outcome: the
 * status, the answer or the refusal, and whatever `observe` sees.
 *
 * @param app listening, e.g. `await app.listen(0)`
 * @throws AssertionError naming what differs
 */
export async function expectParity(
  app: INestApplication,
  parity: ParityCase,
): Promise<ParityOutcome> {
  await parity.reset?.();
  const { status, body } = await callRest(app, parity);
  const seenByRest = await parity.observe?.();
  await parity.reset?.();
  const client = createMcpTestClient(app, { server: parity.server, headers: parity.headers });
  const result = await client.callTool(parity.tool, parity.args);
  const seenByTool = await parity.observe?.();
  assertSame(parity, status, body, result);
  deepStrictEqual(seenByTool, seenByRest, `${parity.tool}: what is observed differs from REST`);
  return { status, body, result };
}

async function callRest(
  app: INestApplication,
  { rest, headers }: ParityCase,
): Promise<{ status: number; body: unknown }> {
  const url = new URL(rest.path, await app.getUrl());
  const response = await fetch(url, {
    method: rest.method,
    redirect: 'manual',
    headers: {
      ...headers,
      ...(rest.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: rest.body === undefined ? undefined : JSON.stringify(rest.body),
  });
  const text = await response.text();
  const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '');
  return { status: response.status, body: isJson && text !== '' ? JSON.parse(text) : text };
}

function assertSame(
  { tool }: ParityCase,
  status: number,
  body: unknown,
  result: CallToolResult,
): void {
  if (status >= 400) return assertSameRefusal(tool, status, body, result);
  if (result.isError) fail(`${tool}: REST answered ${status}, the tool failed`, result, body);
  const answer = typeof body === 'string' ? plainText(result) : jsonOf(result);
  deepStrictEqual(answer, body, `${tool}: the answer differs from REST`);
}

function assertSameRefusal(
  tool: string,
  status: number,
  body: unknown,
  result: CallToolResult,
): void {
  if (!result.isError) fail(`${tool}: REST refused with ${status}, the tool did not`, result, body);
  const { status: told } = (result._meta?.[META.error] ?? {}) as { status?: number };
  if (told !== status) fail(`${tool}: another status than REST's`, told, status);
  const text = textOf(result);
  for (const message of messagesOf(body)) {
    if (!text.includes(message)) fail(`${tool}: REST's message is missing`, text, message);
  }
}

function messagesOf(body: unknown): string[] {
  const { message } = Object(body) as { message?: unknown };
  const list: unknown[] = Array.isArray(message) ? message : [message];
  return list.filter((item) => typeof item === 'string');
}

function jsonOf(result: CallToolResult): unknown {
  if (result.structuredContent !== undefined) return result.structuredContent;
  return JSON.parse(textOf(result));
}

/** REST sends nothing for null, as for undefined. */
function plainText(result: CallToolResult): string {
  const text = textOf(result);
  return text === 'null' ? '' : text;
}

function textOf({ content }: CallToolResult): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
}

function fail(message: string, actual: unknown, expected: unknown): never {
  throw new AssertionError({ message, actual, expected, operator: 'parity' });
}
