/** The table of protocol faults: name → JSON-RPC code → HTTP status. The only place with such literals. */
export interface FaultCode {
  /** JSON-RPC `error.code`. */
  readonly rpc: number;
  /** HTTP status of the answer. */
  readonly http: number;
}

export const FAULTS = {
  MCP_PARSE: { rpc: -32700, http: 400 },
  MCP_INVALID_REQUEST: { rpc: -32600, http: 400 },
  MCP_INVALID_PARAMS: { rpc: -32602, http: 200 },
  MCP_ARGUMENTS_INVALID: { rpc: -32602, http: 200 },
  /** Before 2026-07-28: -32002, see `LEGACY_RESOURCE_NOT_FOUND`. */
  MCP_RESOURCE_NOT_FOUND: { rpc: -32602, http: 200 },
  MCP_UNAUTHORIZED: { rpc: 401, http: 401 },
  MCP_FORBIDDEN: { rpc: 403, http: 403 },
  MCP_NOT_ACCEPTABLE: { rpc: -32600, http: 406 },
  MCP_TOO_LARGE: { rpc: -32600, http: 413 },
  MCP_MEDIA_TYPE: { rpc: -32600, http: 415 },
  MCP_METHOD_NOT_ALLOWED: { rpc: -32600, http: 405 },
  MCP_SESSION_UNKNOWN: { rpc: -32600, http: 404 },
  MCP_SHUTTING_DOWN: { rpc: -32603, http: 503 },
  MCP_UNSUPPORTED_VERSION: { rpc: -32022, http: 400 },
  MCP_HEADER_MISMATCH: { rpc: -32020, http: 400 },
  MCP_CAPABILITY_REQUIRED: { rpc: -32021, http: 400 },
  /** HTTP 404 from 2026-07-28 on, 200 before: the dispatcher knows the revision. */
  MCP_METHOD_NOT_FOUND: { rpc: -32601, http: 404 },
  MCP_TOOL_NOT_FOUND: { rpc: -32602, http: 200 },
  /** The issuer's keys cannot be had: nothing is known about the token. */
  MCP_AUTH_UNAVAILABLE: { rpc: -32603, http: 503 },
  MCP_OVERLOADED: { rpc: -32603, http: 503 },
  /** A prompt, resource or completion failed: their results have no place to say so. */
  MCP_OPERATION_FAILED: { rpc: -32603, http: 200 },
  MCP_INTERNAL: { rpc: -32603, http: 500 },
} as const satisfies Record<string, FaultCode>;

export type FaultName = keyof typeof FAULTS;

/** JSON-RPC code of an unknown resource before 2026-07-28. */
export const LEGACY_RESOURCE_NOT_FOUND = -32002;

/** Codes of a failed operation, by HTTP status; see `toErrorResult`. */
export const STATUS_CODES: Readonly<Record<number, string>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  408: 'TIMEOUT',
  409: 'CONFLICT',
  422: 'UNPROCESSABLE',
  429: 'TOO_MANY_REQUESTS',
  499: 'CANCELLED',
  500: 'INTERNAL',
  504: 'TIMEOUT',
};
