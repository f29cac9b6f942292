// `nest-toolport/testing`: for the tests of applications; needs no port and no test framework.
export {
  createMcpTestClient,
  McpTestClient,
  McpTestError,
  type McpTestAnswer,
  type McpTestCallOptions,
  type McpTestClientOptions,
} from './testing/test-client.js';
export type { RpcNotification } from './protocol/json-rpc.js';
export {
  expectParity,
  type ParityCase,
  type ParityOutcome,
  type RestRequest,
} from './testing/expect-parity.js';
