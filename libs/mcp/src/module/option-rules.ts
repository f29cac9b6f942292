import type { SetupProblem } from '../errors/setup.error.js';
import { LONGEST_TIMER } from '../wire/timers.js';
import { nearestName } from './nearest-name.js';

/** What an option's value must be; undefined where it is right. */
export type Rule = (value: unknown) => string | undefined;

export type Rules<Options> = { readonly [Key in keyof Required<Options>]: Rule };

export const anything: Rule = () => undefined;
export const text: Rule = (value) =>
  typeof value === 'string' && value !== '' ? undefined : 'a text';
export const flag: Rule = (value) => (typeof value === 'boolean' ? undefined : 'true or false');
export const list: Rule = (value) => (Array.isArray(value) ? undefined : 'an array');
export const whole: Rule = (value) =>
  typeof value === 'number' && Number.isInteger(value) && value > 0
    ? undefined
    : 'a whole number, at least 1';
export const oneOf =
  (...words: readonly string[]): Rule =>
  (value) =>
    words.includes(value as string) ? undefined : words.map((word) => `'${word}'`).join(' or ');
export const object: Rule = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? undefined : 'an object';

/** What a timer is set to: beyond its bounds it would fire at once, again and again. */
export const time =
  (least: number): Rule =>
  (value) =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= LONGEST_TIMER
      ? undefined
      : `a whole number of milliseconds, at least ${least} and at most ${LONGEST_TIMER}`;

/**
 * What is wrong with options, by the rule of each.
 *
 * @param place where the option of a name stands, for the report
 */
export function problemsIn(
  options: object,
  rules: Readonly<Record<string, Rule>>,
  place: (key: string) => string,
): SetupProblem[] {
  return Object.entries(options).flatMap(([key, value]): SetupProblem[] => {
    if (value === undefined) return [];
    const rule = Object.hasOwn(rules, key) ? rules[key] : undefined;
    if (!rule) return [problem(place(key), key, 'there is no such option', Object.keys(rules))];
    const wanted = rule(value);
    return wanted === undefined ? [] : [problem(place(key), key, `must be ${wanted}`)];
  });
}

function problem(where: string, key: string, message: string, known?: string[]): SetupProblem {
  return {
    code: 'MCP_OPTION_INVALID',
    where,
    message,
    remedy: known ? suggestion(key, known) : 'correct it, or leave it out',
  };
}

function suggestion(key: string, known: readonly string[]): string {
  const near = nearestName(key, known);
  return near === undefined ? `use one of: ${known.join(', ')}` : `did you mean ${near}?`;
}
