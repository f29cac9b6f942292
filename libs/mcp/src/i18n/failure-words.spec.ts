import { failureWords } from './failure-words.js';
import { fillIn } from './fill-in.js';
import { Languages } from './languages.js';

const WORDS: Readonly<Record<string, string>> = {
  'errors.OUT_OF_STOCK': 'Nur noch {left} Stück ({unknown})',
  'errors.CONFLICT': 'Konflikt: {message}',
  'errors.INTERNAL': 'Interner Fehler',
};

describe('failureWords', () => {
  let languages: Languages;
  beforeAll(async () => {
    languages = await Languages.create({
      source: {
        languages: () => ['de'],
        message: (key, language, values) => {
          const words = language === 'de' ? WORDS[key] : undefined;
          return words && fillIn(words, values);
        },
      },
    });
  });

  it.each([
    ['OUT_OF_STOCK', 'Only 3 left', { left: 3 }, 'Nur noch 3 Stück ({unknown})'],
    ['CONFLICT', 'It is paid', undefined, 'Konflikt: It is paid'],
    ['CONFLICT', 'It is paid', ['x'], 'Konflikt: It is paid'],
    ['INTERNAL', 'Internal server error (ref 1a2b)', undefined, 'Interner Fehler (ref 1a2b)'],
    ['TIMEOUT', 'Too late', undefined, undefined],
  ])('%s: %j with %j', (code, message, details, expected) => {
    expect(failureWords({ code, message, details }, 'de', languages)).toBe(expected);
    expect(failureWords({ code, message, details }, 'en', languages)).toBeUndefined();
  });

  it('takes nothing but own, printable values for a place', () => {
    expect(fillIn('{constructor} {a} {b} {c.d}', { a: {}, b: null, 'c.d': false })).toBe(
      '{constructor} {a} {b} false',
    );
  });
});
