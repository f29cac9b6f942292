import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { exportJWK } from 'jose';
import { newKey, type SigningKey } from './issuer.js';

const SCRIPT = join(__dirname, 'oidc-provider.mjs');

/** A running authorization server. */
export interface AuthorizationServer {
  readonly issuer: string;
  /** What it signs with, for tokens that differ from its own in one thing. */
  readonly key: SigningKey;
  /** A token that a client gets for itself, for `resource`. */
  tokenFor(resource: string, scope: string): Promise<string>;
  close(): Promise<void>;
}

/** Starts oidc-provider in a process of its own. */
export async function startAuthorizationServer(): Promise<AuthorizationServer> {
  const key = await newKey('signing');
  const env = { ...process.env, SIGNING_KEY: JSON.stringify(await exportJWK(key.pair.privateKey)) };
  const child = spawn(process.execPath, [SCRIPT], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { issuer } = JSON.parse(line) as { issuer: string };
  return {
    issuer,
    key,
    tokenFor: (resource, scope) => requestToken(issuer, resource, scope),
    async close() {
      if (child.exitCode !== null) return;
      child.kill();
      await once(child, 'exit');
    },
  };
}

async function requestToken(issuer: string, resource: string, scope: string): Promise<string> {
  const credentials = Buffer.from('robot:robot-secret').toString('base64');
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource, scope }),
  });
  const { access_token: token } = (await response.json()) as { access_token?: string };
  if (token === undefined) throw new Error(`No token: HTTP ${response.status}`);
  return token;
}
