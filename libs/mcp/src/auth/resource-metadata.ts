import type { OAuthSettings } from './oauth-settings.js';

/** Protected resource metadata (RFC 9728 §2), as far as we speak it. */
export interface ResourceMetadata {
  readonly resource: string;
  readonly authorization_servers: readonly string[];
  readonly scopes_supported?: readonly string[];
  readonly bearer_methods_supported: readonly ['header'];
  readonly resource_name?: string;
  readonly resource_documentation?: string;
  readonly dpop_signing_alg_values_supported: readonly string[];
  readonly dpop_bound_access_tokens_required?: true;
}

/** The metadata document of the endpoint at `resource`. */
export function resourceMetadata(settings: OAuthSettings, resource: string): ResourceMetadata {
  const { scopes, resourceName, resourceDocumentation } = settings;
  return {
    resource,
    authorization_servers: settings.authorizationServers,
    ...(scopes.length > 0 && { scopes_supported: scopes }),
    // Never the query: it ends up in logs, histories and Referer headers (OAuth 2.1 §5.1.2).
    bearer_methods_supported: ['header'],
    ...(resourceName !== undefined && { resource_name: resourceName }),
    ...(resourceDocumentation !== undefined && { resource_documentation: resourceDocumentation }),
    dpop_signing_alg_values_supported: settings.algorithms,
    ...(settings.dpop.mode === 'require' && { dpop_bound_access_tokens_required: true }),
  };
}
