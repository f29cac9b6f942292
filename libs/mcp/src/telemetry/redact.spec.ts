import { redact } from './redact.js';

describe('redact', () => {
  it('blots out what stands under a name of a secret, however deep', () => {
    const args = { user: 'ann', login: [{ Password: 'hunter2', pin: 1 }], mine: 'x' };
    expect(redact(args, ['mine'])).toEqual({
      user: 'ann',
      login: [{ Password: '[redacted]', pin: '[redacted]' }],
      mine: '[redacted]',
    });
  });

  it('looks into JSON that came as a text', () => {
    expect(redact({ login: ' {"user":"ann","password":"hunter2"}', list: '[1]' })).toEqual({
      login: '{"user":"ann","password":"[redacted]"}',
      list: '[1]',
    });
  });

  it.each([
    ['is cut off', '{"user":"ann","password":"hunt'],
    ['is very long', `[${'1,'.repeat(40_000)}{"password":"hunter2"}]`],
    ['is very deep', `${'['.repeat(100)}{"password":"hunter2"}${']'.repeat(100)}`],
  ])('shows nothing of JSON that sounds like a secret and %s', (_how, text) => {
    expect(redact({ text })).toEqual({ text: '[redacted]' });
  });

  it('leaves other texts as they are, but for their length', () => {
    const text = 'the password is on the desk';
    expect(redact({ text, long: 'x'.repeat(1_001), broken: '{ no json' })).toEqual({
      text,
      long: `${'x'.repeat(1_000)}… (1001)`,
      broken: '{ no json',
    });
  });
});
