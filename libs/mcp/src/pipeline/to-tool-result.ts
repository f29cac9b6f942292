import type { McpCallContext } from '../context/call-context.js';
import { isJsonObject } from '../protocol/json-rpc.js';
import type { CallToolResult, ContentBlock } from '../protocol/messages.js';
import { isStateless } from '../protocol/revisions.js';
import type { ArgumentIssue } from '../schema/argument-check.js';
import { issueText } from './argument-refusal.js';
import { BinaryBody, filenameOf } from './binary-body.js';
import type { Outcome } from './invoker.js';
import { serialise } from './serialise.js';
import { isMcpResult } from './mcp-result.js';
import { assertWithin, DEFAULT_RESULT_LIMIT, textsOf } from './result-limit.js';
import { toErrorResult, type ErrorResultOptions } from './to-error-result.js';

/** How a tool's outcomes become results. */
export interface ToolResultOptions extends ErrorResultOptions {
  /** Name of the tool: part of the URI of an embedded file. */
  readonly name: string;
  /** The declared type of the answer, where there is one. */
  readonly output?: OutputCheck;
}

/** The output schema as a function, and what it allows. */
export interface OutputCheck {
  /** All that is wrong with an answer (as JSON would carry it); undefined when nothing is. */
  check(value: unknown): readonly ArgumentIssue[] | undefined;
}

/**
 * Turns what the pipeline made of a call into the result that the client gets.
 *
 * @throws ProtocolError where the refusal concerns the whole message (DESIGN §8)
 */
export function toToolResult(
  outcome: Outcome,
  call: McpCallContext,
  options: ToolResultOptions,
): CallToolResult {
  if (isFailure(outcome)) return toErrorResult(outcome, call, options);
  try {
    return toResult(outcome, call, options);
  } catch (error) {
    // A cycle, a getter that throws, an answer of the wrong shape, or one too large.
    return toErrorResult({ ...outcome, status: 500, error, phase: 'handler' }, call, options);
  }
}

/** A filter may make a success of an error, as it may on the route. */
function isFailure({ status, error, answered }: Outcome): boolean {
  return status >= 400 || (error !== undefined && !(answered && status < 300));
}

function toResult(
  outcome: Outcome,
  call: McpCallContext,
  { name, output, resultLimit = DEFAULT_RESULT_LIMIT }: ToolResultOptions,
): CallToolResult {
  const { value, location } = outcome;
  if (isMcpResult(value)) {
    return within(resultLimit, handMade(value.result, call, { name, output }));
  }
  const bytes = location === undefined && toBytes(value, outcome.headers);
  if (bytes) return within(resultLimit, { content: [fileBlock(bytes, name)] });
  // As it is: written as JSON once, with the message.
  const said = location ?? (typeof value === 'string' && !output ? value : undefined);
  if (said !== undefined) {
    assertWithin(resultLimit, [said]);
    return { content: [{ type: 'text', text: said }] };
  }
  const { json, native } = serialise(value);
  if (json === undefined) {
    if (output) checkOutput(undefined, name, output);
    return { content: [] };
  }
  const text = typeof value === 'string' ? value : json;
  const content: ContentBlock[] = [{ type: 'text', text }];
  const structured = isStructured(json, call, output !== undefined);
  // It goes out twice: the text that is at hand spares writing the structured half to count it.
  assertWithin(resultLimit, structured ? [text, json] : [text]);
  // As the client will read it: a Date is a string by then, a BigInt as well.
  const plain: unknown = output || (structured && !native) ? JSON.parse(json) : value;
  if (output) checkOutput(plain, name, output);
  return structured ? { content, structuredContent: plain } : { content };
}

/** @throws ResultTooLargeError */
function within(limit: number, result: CallToolResult): CallToolResult {
  assertWithin(limit, textsOf(result));
  return result;
}

/** Before 2026-07-28 only an object may be structured content; from then on any declared value. */
function isStructured(
  json: string,
  { protocolVersion }: McpCallContext,
  declared: boolean,
): boolean {
  if (json.startsWith('{')) return true;
  return declared && protocolVersion !== undefined && isStateless(protocolVersion);
}

function handMade(
  result: CallToolResult,
  { protocolVersion }: McpCallContext,
  { name, output }: Pick<ToolResultOptions, 'name' | 'output'>,
): CallToolResult {
  const { structuredContent, ...rest } = result;
  if (output && !result.isError) checkOutput(structuredContent, name, output);
  if (protocolVersion === undefined || isStateless(protocolVersion)) return result;
  if (structuredContent === undefined || isJsonObject(structuredContent)) return result;
  // What clients of the handshake era would refuse as data, the model reads at least.
  if (rest.content.length > 0) return rest;
  const text = serialise(structuredContent).json ?? '';
  return { ...rest, content: [{ type: 'text', text }] };
}

/** Does not send what contradicts the published schema: a strict client would drop the whole answer. */
function checkOutput(value: unknown, name: string, output: OutputCheck): void {
  const issues = output.check(value);
  if (!issues) return;
  const lines = issues.map(issueText).join('; ');
  throw new TypeError(`The answer of ${name} does not match its output schema: ${lines}`);
}

function toBytes(value: unknown, headers: Outcome['headers']): BinaryBody | undefined {
  if (value instanceof BinaryBody) return value;
  if (!(value instanceof Uint8Array)) return undefined;
  const { 'content-type': type, 'content-disposition': disposition } = headers;
  const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return new BinaryBody(
    bytes,
    typeof type === 'string' ? type : undefined,
    filenameOf(disposition),
  );
}

/** Text as text; images and sounds as such; all other bytes as an embedded resource. */
function fileBlock(body: BinaryBody, name: string): ContentBlock {
  const { text } = body;
  if (text !== undefined) return { type: 'text', text };
  const data = body.bytes.toString('base64');
  const mimeType = body.mimeType ?? 'application/octet-stream';
  if (mimeType.startsWith('image/')) return { type: 'image', data, mimeType };
  if (mimeType.startsWith('audio/')) return { type: 'audio', data, mimeType };
  const uri = `toolport://tools/${name}/${encodeURIComponent(body.name ?? 'result')}`;
  return { type: 'resource', resource: { uri, mimeType, blob: data } };
}
