import type { AuthProvider, OAuthClientProvider, Transport } from '@modelcontextprotocol/client';
import type { ClientCredentialsOptions, HttpServerOptions } from '../client.options.js';
import { loadSdk } from '../peers.js';
import { boundedFetch } from './bounded-fetch.js';

/** How the optional stream of an old server is opened again: never in a tight loop. */
const RECONNECTION = {
  initialReconnectionDelay: 1000,
  maxReconnectionDelay: 30_000,
  reconnectionDelayGrowFactor: 2,
  maxRetries: 5,
};

type Provider = AuthProvider | OAuthClientProvider;
type Address = Pick<HttpServerOptions, 'url' | 'headers'>;

/** Streamable HTTP, by the SDK. */
export async function openHttp(
  options: Address,
  provider: Provider | undefined,
): Promise<Transport> {
  const { StreamableHTTPClientTransport } = await loadSdk();
  return new StreamableHTTPClientTransport(new URL(options.url), {
    requestInit: { headers: { ...options.headers } },
    fetch: boundedFetch,
    authProvider: provider,
    reconnectionOptions: RECONNECTION,
  });
}

/** HTTP+SSE of 2024-11-05, by the SDK. */
export async function openSse(
  options: Address,
  provider: Provider | undefined,
): Promise<Transport> {
  const { SSEClientTransport } = await loadSdk();
  return new SSEClientTransport(new URL(options.url), {
    requestInit: { headers: { ...options.headers } },
    fetch: boundedFetch,
    authProvider: provider,
  });
}

/** The provider that the options name or describe; made once per server, for it holds the tokens. */
export async function authProviderOf(
  options: Pick<HttpServerOptions, 'authProvider' | 'oauth'>,
): Promise<Provider | undefined> {
  if (options.authProvider) return options.authProvider;
  return options.oauth && clientCredentials(options.oauth);
}

async function clientCredentials(oauth: ClientCredentialsOptions): Promise<OAuthClientProvider> {
  const { ClientCredentialsProvider, PrivateKeyJwtProvider } = await loadSdk();
  const { clientId, clientSecret, privateKey, algorithm, scope, issuer } = oauth;
  const common = { clientId, scope, expectedIssuer: issuer };
  return privateKey === undefined
    ? new ClientCredentialsProvider({ ...common, clientSecret: clientSecret ?? '' })
    : new PrivateKeyJwtProvider({ ...common, privateKey, algorithm: algorithm ?? 'ES256' });
}
