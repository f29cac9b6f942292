import { headerParamsOf, type HeaderParam } from '../../protocol/header-params.js';
import { decodeHeaderValue } from '../../protocol/header-value.js';
import { isJsonObject, type RpcParams } from '../../protocol/json-rpc.js';
import type { ToolEntry } from '../../tools/tool-entry.js';
import type { RequestScope } from '../request-scope.js';
import { headerOf } from './request-headers.js';
import { headerMismatch } from './standard-headers.js';

/** Scanned once per tool; an entry is frozen, so it cannot change under us. */
const scanned = new WeakMap<ToolEntry, readonly HeaderParam[]>();

/**
 * `Mcp-Param-*` must say what the raw arguments say (2026-07-28, Server Behavior for Custom Headers).
 *
 * @throws ProtocolError `MCP_HEADER_MISMATCH`
 */
export function checkParamHeaders(entry: ToolEntry, args: RpcParams, scope: RequestScope): void {
  if (scope.context.transport !== 'http' || !scope.dialect.stateless) return;
  for (const param of headerParams(entry, scope)) checkParam(param, args, scope);
}

function headerParams(entry: ToolEntry, scope: RequestScope): readonly HeaderParam[] {
  let params = scanned.get(entry);
  if (!params) {
    params = headerParamsOf(entry.definitionFor(scope.dialect.shape).inputSchema).params;
    scanned.set(entry, params);
  }
  return params;
}

function checkParam(param: HeaderParam, args: RpcParams, scope: RequestScope): void {
  const header = `Mcp-Param-${param.name}`;
  const raw = headerOf(scope.context, header.toLowerCase());
  const value = valueAt(args, param.path);
  if (value === undefined || value === null) {
    // None is expected; one that is there all the same would tell a proxy of a value that is not.
    if (raw !== undefined) throw headerMismatch(`${header} mirrors an argument that is not given`);
    return;
  }
  if (raw === undefined) throw headerMismatch(`The header ${header} is missing`);
  const decoded = decodeHeaderValue(raw);
  if (decoded === undefined) throw headerMismatch(`${header} is not a well-formed header value`);
  if (!says(decoded, value)) {
    throw headerMismatch(`${header} does not say what the argument ${param.path.join('.')} says`);
  }
}

function valueAt(args: RpcParams, path: readonly string[]): unknown {
  let node: unknown = args;
  for (const key of path) {
    if (!isJsonObject(node) || !Object.hasOwn(node, key)) return undefined;
    node = node[key];
  }
  return node;
}

/** Numbers are compared as numbers: `42.0` says 42 (Server Validation). */
function says(header: string, value: unknown): boolean {
  if (typeof value === 'number') return DECIMAL.test(header) && Number(header) === value;
  return header === String(value);
}

const DECIMAL = /^-?\d+(?:\.\d+)?$/;
