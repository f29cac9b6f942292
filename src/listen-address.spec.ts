import { listenAddress } from './listen-address.js';

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
