// The public surface, name by name (docs/architecture.md). A new name needs a caller today.

// Decorators
export { McpExpose, McpTool } from './decorators/tool.decorator.js';
export { McpComplete, McpPrompt, McpResource } from './decorators/primitive.decorators.js';
export { McpHide, McpListGuard } from './decorators/hide.decorator.js';
export { McpCall, McpParam } from './decorators/params.decorator.js';
export type {
  CompletionTarget,
  McpPromptOptions,
  McpResourceOptions,
} from './decorators/primitive.options.js';
export type {
  DtoClass,
  McpExposeOptions,
  McpToolOptions,
  SchemaSource,
} from './decorators/tool.options.js';

// What a method may know of its call, and what it may answer
export {
  McpCallContext,
  type CallKind,
  type CallTransport,
  type UrlElicitResult,
} from './context/call-context.js';
export type { ElicitResult, FormContent, FormValue } from './protocol/elicitation.js';
export type {
  FormRequestParams,
  Root,
  SamplingContent,
  SamplingResult,
  UrlRequestParams,
} from './protocol/input-requests.js';
export { McpResult, type McpResultParts } from './pipeline/mcp-result.js';
export {
  McpError,
  type McpErrorCode,
  type McpErrorCodes,
  type McpErrorOptions,
  type McpOperationCode,
} from './errors/mcp.error.js';
export { ProtocolError } from './errors/protocol.error.js';
export { SetupError, type SetupProblem } from './errors/setup.error.js';

// The module
export { McpModule, type McpModuleExtras } from './module/mcp.module.js';
export { getMcpServerToken } from './module/tokens.js';
export type { McpInspectorOptions } from './inspector/inspector.options.js';
export type { McpAuditEvent, McpAuditHandler } from './telemetry/audit-event.js';
export type {
  McpAuditOptions,
  McpHttpOptions,
  McpModuleOptions,
  McpServeOptions,
  McpSessionOptions,
} from './module/mcp.options.js';
export { runStdio } from './module/run-stdio.js';
export { HttpEndpoint } from './transports/http/http-endpoint.js';
export { serveStdio, type ServeStdioOptions, type StdioGlobals } from './module/serve-stdio.js';

// Authorisation
export type { McpDpopOptions, McpOAuthOptions, ReplayStore } from './auth/oauth.options.js';
export type { McpPrincipal } from './context/principal.js';

// Languages
export { nestI18nSource, type NestI18nService } from './i18n/nest-i18n.source.js';
export type { McpLanguagesOptions } from './i18n/languages.options.js';
export type { McpMessageSource, MessageValues } from './i18n/message-source.js';

// The server behind it
export { McpServer } from './server/mcp-server.js';
export { McpNotifier } from './server/changes/mcp-notifier.js';
export type { BusMessage, Identity, McpBus, MemoryChange } from './server/bus/mcp-bus.js';
export type { SingleUse } from './server/server.options.js';
export type { CacheHint } from './protocol/caching.js';
export type { MessageContext, ServerReply } from './server/message-context.js';
export { PROTOCOL_VERSIONS, type ProtocolVersion } from './protocol/revisions.js';
export { toolNameFor } from './tools/tool-name.js';
export type { PromptEntry } from './prompts/prompt-entry.js';
export type { ResourceEntry } from './resources/resource-entry.js';
export type { ToolEntry } from './tools/tool-entry.js';
export type { ToolsChanged } from './registry/registry-reports.js';
export { ToolRegistry } from './registry/tool-registry.js';
export type { AddToolOptions, ServeToolOptions } from './registry/local-tool-host.js';
export type { ToolFilter } from './registry/tool-filter.js';
export type { ToolSource } from './registry/tool-source.js';
export type { ExecuteOptions, Tool, ToolProgress, ToolResult } from './registry/tool.js';

// Schemas
export { describeInput, describeOutput } from './schema/describe.js';
export { lintTools, type LintFinding } from './schema/lint.js';
export type {
  JsonSchema,
  SchemaDescription,
  SchemaDiagnostic,
  SchemaProfile,
} from './schema/json-schema.js';

// Words of the protocol
export type {
  CallToolResult,
  ContentBlock,
  Icon,
  Implementation,
  LogLevel,
  ToolAnnotations,
  ToolDefinition,
} from './protocol/messages.js';
