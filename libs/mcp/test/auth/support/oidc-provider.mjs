/**
 * A real authorization server (oidc-provider) in a process of its own: `node oidc-provider.mjs`
 * prints `{ "issuer": "http://127.0.0.1:<port>" }` when it listens. It takes whoever asks for alice, and
 * grants what is asked for: what is tested is our side. It signs with the private JWK `SIGNING_KEY`, or
 * with a key that nobody knows.
 */
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';

const SCOPES = ['orders:read', 'orders:write'];
const ALGORITHM = 'ES256';

const server = createServer();
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const issuer = `http://127.0.0.1:${server.address().port}`;
const provider = new Provider(issuer, await configuration());
// oxlint-disable-next-line -- Koa awaits its middleware, unlike Express 4
provider.use(interact);
server.on('request', provider.callback());
process.stdout.write(`${JSON.stringify({ issuer })}\n`);

async function configuration() {
  const key = JSON.parse(process.env.SIGNING_KEY ?? 'null') ?? (await newKey());
  return {
    jwks: { keys: [{ ...key, alg: ALGORITHM, use: 'sig', kid: 'signing' }] },
    scopes: ['openid', 'offline_access', ...SCOPES],
    clientDefaults: { id_token_signed_response_alg: ALGORITHM },
    enabledJWA: { idTokenSigningAlgValues: [ALGORITHM] },
    findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ['of this process only'] },
    // A client registers for the scopes of the first challenge it meets; held to them, it could never
    // step up. What a registration is good for is the server's to decide (RFC 7591 §3.2.1).
    extraClientMetadata: {
      properties: ['scope'],
      validator: (_ctx, _name, _value, metadata) => {
        metadata.scope = undefined;
      },
    },
    clients: [
      {
        client_id: 'desk',
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        redirect_uris: ['http://127.0.0.1/callback'],
      },
      {
        client_id: 'robot',
        client_secret: 'robot-secret',
        grant_types: ['client_credentials'],
        response_types: [],
        redirect_uris: [],
      },
    ],
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: true },
      clientCredentials: { enabled: true },
      dPoP: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_ctx, resource) => ({
          audience: resource,
          scope: SCOPES.join(' '),
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: ALGORITHM } },
        }),
        useGrantedResource: () => true,
      },
    },
  };
}

async function newKey() {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  return exportJWK(privateKey);
}

/** Logs alice in and grants what is asked for, where a person would fill in forms. */
async function interact(ctx, next) {
  if (!ctx.path.startsWith('/interaction/')) {
    await next();
    return;
  }
  const details = await provider.interactionDetails(ctx.req, ctx.res);
  const result =
    details.prompt.name === 'login'
      ? { login: { accountId: 'alice' } }
      : { consent: { grantId: await grant(details) } };
  ctx.respond = false;
  await provider.interactionFinished(ctx.req, ctx.res, result, { mergeWithLastSubmission: true });
}

async function grant({ grantId, params, prompt, session }) {
  const known = grantId && (await provider.Grant.find(grantId));
  const granted =
    known || new provider.Grant({ accountId: session.accountId, clientId: params.client_id });
  const { missingOIDCScope = [], missingResourceScopes = {} } = prompt.details;
  granted.addOIDCScope(missingOIDCScope.join(' '));
  for (const [resource, scopes] of Object.entries(missingResourceScopes)) {
    granted.addResourceScope(resource, scopes.join(' '));
  }
  return granted.save();
}
