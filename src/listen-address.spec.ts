import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { listenAddress, listenError } from './listen-address.js';

describe('listenAddress', () => {
  it('is port 3000 of this machine alone unless told otherwise', () => {
    expect(listenAddress({})).toEqual({ port: 3000, host: '127.0.0.1' });
  });

  it('takes PORT and HOST', () => {
    expect(listenAddress({ PORT: '0', HOST: '::' })).toEqual({ port: 0, host: '::' });
  });

  it.each(['http', '-1', '65536', '3000.5', ' 3000'])('refuses the port "%s" by name', (PORT) => {
    expect(() => listenAddress({ PORT })).toThrow(
      `PORT must be a number from 0 to 65535, not "${PORT}".`,
    );
  });
});

describe('listenError', () => {
  it('names PORT as the remedy where the address is taken', async () => {
    const first = createServer().listen(0, '127.0.0.1');
    await once(first, 'listening');
    const { port } = first.address() as AddressInfo;
    const second = createServer().listen(port, '127.0.0.1');
    const [error] = (await once(second, 'error')) as [Error];
    first.close();
    expect(listenError(error, { port, host: '127.0.0.1' }).message).toBe(
      `Port ${port} of 127.0.0.1 is in use: set PORT to another, or to 0 for any free one.`,
    );
  });

  it('leaves every other failure as it is', () => {
    const error = Object.assign(new Error('listen EACCES'), { code: 'EACCES' });
    expect(listenError(error, { port: 80, host: '0.0.0.0' })).toBe(error);
  });
});
