import {
  DpopSession,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client';

/** Where a browser would be sent back to; nobody listens there. */
const CALLBACK = 'http://127.0.0.1:33418/callback';
/** The address at which the suite expects a client's metadata document. */
const METADATA = 'https://conformance-test.local/client-metadata.json';

export interface LoginOptions {
  /** A client that is registered already. */
  readonly client?: StoredOAuthClientInformation;
  /** Whether tokens are bound to a key of ours (RFC 9449). */
  readonly dpop?: boolean;
}

/**
 * An application's OAuth provider with a user who agrees to everything at once: what a browser would
 * bring back is kept for `finishAuth`.
 */
export class WillingUser implements OAuthClientProvider {
  readonly clientMetadataUrl = METADATA;
  readonly redirectUrl = CALLBACK;
  readonly clientMetadata: OAuthClientMetadata = {
    client_name: 'toolport-conformance',
    redirect_uris: [CALLBACK],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'client_secret_post',
    application_type: 'native',
  };
  readonly dpop?: () => Promise<DpopSession>;
  #client: StoredOAuthClientInformation | undefined;
  #tokens: StoredOAuthTokens | undefined;
  #verifier = '';
  #callback: URLSearchParams | undefined;

  constructor({ client, dpop }: LoginOptions = {}) {
    this.#client = client;
    if (dpop) {
      const session = DpopSession.create();
      this.dpop = () => session;
    }
  }

  /** What the last redirect brought back, once. */
  takeCallback(): URLSearchParams | undefined {
    const callback = this.#callback;
    this.#callback = undefined;
    return callback;
  }

  clientInformation(): StoredOAuthClientInformation | undefined {
    return this.#client;
  }
  saveClientInformation(client: StoredOAuthClientInformation): void {
    this.#client = client;
  }
  tokens(): StoredOAuthTokens | undefined {
    return this.#tokens;
  }
  saveTokens(tokens: StoredOAuthTokens): void {
    this.#tokens = tokens;
  }
  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }
  codeVerifier(): string {
    return this.#verifier;
  }

  async redirectToAuthorization(url: URL): Promise<void> {
    const answer = await fetch(url, { redirect: 'manual' });
    const location = answer.headers.get('location');
    if (!location) throw new Error(`${url.href} redirects nowhere`);
    this.#callback = new URL(location).searchParams;
  }
}

/** A workload that shows a token of its platform instead of logging in (RFC 7523). */
export class Workload implements OAuthClientProvider {
  readonly redirectUrl = undefined;
  readonly clientMetadata: OAuthClientMetadata = {
    client_name: 'toolport-conformance',
    redirect_uris: [],
    grant_types: ['urn:ietf:params:oauth:grant-type:jwt-bearer'],
    token_endpoint_auth_method: 'none',
  };
  #tokens: StoredOAuthTokens | undefined;

  constructor(
    private readonly clientId: string,
    private readonly assertion: string,
  ) {}

  clientInformation(): StoredOAuthClientInformation {
    return { client_id: this.clientId };
  }
  tokens(): StoredOAuthTokens | undefined {
    return this.#tokens;
  }
  saveTokens(tokens: StoredOAuthTokens): void {
    this.#tokens = tokens;
  }
  redirectToAuthorization(): void {
    throw new Error('nobody is here to be redirected');
  }
  saveCodeVerifier(): void {}
  codeVerifier(): string {
    throw new Error('there is no code');
  }

  prepareTokenRequest(scope?: string): URLSearchParams {
    const grant = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
    const params = new URLSearchParams({ grant_type: grant, assertion: this.assertion });
    if (scope) params.set('scope', scope);
    return params;
  }
}
