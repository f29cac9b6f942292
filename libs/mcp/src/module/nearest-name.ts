/** The name that was most likely meant: one that begins so, or differs by two letters at most. */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  const word = given.toLowerCase();
  const isBeginning = (name: string): boolean => {
    const other = name.toLowerCase();
    return word.length >= 3 && (other.startsWith(word) || word.startsWith(other));
  };
  const scored = known
    .map((name) => ({ name, score: isBeginning(name) ? 1 : distance(word, name.toLowerCase()) }))
    .filter(({ name, score }) => score <= 2 && score < name.length / 2);
  scored.sort((a, b) => a.score - b.score);
  return scored[0]?.name;
}

/** Letters to add, drop or change (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const changed = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(changed, row[j] + 1, next[j - 1] + 1));
    }
    row = next;
  }
  return row[b.length];
}
