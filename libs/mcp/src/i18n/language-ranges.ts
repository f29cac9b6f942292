import { canonicalTag } from './language-tag.js';

/** What a caller asks for. */
export interface LanguageRanges {
  /** Canonical tags, the best liked first, up to a wildcard. */
  readonly wanted: readonly string[];
  /** Tags that must not be chosen (`q=0`). */
  readonly unwanted: readonly string[];
}

/** Longer lists are no person's wish. */
const MOST_RANGES = 20;
const LONGEST_HEADER = 1000;

const NOTHING: LanguageRanges = Object.freeze({ wanted: [], unwanted: [] });

interface Range {
  readonly tag: string | undefined;
  readonly isWildcard: boolean;
  readonly weight: number;
}

/** What a caller asks for, as nothing where it is longer than any person's wish. */
export function boundedHeader(value: string | undefined): string | undefined {
  return value === undefined || value.length > LONGEST_HEADER ? undefined : value;
}

/** Reads the syntax of `Accept-Language` (RFC 9110 §12.5.4); what is malformed is passed over. */
export function parseLanguageRanges(value: string | undefined): LanguageRanges {
  const header = boundedHeader(value);
  if (header === undefined) return NOTHING;
  const ranges = header.split(',', MOST_RANGES).map(readRange);
  const liked = ranges.filter(({ weight }) => weight > 0).toSorted((a, b) => b.weight - a.weight);
  // Behind a wildcard nothing is liked better than anything else.
  const wildcard = liked.findIndex(({ isWildcard }) => isWildcard);
  const before = wildcard === -1 ? liked : liked.slice(0, wildcard);
  return { wanted: tagsOf(before), unwanted: tagsOf(ranges.filter(({ weight }) => weight === 0)) };
}

function readRange(text: string): Range {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim());
  const isWildcard = range === '*';
  const tag = isWildcard ? undefined : canonicalTag(range);
  return { tag, isWildcard, weight: weightOf(parameters) };
}

function weightOf(parameters: readonly string[]): number {
  const given = parameters.find((parameter) => /^q=/i.test(parameter));
  if (given === undefined) return 1;
  const weight = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i.exec(given)?.[1];
  return weight === undefined ? 0.001 : Number(weight);
}

function tagsOf(ranges: readonly Range[]): string[] {
  return ranges.flatMap(({ tag }) => tag ?? []);
}
