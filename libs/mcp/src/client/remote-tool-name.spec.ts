import { remoteToolName } from './remote-tool-name.js';

describe('remoteToolName', () => {
  it('is mcp_{server}_{tool} wherever that is legal', () => {
    expect(remoteToolName('github', 'create_issue')).toBe('mcp_github_create_issue');
    expect(remoteToolName('a', 'x'.repeat(58))).toHaveLength(64);
  });

  it('shortens a long name with a hash of the whole, the same every time', () => {
    const long = (end: string) => remoteToolName('server', `${'x'.repeat(90)}${end}`);
    expect(long('a')).toMatch(/^mcp_server_x{44}-[0-9a-f]{8}$/);
    expect(long('a')).toHaveLength(64);
    expect(long('a')).toBe(long('a'));
    expect(long('a')).not.toBe(long('b'));
  });

  it('keeps names apart that differ only in characters that no client takes', () => {
    const names = ['get.item', 'get/item', 'get item', 'get_item', 'gét_item', 'get-item'].map(
      (name) => remoteToolName('s', name),
    );
    expect(new Set(names).size).toBe(6);
    for (const name of names) expect(name).toMatch(/^mcp_s_[A-Za-z0-9_-]+$/);
  });

  it('keeps the longest key whole', () => {
    const key = 'k'.repeat(40);
    expect(remoteToolName(key, 'x'.repeat(90))).toMatch(new RegExp(`^mcp_${key}_x+-`));
  });
});
