import {
  Client,
  DpopSession,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientProvider,
} from '@modelcontextprotocol/client';

type Information = Awaited<ReturnType<OAuthClientProvider['clientInformation']>>;
type Discovery = Awaited<ReturnType<NonNullable<OAuthClientProvider['discoveryState']>>>;
type Tokens = Awaited<ReturnType<OAuthClientProvider['tokens']>>;

const REDIRECT = 'http://127.0.0.1/callback';

/** How a client is set up. */
export interface DeskOptions {
  /** The issuer that knows it as `desk`; without, it registers itself. */
  readonly knownTo?: string;
  /** Binds its tokens to a key. */
  readonly session?: DpopSession;
  /** Of the official client. */
  readonly versionNegotiation?: object;
}

/** The official client's memory of one user's log-in; a person would use a browser. */
export class DeskProvider implements OAuthClientProvider {
  readonly redirectUrl = REDIRECT;
  readonly clientMetadata = {
    client_name: 'Desk',
    redirect_uris: [REDIRECT],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    application_type: 'native',
  };
  /** What the user was asked for, in the order of the log-ins. */
  readonly asked: URL[] = [];
  /** The redirection that came back from the last log-in. */
  callback?: URL;
  #information: Information;
  #tokens: Tokens;
  #verifier = '';
  readonly #session?: DpopSession;
  #discovery: Discovery;

  constructor({ session, knownTo }: DeskOptions) {
    this.#session = session;
    this.#information = knownTo === undefined ? undefined : { client_id: 'desk', issuer: knownTo };
  }

  clientInformation(): Information {
    return this.#information;
  }
  saveClientInformation(information: Information): void {
    this.#information = information;
  }
  tokens(): Tokens {
    return this.#tokens;
  }
  saveTokens(tokens: Tokens): void {
    this.#tokens = tokens;
  }
  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }
  codeVerifier(): string {
    return this.#verifier;
  }
  discoveryState(): Discovery {
    return this.#discovery;
  }
  saveDiscoveryState(state: Discovery): void {
    this.#discovery = state;
  }
  dpop(): DpopSession | undefined {
    return this.#session;
  }
  async redirectToAuthorization(url: URL): Promise<void> {
    this.asked.push(url);
    this.callback = await logIn(url);
  }
}

/** A client of the official SDK with its log-in. */
export class Desk {
  readonly provider: DeskProvider;
  #client?: Client;

  constructor(
    private readonly url: string,
    private readonly options: DeskOptions = {},
  ) {
    this.provider = new DeskProvider(options);
  }

  /** Connects; logs in where the server asks for it. */
  async connect(): Promise<Client> {
    return this.#withLogIn(async (transport) => {
      const client = new Client(
        { name: 'desk', version: '1.0.0' },
        { versionNegotiation: this.options.versionNegotiation },
      );
      await client.connect(transport);
      return (this.#client = client);
    });
  }

  /** Runs `work`; where it needs more scopes, asks the user for them, connects again and repeats. */
  async withStepUp<T>(work: (client: Client) => Promise<T>): Promise<T> {
    try {
      return await work(this.#client ?? (await this.connect()));
    } catch (error) {
      if (!(error instanceof UnauthorizedError)) throw error;
      await this.#finish(this.#transport());
      await this.close();
      return work(await this.connect());
    }
  }

  async close(): Promise<void> {
    await this.#client?.close();
    this.#client = undefined;
  }

  async #withLogIn<T>(work: (transport: StreamableHTTPClientTransport) => Promise<T>): Promise<T> {
    const first = this.#transport();
    try {
      return await work(first);
    } catch (error) {
      if (!(error instanceof UnauthorizedError)) throw error;
      await this.#finish(first);
      return work(this.#transport());
    }
  }

  #transport(): StreamableHTTPClientTransport {
    return new StreamableHTTPClientTransport(new URL(this.url), { authProvider: this.provider });
  }

  async #finish(transport: StreamableHTTPClientTransport): Promise<void> {
    const { callback } = this.provider;
    if (!callback) throw new Error('Nobody was sent to the authorization server');
    await transport.finishAuth(callback.searchParams);
  }
}

/** Follows the authorization server's redirects, with its cookies, until it sends us back. */
async function logIn(start: URL): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = start;
  for (let hop = 0; hop < 10; hop += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    await response.body?.cancel();
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`${url.href} answered ${response.status}`);
    url = new URL(location, url);
    if (url.href.startsWith(REDIRECT)) return url;
  }
  throw new Error('The authorization server sends us in circles');
}
