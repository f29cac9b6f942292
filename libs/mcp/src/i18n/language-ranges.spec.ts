import { parseLanguageRanges } from './language-ranges.js';

describe('parseLanguageRanges', () => {
  it.each<[string | undefined, string[], string[]]>([
    ['zh-CN', ['zh-CN'], []],
    ['fr-ca,fr;q=0.9,en;q=0.5', ['fr-CA', 'fr', 'en'], []],
    ['en;q=0.5, de ; Q=0.8', ['de', 'en'], []],
    ['*', [], []],
    ['de, *;q=0.5, en;q=0.1', ['de'], []],
    ['*, en;q=0', [], ['en']],
    ['de_DE', ['de-DE'], []],
    ['', [], []],
    [undefined, [], []],
    // Malformed parts are passed over, a malformed weight is a low one.
    [';;;,  ,en;q=x,fr', ['fr', 'en'], []],
    ['x'.repeat(2000), [], []],
    ['<script>, en', ['en'], []],
  ])('reads %j', (value, wanted, unwanted) => {
    expect(parseLanguageRanges(value)).toEqual({ wanted, unwanted });
  });

  it('looks at twenty ranges, whatever is sent', () => {
    const many = Array.from({ length: 300 }, (_, i) => `en-x-a${i}`).join(',');
    expect(parseLanguageRanges(many.slice(0, 1000)).wanted).toHaveLength(20);
  });
});
