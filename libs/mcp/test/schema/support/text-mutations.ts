const INSERTED = [
  '0',
  '9',
  'a',
  'F',
  'Z',
  '-',
  '_',
  '.',
  ':',
  '/',
  '@',
  ' ',
  '\n',
  '+',
  '%',
  '"',
  'ü',
  '日',
  '😀',
  ',',
  '=',
  '(',
];

/** The text itself and texts that differ from it by one character, one case, or one end. */
export function mutationsOf(text: string): string[] {
  const texts = new Set([
    text,
    text.toUpperCase(),
    text.toLowerCase(),
    ` ${text}`,
    `${text}\n`,
    '',
    text + text,
  ]);
  const characters = Array.from(text);
  for (let at = 0; at <= characters.length; at += 1) {
    const [before, after] = [characters.slice(0, at).join(''), characters.slice(at + 1).join('')];
    texts.add(before);
    texts.add(before + after);
    texts.add(before + (characters[at] ?? '').repeat(2) + after);
    for (const inserted of INSERTED) {
      texts.add(before + inserted + after);
      texts.add(before + inserted + (characters[at] ?? '') + after);
    }
  }
  return [...texts];
}
