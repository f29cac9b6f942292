import { escapePattern, toPattern } from './pattern.js';

const EXPRESSIONS: readonly RegExp[] = [
  /^[a-z]{2,4}$/,
  /^[a-z]+$/i,
  /^[A-F0-9]+$/i,
  /^[X-c]+$/i,
  /^[а-яё]+$/i,
  /^σ$/i,
  /^[α-ω]$/i,
  /^abc$/i,
  /^b$/m,
  /^a.c$/s,
  /a.c/,
  new RegExp('^[\\w-\\.]+$'),
  /^[\w\-.]+$/,
  /^[a\-z]$/,
  new RegExp('\\-\\_\\:\\!'),
  /^[^\d\s]+$/i,
  /^é+$/i,
  /^[éa]$/i,
  /(?<year>\d{4})-\k<year>/u,
  /^\p{L}+$/u,
  /^[\p{L}\d]+$/u,
  /^(a|b)\1$/,
  /^\u0041\x42$/,
  /x{2}y{,3}/,
  /a{1,}]/,
  /^(?=.*[a-z])(?=.*\d).{4,}$/,
  /(?<!a)b/,
  /^s+k$/iu,
  /^[r-t]$/iu,
  /\//,
  /^\s*$/,
  /[^]/,
  /^[[]$/,
  /^[\]^]$/,
  /\bword\b/i,
  /\cA/,
];

const TEXTS = [
  '', 'a', 'b', 'A', 'abc', 'ABC', 'aBc', 'a\nc', 'a\nb\nc', 'b\n', 'a-b.c', 'a b', 'é', 'É', 'Éé',
  's', 'S', 'ſ', 'k', 'K', 'K', 'sK', 'ſk', 'aa', 'ab', 'AB', 'xxy{,3}', 'a]', 'aaa]', 'ab1c',
  '-_:!', '\u0001', '[', ']', '^', '2024-2024', '2024-2025', '日本', '12', 'a1', 'a word', 'WORD',
  '/', ' ', 'Ж', 'ж', 'Ё', 'σ', 'ς', 'Σ', '\u2028b', 'R', 't', '\\', 'Z', '_', 'F0', 'f0', 'G',
]; // prettier-ignore

describe('toPattern', () => {
  it.each(EXPRESSIONS)('%s matches the same texts under the u flag alone', (expression) => {
    const pattern = toPattern(expression);
    expect(pattern).toBeDefined();
    const rewritten = new RegExp(pattern as string, 'u');
    for (const text of TEXTS) {
      expect(`${JSON.stringify(text)} ${rewritten.test(text)}`).toBe(
        `${JSON.stringify(text)} ${expression.test(text)}`,
      );
    }
  });

  it.each([
    /^\p{Lu}$/iu,
    /^[а-я]+$/iu,
    /(a)\1/i,
    new RegExp('\\u{61}'),
    new RegExp('\\p{L}'),
    /a/y,
    /^\w+$/iu,
    /σ/iu,
  ])('says that %s cannot be written without its flags', (expression) => {
    expect(toPattern(expression)).toBeUndefined();
  });

  it('leaves an expression alone that means the same under u', () => {
    expect(toPattern(/^[a-z]{2,4}$/)).toBe('^[a-z]{2,4}$');
  });
});

describe('escapePattern', () => {
  it('makes a pattern that matches exactly the text', () => {
    const text = 'a.b*c+d?(e)[f]{g}|h^i$j\\k/l-m';
    expect(new RegExp(`^${escapePattern(text)}$`, 'u').test(text)).toBe(true);
    expect(new RegExp(`^${escapePattern('a.b')}$`, 'u').test('axb')).toBe(false);
  });
});
