import { STRING_CONSTRAINTS } from '../../src/schema/string-constraints.js';
import { publishedKeys } from '../../src/schema/profiles/published-key.js';
import { suggestToolName } from '../../src/tools/tool-name.js';
import { byDeadline } from './support/by-deadline.js';

const LONG = 20_000;
/** What a pattern may hold many of, repeated and then broken off. */
const UNITS = ['a', 'A', '1', '_', '-', ' ', '.', ',', '/', ':', '@', '%', '"', '(', ')', '+', '🙂']
  .concat(['a.', '1.', 'a-', 'a@', ' )', '0,', ';a', '&x', 'xt=', '1:', 'a:@'])
  .map((unit) => unit.repeat(LONG / unit.length));
const STARTS = ['', 'a@', 'http://', 'magnet:?', '{', 'hsl(', '1.0.0-', '2026-01-01T10:00:00.'];

const OF_STRING = {
  type: {
    design: String,
    container: undefined,
    converted: undefined,
    isDynamic: false,
    keepsDiscriminator: false,
  },
  isNested: false,
  isString: true,
};

/** The strictest options are those that count. */
const OPTIONS: Readonly<Record<string, readonly unknown[]>> = {
  isStrongPassword: [{ minLowercase: 24, minUppercase: 24, minNumbers: 24, minSymbols: 24 }],
  isEmail: [{ ignore_max_length: true }],
  isFqdn: [{ ignore_max_length: true }],
  isUrl: [{ require_tld: false }],
  matches: [/^a/],
  contains: ['a'],
  isHash: ['sha512'],
};

describe('Text that a peer makes up to be slow', () => {
  it.each(Object.entries(STRING_CONSTRAINTS))(
    'the pattern of %s is through with it',
    (name, of) => {
      const { pattern = '' } = of(OPTIONS[name] ?? [], OF_STRING).schema as { pattern?: string };
      const expression = new RegExp(pattern, 'u');
      const few = `${'aA1!'.repeat(23)}${' '.repeat(LONG)}`;
      const verdicts = byDeadline(() =>
        STARTS.flatMap((start) =>
          [few, ...UNITS].map((text) => expression.test(`${start}${text}\n!`)),
        ),
      );
      expect(verdicts).toHaveLength(STARTS.length * (UNITS.length + 1));
    },
  );

  it('a name of a remote server is made legal', () => {
    const name = `x${'_'.repeat(500_000)}!x`;
    const names = byDeadline(() => [
      suggestToolName(name),
      ...publishedKeys([name], 'gemini').values(),
    ]);
    expect(names).toEqual(['x'.padEnd(64, '_'), expect.stringMatching(/^x_{54}_[0-9a-f]{8}$/)]);
  });
});
