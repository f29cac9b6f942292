/** Injection token of the module's options as the user gave them. */
export const MCP_MODULE_OPTIONS = Symbol.for('toolport.module-options');

/** Injection token of the module's server key (`McpModule.forRoot({ server })`). */
export const MCP_SERVER_KEY = Symbol.for('toolport.server-key');

/**
 * Injection token of one of several servers in an application.
 *
 * @example constructor(@Inject(getMcpServerToken('admin')) private readonly admin: McpServer) {}
 */
export function getMcpServerToken(server: string): symbol {
  return Symbol.for(`toolport.server:${server}`);
}
