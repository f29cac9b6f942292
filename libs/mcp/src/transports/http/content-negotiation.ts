import type { ProtocolError } from '../../errors/protocol.error.js';
import { mediaType, quote } from './http-faults.js';

/** In which forms a client takes its answer; `either`: JSON, or a stream where it is needed. */
export type AnswerForm = 'json' | 'stream' | 'either';

const USUAL_ACCEPT = 'application/json, text/event-stream';

/**
 * Reads `Accept`. The specification wants both types named; clients are known to err, so a client
 * that names one gets that one, and a missing header or a wildcard means JSON: who does not name
 * event streams often cannot read them.
 *
 * @returns undefined where the client takes neither
 */
export function answerForm(accept: string | undefined): AnswerForm | undefined {
  if (accept === undefined || accept.trim() === '') return 'json';
  if (accept === USUAL_ACCEPT) return 'either';
  const ranges = acceptedRanges(accept);
  const stream = ranges.has('text/event-stream');
  const json = ['application/json', 'application/*', '*/*'].some((range) => ranges.has(range));
  if (json) return stream ? 'either' : 'json';
  return stream ? 'stream' : undefined;
}

/** Whether a GET may be answered with a stream, which is all that it can be answered with. */
export function acceptsStream(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === '') return true;
  const ranges = acceptedRanges(accept);
  return ['text/event-stream', 'text/*', '*/*'].some((range) => ranges.has(range));
}

function acceptedRanges(accept: string): Set<string> {
  const ranges = new Set<string>();
  for (const part of accept.toLowerCase().split(',')) {
    const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const refused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    if (!refused) ranges.add(range);
  }
  return ranges;
}

/**
 * The fault of a body's declaration; undefined where it is JSON in UTF-8, not compressed.
 *
 * Strict, also where the header is missing: any web page can post `text/plain` or an untyped body
 * to any server without asking first.
 */
export function bodyTypeFault(
  contentType: string | undefined,
  contentEncoding: string | undefined,
): ProtocolError | undefined {
  // A few kilobytes of gzip unpack to gigabytes: past every limit that is counted before unpacking.
  if (contentEncoding !== undefined && contentEncoding.toLowerCase() !== 'identity') {
    return mediaType(`Content-Encoding ${quote(contentEncoding)} is not accepted: send plain`);
  }
  if (contentType === 'application/json') return undefined;
  if (contentType === undefined) return mediaType('Content-Type is missing');
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim());
  if (type.toLowerCase() !== 'application/json') {
    return mediaType(`Content-Type ${quote(contentType)} is not accepted`);
  }
  const charset = parameters.find((parameter) => /^charset=/i.test(parameter));
  if (charset === undefined || /^charset="?(utf-?8|us-ascii)"?$/i.test(charset)) return undefined;
  return mediaType(`${quote(charset)} is not accepted: JSON travels in UTF-8`);
}
