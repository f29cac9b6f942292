import { loadPeer } from './optional-peer.js';

const NEED = { where: 'McpModule.forRoot({ x })', message: 'x needs a package' };

describe('loadPeer', () => {
  it('gives the module that is there', async () => {
    const path = await loadPeer('node:path', NEED, () => import('node:path'));
    expect(path.join('a', 'b')).toBe('a/b');
  });

  it('names the package to install where it is not there', async () => {
    const name = '@nobody/has-this';
    await expect(loadPeer(name, NEED, () => import(name as string))).rejects.toMatchObject({
      problems: [{ ...NEED, code: 'MCP_PEER_MISSING', remedy: 'npm install @nobody/has-this' }],
    });
  });

  it('leaves the error of a package that is there and lacks another', async () => {
    const lacking = 'what-it-needs';
    const loaded = loadPeer('@nobody/has-this', NEED, () => import(lacking as string));
    await expect(loaded).rejects.toThrow('what-it-needs');
    await expect(loaded).rejects.not.toHaveProperty('problems');
  });
});
