/** Adds sentences to a description: `Amount` + `must be odd` → `Amount. Must be odd.` */
export function describe(description: unknown, sentences: readonly string[]): string | undefined {
  const first = typeof description === 'string' ? description.trim() : '';
  if (sentences.length === 0) return first === '' ? undefined : first;
  const added = sentences.filter((sentence) => !first.includes(sentence)).map(toSentence);
  if (added.length === 0) return first === '' ? undefined : first;
  return [first === '' || /[.!?:;]$/.test(first) ? first : `${first}.`, ...added]
    .filter((text) => text !== '')
    .join(' ');
}

function toSentence(text: string): string {
  const capital = `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}
