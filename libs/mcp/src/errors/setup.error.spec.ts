import { inspect } from 'node:util';
import { SetupError } from './setup.error.js';

describe('SetupError', () => {
  const problem = { code: 'MCP_X', where: 'A.b', message: 'is wrong', remedy: 'right it' };

  it('is printed once, and can be read all the same', () => {
    const error = new SetupError([problem]);
    expect(inspect(error).match(/MCP_X/g)).toHaveLength(1);
    expect(error.problems).toEqual([problem]);
  });
});
