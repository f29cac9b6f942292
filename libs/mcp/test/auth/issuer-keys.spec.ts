import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Issuer, newKey } from './support/issuer.js';
import { bearer, refusalOf, resourceServer } from './support/requests.js';

describe("the issuer's keys", () => {
  let issuer: Issuer;
  beforeEach(async () => (issuer = await Issuer.start()));
  afterEach(() => issuer.close());

  it('are fetched once for many tokens', async () => {
    const server = await resourceServer(issuer);
    const tokens = await Promise.all([1, 2, 3, 4].map(() => issuer.token()));
    await Promise.all(tokens.map((token) => server.authenticate(bearer(token))));
    await server.authenticate(bearer(await issuer.token()));
    expect(issuer.fetches).toBe(1);
  });

  it('are fetched again when a token names a new one', async () => {
    const server = await resourceServer(issuer, {}, { keyTimes: { cooldown: 0 } });
    await server.authenticate(bearer(await issuer.token()));
    const second = await newKey('second');
    issuer.published = [issuer.key, second];
    const rotated = await issuer.token({ key: second });
    await expect(server.authenticate(bearer(rotated))).resolves.toMatchObject({ subject: 'alice' });
    expect(issuer.fetches).toBe(2);
  });

  it('are not fetched for each of many forged tokens', async () => {
    const server = await resourceServer(issuer);
    const forged = await issuer.token({ key: await newKey('unknown') });
    for (let count = 0; count < 20; count += 1)
      await refusalOf(server.authenticate(bearer(forged)));
    expect(issuer.fetches).toBe(1);
  });

  it('stop counting when they are withdrawn', async () => {
    const server = await resourceServer(issuer, {}, { keyTimes: { maxAge: 0, cooldown: 0 } });
    const token = await issuer.token();
    await server.authenticate(bearer(token));
    issuer.published = [await newKey('second')];
    await expect(refusalOf(server.authenticate(bearer(token)))).resolves.toMatchObject({
      status: 401,
    });
  });

  it('may be told apart by their kind where a token names none', async () => {
    issuer.published = [issuer.key, await newKey('rsa', 'RS256')];
    const server = await resourceServer(issuer);
    const nameless = await issuer.token({ header: { kid: undefined } });
    await expect(server.authenticate(bearer(nameless))).resolves.toMatchObject({
      subject: 'alice',
    });
  });

  it('leave a token undecided while they cannot be had: 503, told to the operator', async () => {
    const told: Error[] = [];
    const server = await resourceServer(issuer, {}, { onKeysUnavailable: (e) => told.push(e) });
    issuer.isDown = true;
    const refusal = await refusalOf(server.authenticate(bearer(await issuer.token())));
    expect(refusal).toMatchObject({ code: 'MCP_AUTH_UNAVAILABLE', status: 503 });
    expect(refusal.headers).toBeUndefined();
    expect(told).toHaveLength(1);
  });

  it('go on counting while a forged token cannot be looked up', async () => {
    const server = await resourceServer(issuer, {}, { keyTimes: { cooldown: 0 } });
    const good = await issuer.token();
    await server.authenticate(bearer(good));
    issuer.isDown = true;
    const forged = await issuer.token({ key: await newKey('unknown') });
    await expect(refusalOf(server.authenticate(bearer(forged)))).resolves.toMatchObject({
      status: 503,
    });
    await expect(server.authenticate(bearer(good))).resolves.toMatchObject({ subject: 'alice' });
  });

  it.each(['metadata', 'key set'])('are not waited for where their %s has no end', async (what) => {
    let sent = 0;
    let end!: () => void;
    const cut = new Promise<void>((resolve) => (end = resolve));
    const endless = createServer((_request, response) => {
      const more = (): void => {
        for (let room = true; room && !response.destroyed; sent += 1) {
          room = response.write(' '.repeat(64 * 1024));
        }
      };
      response.on('drain', more).on('close', end);
      more();
    }).listen(0, '127.0.0.1');
    await once(endless, 'listening');
    const address = `http://127.0.0.1:${(endless.address() as AddressInfo).port}`;
    const options = what === 'metadata' ? { issuer: address } : { jwksUri: `${address}/keys` };
    const server = await resourceServer(issuer, options);
    const claims = what === 'metadata' ? { iss: address } : {};
    const refusal = await refusalOf(server.authenticate(bearer(await issuer.token({ claims }))));
    await cut;
    endless.close();
    expect(refusal.code).toBe('MCP_AUTH_UNAVAILABLE');
    // What the sockets hold beside it is some megabytes; what five seconds hold, thousands.
    expect(sent * 64 * 1024).toBeLessThan(32 * 1024 * 1024);
  });

  it('are not taken from metadata that speaks for another issuer', async () => {
    const server = await resourceServer(issuer, { issuer: `${issuer.url}/` });
    const told = await refusalOf(server.authenticate(bearer(await issuer.token())));
    expect(told.code).toBe('MCP_AUTH_UNAVAILABLE');
  });

  it('are found where the options say', async () => {
    const server = await resourceServer(issuer, { jwksUri: `${issuer.url}/jwks` });
    await expect(server.authenticate(bearer(await issuer.token()))).resolves.toMatchObject({
      subject: 'alice',
    });
  });
});
