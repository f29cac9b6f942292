import { VERSION_NEUTRAL, VersioningType, type VersioningOptions } from '@nestjs/common';
import type { VersionValue } from './nest-metadata.js';

/** The header by which a client of the route chooses it, where the application's versions travel so. */
export interface VersionHeader {
  readonly name: string;
  readonly value: string;
  /** Whether the caller has chosen a version of this method already. */
  fits(sent: unknown): boolean;
}

/**
 * What `enableVersioning()` asks of the headers; undefined where it asks for none. A custom extractor
 * may look anywhere: it is left with what the caller sent.
 */
export function versionHeader(
  version: VersionValue | undefined,
  options: VersioningOptions | undefined,
): VersionHeader | undefined {
  const versions = [version ?? options?.defaultVersion ?? VERSION_NEUTRAL].flat();
  const named = versions.filter((one) => typeof one === 'string');
  if (!options || named.length < versions.length) return undefined;
  if (options.type === VersioningType.HEADER) {
    const known = new Set<unknown>(named);
    const name = options.header.toLowerCase();
    return { name, value: named[0], fits: (sent) => known.has(sent) };
  }
  if (options.type !== VersioningType.MEDIA_TYPE) return undefined;
  const known = new Set(named.map((one) => options.key + one));
  return {
    name: 'accept',
    value: `application/json;${options.key}${named[0]}`,
    fits: (sent) =>
      String(sent)
        .split(/[;,]/)
        .some((part) => known.has(part.trim())),
  };
}
