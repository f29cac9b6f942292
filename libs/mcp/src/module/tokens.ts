/** Injection token of the module's options as the user gave them. */
export const MCP_MODULE_OPTIONS = Symbol.for('toolport.module-options');
