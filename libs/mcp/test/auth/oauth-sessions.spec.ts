import type { INestApplication } from '@nestjs/common';
import { AUDIENCE, Issuer } from './support/issuer.js';
import { send, startOAuthApp } from './support/oauth-app.js';

const INITIALIZE = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 't', version: '0' },
};

describe('a session of the handshake era under OAuth', () => {
  let issuer: Issuer;
  let app: INestApplication;
  let mcp: string;

  beforeEach(async () => {
    issuer = await Issuer.start();
    const oauth = { issuer: issuer.url, audience: AUDIENCE };
    const sessions = { keys: ['k'.repeat(32)] };
    const started = await startOAuthApp({ mcp: { oauth, sessions } });
    app = started.app;
    mcp = `${started.origin}/mcp`;
  });
  afterEach(async () => {
    await app.close();
    await issuer.close();
  });

  const as = async (claims: Readonly<Record<string, unknown>> = {}) => ({
    authorization: `Bearer ${await issuer.token({ claims })}`,
  });

  async function open(): Promise<string> {
    const opened = await send(mcp, 'initialize', INITIALIZE, await as({ jti: 'first' }));
    const id = opened.headers.get('mcp-session-id');
    expect(opened.status).toBe(200);
    return id ?? '';
  }

  it('O-H06 outlives the refresh of the token', async () => {
    const session = { 'mcp-session-id': await open(), 'mcp-protocol-version': '2025-11-25' };
    const refreshed = { ...(await as({ jti: 'second' })), ...session };
    expect((await send(mcp, 'tools/list', {}, refreshed)).status).toBe(200);
  });

  it.each([
    ['another person', { sub: 'mallory' }],
    ['another client of the same person', { client_id: 'other' }],
  ])('is unknown to %s', async (_, claims) => {
    const session = { 'mcp-session-id': await open(), 'mcp-protocol-version': '2025-11-25' };
    const stolen = { ...(await as(claims)), ...session };
    expect((await send(mcp, 'tools/list', {}, stolen)).status).toBe(404);
    for (const method of ['GET', 'DELETE']) {
      const answer = await fetch(mcp, {
        method,
        headers: { accept: 'text/event-stream', ...stolen },
      });
      expect(answer.status).toBe(404);
    }
  });

  it('asks for the token on GET and DELETE, too', async () => {
    const session = { 'mcp-session-id': await open(), accept: 'text/event-stream' };
    for (const method of ['GET', 'DELETE']) {
      const answer = await fetch(mcp, { method, headers: session });
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toContain('resource_metadata="');
    }
  });
});
