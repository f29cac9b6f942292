/** Injection token of the options as the user gave them. */
export const MCP_CLIENT_OPTIONS = Symbol.for('toolport.client-options');
