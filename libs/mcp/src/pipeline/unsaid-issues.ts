import type { ArgumentIssue } from '../schema/argument-check.js';
import { issueText } from './argument-refusal.js';

/** Adds what the check found about fields that the application's own message does not name. */
export function withIssues(said: string, issues: readonly ArgumentIssue[]): string {
  const text = plainPaths(said);
  const unsaid = issues.filter((issue) => !isSaid(text, issue)).map(issueText);
  return unsaid.length === 0 ? said : [said, ...unsaid].join('; ');
}

/** What class-validator says of a date, which is no word to somebody who writes JSON. */
const FOREIGN = 'must be a Date instance';

function isSaid(text: string, { path, message }: ArgumentIssue): boolean {
  if (path === '') return text.includes(message);
  const place = plainPaths(path);
  // As a word of its own: "id" is not what "Validation failed" speaks of.
  for (let at = text.indexOf(place); at >= 0; at = text.indexOf(place, at + 1)) {
    const rest = text.slice(at + place.length);
    const isWhole = !/[\w$.-]/.test(text.charAt(at - 1)) && !/^(?:[\w$-]|\.[\w$])/.test(rest);
    if (isWhole) return !rest.startsWith(` ${FOREIGN}`);
  }
  return false;
}

/** `a[0]["b c"]` as class-validator writes it: `a.0.b c`; `a.property b should not exist` as `a.b`. */
function plainPaths(text: string): string {
  return text
    .replaceAll(/\[(\d+)\]/g, '.$1')
    .replaceAll(/\["([^"]*)"\]/g, '.$1')
    .replaceAll(/(?<=\.)property (?=\S+ should not exist)/g, '');
}
