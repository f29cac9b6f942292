import { RemoteTool } from '../remote-tool.js';
import { exposedTools } from './exposed-tools.js';

const tools = ['read_file', 'write_file', 'list', 'constructor'].map(
  (name) =>
    new RemoteTool(`mcp_s_${name}`, 's', { name, inputSchema: { type: 'object' } }, async () => ({
      success: true,
      content: [],
    })),
);
const names = (expose: Parameters<typeof exposedTools>[1]) =>
  exposedTools(tools, expose).map(({ name }) => name);

describe('exposedTools', () => {
  it('serves nothing unless told so', () => {
    expect([names(undefined), names(false), names({ include: [] })]).toEqual([[], [], []]);
  });

  it('serves all, or what patterns let through; what is excluded stays out', () => {
    expect(names(true)).toHaveLength(4);
    expect(names({ include: ['*_file'] })).toEqual(['mcp_s_read_file', 'mcp_s_write_file']);
    expect(names({ include: ['*_file'], exclude: ['w*'] })).toEqual(['mcp_s_read_file']);
    expect(names({ include: ['r*_f*e', 'lis'] })).toEqual(['mcp_s_read_file']);
  });

  it('gives other names, never those that every object inherits', () => {
    expect(names({ include: ['list', 'constructor'], rename: { list: 'ls' } })).toEqual([
      'ls',
      'mcp_s_constructor',
    ]);
  });

  it('reads a pattern as a pattern and nothing more, however it is written', () => {
    expect(names({ include: ['.*', 'list|read_file', 'l+ist'] })).toEqual([]);
    const begun = performance.now();
    names({ include: [`${'*a'.repeat(2000)}*b`] });
    expect(performance.now() - begun).toBeLessThan(200);
  });
});
