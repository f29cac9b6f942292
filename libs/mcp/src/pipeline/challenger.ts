import type { McpCallContext } from '../context/call-context.js';

/** Makes `WWW-Authenticate`; with scopes, that of a 403 for want of them. */
export type Challenger = (call: McpCallContext, scopes?: readonly string[]) => string;
