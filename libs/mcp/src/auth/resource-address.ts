const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/** What we use of Express's and Fastify's request: both weigh `trust proxy` in these members. */
export interface AddressedRequest {
  /** `https` behind a proxy that is trusted and says so; forwarded headers of others do not count. */
  readonly protocol?: string;
  readonly host?: string;
  readonly headers?: Readonly<Record<string, string | string[] | undefined>>;
  readonly method?: string;
  /** Path and query as the client sent them. */
  readonly originalUrl?: string;
  readonly url?: string;
}

/**
 * The endpoint's address as this client uses it: the configured one, else what the request says. No
 * query, no trailing slash.
 */
export function resourceAddress(
  publicUrl: string | undefined,
  request: AddressedRequest,
): string | undefined {
  if (publicUrl !== undefined) return trimmed(publicUrl);
  const host = request.host ?? request.headers?.host;
  const path = pathOf(request.originalUrl ?? request.url ?? '/');
  const address = `${request.protocol ?? 'http'}://${String(host)}${path}`;
  return host !== undefined && URL.canParse(address) ? trimmed(address) : undefined;
}

/** Where the metadata of `resource` is: at the origin's root, the path inserted (RFC 9728 §3.1). */
export function metadataAddress(resource: string): string {
  const { origin, pathname } = new URL(resource);
  return origin + metadataPath(pathname);
}

/** The path of the metadata document of an endpoint at `path`. */
export function metadataPath(path: string): string {
  return WELL_KNOWN + path.replace(/\/$/, '');
}

/** The endpoint's path that a metadata path speaks of; undefined for any other path. */
export function resourcePath(path: string): string | undefined {
  if (path !== WELL_KNOWN && !path.startsWith(`${WELL_KNOWN}/`)) return undefined;
  return path.slice(WELL_KNOWN.length).replace(/\/$/, '');
}

/** Whether two URLs name the same target, query and fragment aside (RFC 9449 §4.3, check 9). */
export function isSameTarget(left: string, right: string): boolean {
  return URL.canParse(left) && URL.canParse(right) && trimmed(left) === trimmed(right);
}

/** `URL` lower-cases scheme and host and drops the default port. */
function trimmed(text: string): string {
  const { origin, pathname } = new URL(text);
  return origin + pathname.replace(/\/$/, '');
}

/** The path of a request target, without its query. */
export function pathOf(requestTarget: string): string {
  return requestTarget.split('?', 1)[0] ?? '';
}
