// The public surface of `nest-toolport/client`, name by name. A new name needs a caller today.

// The module
export { McpClientModule } from './client/mcp-client.module.js';
export type {
  ClientCredentialsOptions,
  CommonServerOptions,
  ExposeOptions,
  HttpServerOptions,
  InProcessServerOptions,
  McpClientOptions,
  ReconnectOptions,
  RemoteToolNaming,
  ServerLimits,
  ServerOptions,
  SseServerOptions,
  StdioServerOptions,
  WebSocketServerOptions,
} from './client/client.options.js';
export { inProcessServer, type InProcessCaller } from './module/in-process-server.js';
export { InjectMcpClient, InjectTools } from './client/inject.decorators.js';
export { McpClientHandler } from './client/client-handler.decorator.js';
export type { ClientHandlerContext, ClientHandlers } from './client/client-handler.js';
export { McpHealthIndicator, type McpHealthResult } from './client/mcp-health.indicator.js';

// Without the module
export {
  McpManager,
  type ClientHandlerRegistration,
  type ManagerHealth,
  type McpManagerOptions,
} from './client/mcp-manager.js';
export type { ClientLog } from './client/client-log.js';

// Servers and their tools
export { RemoteServer, type RemoteCallOptions } from './client/remote-server.js';
export { RemoteTool } from './client/remote-tool.js';
export { RemoteError, type RemoteErrorCode } from './client/remote.error.js';
export type { ServerHealth, ServerState } from './client/server-state.js';
export type { ToolsChanged } from './registry/registry-reports.js';
export { ToolRegistry } from './registry/tool-registry.js';
export type { ToolFilter } from './registry/tool-filter.js';
export type { ExecuteOptions, Tool, ToolProgress, ToolResult } from './registry/tool.js';
export { ToolSet } from './client/tool-set.js';

// For models
export { toAiSdkTools, type AiSdkTool } from './client/export/ai-sdk-tools.js';
export {
  toAnthropicTools,
  toOpenAiResponsesTools,
  toOpenAiTools,
  type AnthropicTool,
  type OpenAiChatTool,
  type OpenAiResponsesTool,
} from './client/export/model-tools.js';
