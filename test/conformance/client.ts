// The client of the official conformance suite: started once per scenario with the address of a mock
// server, does through McpManager what the scenario wants to see.
//   node dist/test/conformance/client.js <url>
import { CrossAppAccessProvider, requestJwtAuthorizationGrant } from '@modelcontextprotocol/client';
import {
  McpManager,
  type HttpServerOptions,
  type RemoteServer,
  type ServerOptions,
} from 'nest-toolport/client';
import { WillingUser, Workload } from './client-login.js';

interface Context {
  readonly [key: string]: string;
}
interface ToolCall {
  readonly name: string;
  readonly arguments?: Record<string, unknown>;
}

const url = process.argv[2] ?? '';
const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? '';
const context: Context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}');
const ARGUMENTS: Readonly<Record<string, Record<string, unknown>>> = {
  add_numbers: { a: 5, b: 3 },
};
/** Attempts to log in; a server that is never content ends the scenario. */
const MOST_LOGINS = 3;

const user = new WillingUser({
  client: scenario === 'auth/pre-registration' ? preRegistered() : undefined,
  dpop: scenario.startsWith('auth/dpop'),
});
const manager = new McpManager({
  servers: { peer: await serverOptions() },
  clientInfo: { name: 'toolport-conformance', version: '1.0.0' },
  // The suite starts dozens of clients at once: they have all the time that it gives them.
  defaults: { connectTimeout: 110_000, timeout: 110_000 },
  handlers: [
    // Nothing is filled in: the defaults of the form are.
    { kind: 'elicit', handler: () => ({ action: 'accept', content: {} }) },
    { kind: 'roots', handler: () => ({ roots: [] }) },
    {
      kind: 'sample',
      handler: () => ({
        model: 'none',
        role: 'assistant',
        content: { type: 'text', text: 'nothing to say' },
      }),
    },
  ],
  ...(process.env.DEBUG && { logOf: () => console }),
});

try {
  await manager.start();
  const server = manager.server('peer');
  await loginWhereNeeded(server);
  await run(server);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await manager.close();
}

async function serverOptions(): Promise<ServerOptions> {
  const http: HttpServerOptions = { type: 'http', url };
  if (!scenario.startsWith('auth/')) return http;
  switch (scenario) {
    case 'auth/client-credentials-basic':
    case 'auth/client-credentials-jwt':
      return { ...http, oauth: await clientCredentials() };
    case 'auth/enterprise-managed-authorization':
      return { ...http, authProvider: crossAppAccess() };
    case 'auth/wif-jwt-bearer':
      return { ...http, authProvider: new Workload(context.client_id, context.valid_jwt) };
    default:
      return { ...http, authProvider: user };
  }
}

/** An operator knows the issuer; here it is looked up once, as the operator would have. */
async function clientCredentials(): Promise<NonNullable<HttpServerOptions['oauth']>> {
  const { client_id: clientId, client_secret, private_key_pem, signing_algorithm } = context;
  return {
    type: 'client_credentials',
    clientId,
    issuer: context.issuer ?? (await issuerOf(url)),
    ...(private_key_pem
      ? { privateKey: private_key_pem, algorithm: signing_algorithm }
      : { clientSecret: client_secret }),
  };
}

async function issuerOf(resource: string): Promise<string> {
  const { origin, pathname } = new URL(resource);
  const answer = await fetch(`${origin}/.well-known/oauth-protected-resource${pathname}`);
  const metadata = (await answer.json()) as { authorization_servers: string[] };
  return metadata.authorization_servers[0] ?? '';
}

function preRegistered() {
  const { client_id, client_secret, issuer } = context;
  return { client_id, client_secret, ...(issuer && { issuer }) };
}

function crossAppAccess(): CrossAppAccessProvider {
  return new CrossAppAccessProvider({
    clientId: context.client_id,
    clientSecret: context.client_secret,
    expectedIssuer: context.issuer,
    assertion: async ({ authorizationServerUrl, resourceUrl, scope, fetchFn }) => {
      const { jwtAuthGrant } = await requestJwtAuthorizationGrant({
        tokenEndpoint: context.idp_token_endpoint,
        audience: authorizationServerUrl,
        resource: resourceUrl,
        idToken: context.idp_id_token,
        clientId: context.idp_client_id,
        scope,
        fetchFn,
      });
      return jwtAuthGrant;
    },
  });
}

async function loginWhereNeeded(server: RemoteServer): Promise<void> {
  for (let attempt = 0; attempt < MOST_LOGINS; attempt++) {
    const callback = user.takeCallback();
    if (callback) await server.finishAuth(callback);
  }
  if (server.state !== 'ready') throw new Error(server.health().reason);
}

/** A call that needs more rights than we have ends in another login, and is made again. */
async function call(server: RemoteServer, name: string, args: Record<string, unknown> = {}) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await server.callTool(name, args);
    } catch (error) {
      const callback = user.takeCallback();
      if (!callback || attempt >= MOST_LOGINS) throw error;
      await server.finishAuth(callback);
    }
  }
}

async function run(server: RemoteServer): Promise<void> {
  switch (scenario) {
    case 'http-custom-headers':
      for (const { name, arguments: args } of toolCalls()) await call(server, name, args);
      return;
    case 'http-standard-headers':
      return exerciseEverything(server);
    case 'json-schema-2020-12-preservation':
      return echoSchemas(server);
    case 'auth/wif-jwt-bearer':
      return call(server, 'test-tool').then(() => {});
    default:
      return callAll(server);
  }
}

function toolCalls(): readonly ToolCall[] {
  return JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}').toolCalls ?? [];
}

async function callAll(server: RemoteServer): Promise<void> {
  for (const { remoteName } of server.tools.tools()) {
    await call(server, remoteName, ARGUMENTS[remoteName]);
  }
}

async function exerciseEverything(server: RemoteServer): Promise<void> {
  await callAll(server);
  await server.use(async (client, signal) => {
    const { resources } = await client.listResources({}, { signal });
    for (const { uri } of resources) await client.readResource({ uri }, { signal });
    const { prompts } = await client.listPrompts({}, { signal });
    for (const { name } of prompts) await client.getPrompt({ name }, { signal });
  });
}

async function echoSchemas(server: RemoteServer): Promise<void> {
  for (const { remoteName, inputSchema } of server.tools.tools()) {
    if (remoteName === 'json_schema_echo') continue;
    await call(server, 'json_schema_echo', { schema: inputSchema });
  }
}
