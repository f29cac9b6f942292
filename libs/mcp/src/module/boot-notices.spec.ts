import { countLine, noticeLines } from './boot-notices.js';

const notice = (where: string, message: string) => ({
  code: 'X',
  where,
  message,
  remedy: 'mend it',
});

describe('noticeLines', () => {
  it('gathers the notices of a method in one line, each with its place, and counts what it leaves out', () => {
    const lines = noticeLines([
      notice('A.one', 'first'),
      notice('A.one #/properties/x', 'second'),
      notice('B.two', 'other'),
      notice('A.one', 'third'),
      notice('A.one', 'fourth'),
    ]);
    expect(lines).toEqual([
      'A.one: X first → mend it; X #/properties/x: second → mend it; X third → mend it; and 1 more',
      'B.two: X other → mend it',
    ]);
  });

  it('says nothing of nothing', () => {
    expect(noticeLines([])).toEqual([]);
  });
});

describe('countLine', () => {
  it('says nothing while every client takes them all', () => {
    expect(countLine(40)).toBeUndefined();
  });

  it.each([
    [41, 'Cursor'],
    [128, 'Cursor'],
    [129, 'GitHub Copilot'],
  ])('at %i tools names %s', (tools, client) => {
    expect(countLine(tools)).toContain(client);
  });
});
