import type { SetupProblem } from '../errors/setup.error.js';
import { ASYMMETRIC_ALGORITHMS, isAsymmetric } from './algorithms.js';
import type { McpDpopOptions, McpOAuthOptions } from './oauth.options.js';
import { isScopeToken } from './scope-token.js';
import { isTrustworthyUrl } from './trustworthy-url.js';

/** `McpOAuthOptions`, checked and complete. */
export interface OAuthSettings {
  readonly issuer: string;
  readonly audience: readonly string[];
  readonly scopes: readonly string[];
  readonly requiredScopes: readonly string[];
  readonly scopeHierarchy: Readonly<Record<string, readonly string[]>>;
  /** Undefined: derived from each request. */
  readonly publicUrl?: string;
  readonly jwksUri?: string;
  readonly algorithms: readonly string[];
  readonly tokenTypes: readonly string[];
  /** Seconds, as `jose` counts. */
  readonly clockTolerance: number;
  readonly dpop: McpDpopOptions;
  readonly authorizationServers: readonly string[];
  readonly resourceName?: string;
  readonly resourceDocumentation?: string;
}

const DEFAULT_CLOCK_TOLERANCE = 5000;
const SHORTEST_SECRET = 32;

/**
 * Completes the options; every fault is told to `fault`.
 *
 * @param publicUrl the module's, where `oauth` names none
 */
export function settleOAuth(
  options: McpOAuthOptions,
  publicUrl: string | undefined,
  fault: (problem: SetupProblem) => void,
): OAuthSettings {
  const address = options.publicUrl ?? publicUrl;
  const { audience = address, requiredScopes = [], dpop = 'accept' } = options;
  const settings: OAuthSettings = {
    issuer: options.issuer,
    audience: audience === undefined ? [] : [audience].flat(),
    scopes: options.scopes ?? requiredScopes,
    requiredScopes,
    scopeHierarchy: options.scopeHierarchy ?? {},
    publicUrl: address,
    jwksUri: options.jwksUri,
    algorithms: options.algorithms ?? ASYMMETRIC_ALGORITHMS,
    tokenTypes: options.tokenTypes ?? ['at+jwt'],
    clockTolerance: (options.clockTolerance ?? DEFAULT_CLOCK_TOLERANCE) / 1000,
    dpop: typeof dpop === 'string' ? { mode: dpop } : dpop,
    authorizationServers: options.authorizationServers ?? [options.issuer],
    resourceName: options.resourceName,
    resourceDocumentation: options.resourceDocumentation,
  };
  for (const found of problemsOf(settings)) fault(found);
  return settings;
}

function* problemsOf(settings: OAuthSettings): Generator<SetupProblem> {
  yield* urlProblems(settings);
  if (settings.audience.length === 0) {
    // Taken from the Host header, whoever sends a request would choose whose tokens count.
    yield problem(
      'audience',
      'nothing says whom tokens must be meant for',
      'set publicUrl to the address that clients use, or audience to what the issuer puts into "aud"',
    );
  }
  for (const algorithm of settings.algorithms.filter((name) => !isAsymmetric(name))) {
    yield problem(
      'algorithms',
      `${JSON.stringify(algorithm)} is no asymmetric signature algorithm`,
      `use some of ${ASYMMETRIC_ALGORITHMS.join(', ')}`,
    );
  }
  for (const scope of allScopes(settings).filter((name) => !isScopeToken(name))) {
    yield problem(
      'scopes',
      `${JSON.stringify(scope)} is no scope`,
      'a scope is one word of printable ASCII without quote and backslash (RFC 6749 §3.3)',
    );
  }
  const { nonceSecret } = settings.dpop;
  if (nonceSecret !== undefined && Buffer.byteLength(nonceSecret) < SHORTEST_SECRET) {
    yield problem(
      'dpop.nonceSecret',
      `is shorter than ${SHORTEST_SECRET} bytes`,
      'use 32 random bytes, the same on every replica',
    );
  }
}

function* urlProblems(settings: OAuthSettings): Generator<SetupProblem> {
  const { issuer, jwksUri, publicUrl, authorizationServers } = settings;
  const urls = { issuer, jwksUri, publicUrl, authorizationServers };
  for (const [option, values] of Object.entries(urls)) {
    for (const value of [values].flat()) {
      if (value === undefined || isTrustworthyUrl(value)) continue;
      yield problem(
        option,
        `${JSON.stringify(value)} is no https URL`,
        'use https; plain http counts on loopback only: tokens and keys travel there',
      );
    }
  }
}

function allScopes({ scopes, requiredScopes, scopeHierarchy }: OAuthSettings): string[] {
  return [...scopes, ...requiredScopes, ...Object.entries(scopeHierarchy).flat(2)];
}

function problem(option: string, message: string, remedy: string): SetupProblem {
  return { code: 'MCP_OAUTH_OPTIONS', where: `oauth.${option}`, message, remedy };
}
