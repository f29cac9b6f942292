import { loggable } from './client-log.js';

describe('loggable', () => {
  it('takes whole escape sequences out of a coloured line', () => {
    expect(loggable('\u001b[32m[Nest] 42  - \u001b[39mup\u0007')).toBe('[Nest] 42  - up');
  });

  it('keeps a line of reasonable length', () => {
    expect(loggable('x'.repeat(3000))).toBe(`${'x'.repeat(2000)}...`);
  });
});
