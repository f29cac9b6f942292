import { covers, mayOverlap, readPattern } from './path-overlap.js';

function overlap(pattern: string, path: string, prefix = false): boolean {
  return mayOverlap(readPattern(pattern), readPattern(path), prefix);
}
function cover(pattern: string, path: string, prefix = false): boolean {
  return covers(readPattern(pattern), readPattern(path), prefix);
}

describe('mayOverlap', () => {
  it.each([
    ['/orders', '/orders', true],
    ['/orders/', '/orders', true],
    ['/Orders', '/orders', true],
    ['/orders/me', '/orders/:id', true],
    ['/orders/:id', '/orders/me', true],
    ['/*path', '/orders/:id', true],
    ['/{*path}', '/', true],
    ['/api/*path', '/orders', false],
    ['/orders', '/orders/:id', false],
    ['/orders/:id', '/orders', false],
    ['/a{/:b}', '/a', true],
    ['/users', '/orders', false],
    ['/:file.json', '/x', true],
  ])('compares %s with %s', (pattern, path, expected) => {
    expect(overlap(pattern, path)).toBe(expected);
  });

  it('mounts by prefix where it is told to', () => {
    expect(overlap('/orders', '/orders/:id', true)).toBe(true);
    expect(overlap('/orders', '/ordersx', true)).toBe(false);
  });

  it('says yes to a syntax that it does not know', () => {
    expect(overlap('/(.*)', '/orders')).toBe(true);
  });
});

describe('covers', () => {
  it.each([
    ['/*path', '/mcp', true],
    ['/{*path}', '/mcp', true],
    ['/mcp', '/mcp', true],
    ['/:any', '/mcp', true],
    ['/api/*path', '/mcp', false],
    ['/mcp.:x', '/mcp', false],
  ])('compares %s with %s', (pattern, path, expected) => {
    expect(cover(pattern, path)).toBe(expected);
  });

  it('is never sure of a syntax that it does not know', () => {
    expect(cover('/(.*)', '/mcp')).toBe(false);
  });
});
