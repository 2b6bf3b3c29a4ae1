import { createShipyardClient, type ShipyardClient } from '@shipyard/client';
import { type Dispatcher, EnvHttpProxyAgent, install, Pool, setGlobalDispatcher } from 'undici';
import { version } from '../../package.json';
import { CliFailure, EXIT } from '../failure';
import type { Output } from '../output';
import { chooseApiUrl, readApiUrl } from '../settings/api-url';
import { type KeptLogin, readKeptLogin } from '../settings/kept-login';
import { withoutSecrets } from '../secrets';
import { readProxies } from '../settings/proxies';
import { LOOPBACK, SecureUrl } from '../settings/secure-url';
import type { Words } from '../words/words';
import { apiFetch } from './api-answer';
import { PendingKeys } from './pending-keys';
import { type Fetch, retryingFetch } from './retrying-fetch';

/** How long a request may be without an answer. */
const SILENCE_MS = 60_000;
const CONNECT_MS = 20_000;

export interface Connection {
  apiUrl: string;
  /** The address of the service's pages. */
  origin: string;
  client: ShipyardClient;
  /** A client of the API with another token. */
  clientWith: (token: string) => ShipyardClient;
  /** For what is no part of the API. Its answers may be anybody's. */
  fetch: Fetch;
  token: string | null;
  tokenFrom: 'environment' | 'login' | null;
}

export interface ConnectOptions {
  configFolder: string;
  /** The value of `--url`. */
  url: string | undefined;
  environment: NodeJS.ProcessEnv;
  output: Output;
  verbose: boolean;
  signal: AbortSignal;
  words: Words;
  /** Instead of the token of the environment or of the sign-in. Null: none. */
  token?: string | null;
  /** How the program names itself to the service, as in `shipyard-mcp`. */
  agent?: string;
}

export async function connect(options: ConnectOptions): Promise<Connection> {
  const { configFolder, url, environment, output, verbose, signal, words } = options;
  const kept = await keptLoginFor(options);
  const given = chooseApiUrl([url, environment.SHIPYARD_URL, kept?.url]);
  const apiUrl = readApiUrl(given);
  if (apiUrl === null)
    throw new CliFailure({ exit: EXIT.usage, error: 'USAGE', message: words.connection.badUrl(given) });
  if (SecureUrl.read(apiUrl) === null)
    throw new CliFailure({ exit: EXIT.usage, error: 'USAGE', message: words.connection.plainUrl(apiUrl) });
  const { token, tokenFrom } = chooseToken(options, apiUrl, kept);
  useProxies(environment, words);
  const userAgent = `${options.agent ?? 'shipyard-cli'}/${version} (${process.platform}; Node ${process.versions.node})`;
  const fetch = retryingFetch({
    fetch: (address, init) => {
      const headers = new Headers(init.headers);
      headers.set('user-agent', userAgent);
      return globalThis.fetch(address, { ...init, headers });
    },
    keys: new PendingKeys(configFolder),
    signal,
    words,
    trace: (line) => {
      if (verbose) output.fail(output.paintMessage('dim', masked(line, token)));
    },
    tell: (line) => output.tell(line),
  });
  const clientWith = (held: string | null) =>
    createShipyardClient({ baseUrl: apiUrl, token: held, fetch: apiFetch(fetch, words) });
  const client = clientWith(token);
  return { apiUrl, origin: new URL(apiUrl).origin, client, clientWith, fetch, token, tokenFrom };
}

/** A file that cannot be read is in nobody's way who has a token. */
async function keptLoginFor({ configFolder, url, environment, token }: ConnectOptions): Promise<KeptLogin | null> {
  const hasToken = token !== undefined || Boolean(environment.SHIPYARD_TOKEN?.trim());
  if (hasToken && (url || environment.SHIPYARD_URL)) return null;
  return readKeptLogin(configFolder).catch((error: unknown) => {
    if (hasToken) return null;
    throw error;
  });
}

/** The kept token belongs to the service that it was kept for. */
function chooseToken(
  { token, environment, words }: ConnectOptions,
  apiUrl: string,
  kept: KeptLogin | null,
): Pick<Connection, 'token' | 'tokenFrom'> {
  if (token !== undefined) return { token, tokenFrom: null };
  const given = environment.SHIPYARD_TOKEN?.trim();
  if (given) {
    // A header takes no other characters.
    if (/[^\x21-\x7e]/.test(given))
      throw new CliFailure({ exit: EXIT.auth, error: 'AUTH_TOKEN_INVALID', message: words.signIn.badToken });
    return { token: given, tokenFrom: 'environment' };
  }
  return kept?.url === apiUrl ? { token: kept.token, tokenFrom: 'login' } : { token: null, tokenFrom: null };
}

/** Replaces fetch by that of undici, which goes through the proxies that the environment names. */
function useProxies(environment: NodeJS.ProcessEnv, words: Words): void {
  const proxies = readProxies(environment);
  if ('wrong' in proxies)
    throw new CliFailure({ exit: EXIT.usage, error: 'USAGE', message: words.connection.badProxy(proxies.wrong) });
  const agent = new EnvHttpProxyAgent({
    ...(proxies.http && { httpProxy: proxies.http }),
    ...(proxies.https && { httpsProxy: proxies.https }),
    // Plain http to this computer stays on it, because it may carry a token.
    noProxy: [...LOOPBACK, environment.no_proxy || environment.NO_PROXY || ''].join(','),
    // A proxy forwards plain HTTP. Many tunnel to the port of HTTPS only.
    proxyTunnel: false,
    connect: { timeout: CONNECT_MS },
    clientFactory: connectionsToProxy,
  });
  install();
  setGlobalDispatcher(
    agent.compose(
      (dispatch) => (options, handler) =>
        dispatch({ ...options, headersTimeout: SILENCE_MS, bodyTimeout: SILENCE_MS }, handler),
    ),
  );
}

/** Where a proxy closes the connection, undici would try again at once and without end. Another error stops it. */
function connectionsToProxy(proxy: URL, options: object): Pool {
  const pool = new Pool(proxy, { ...options, headersTimeout: SILENCE_MS });
  const ask = pool.connect.bind(pool);
  const tunnel = (target: Dispatcher.ConnectOptions) => {
    const opened = Reflect.apply(ask, pool, [target]) as Promise<Dispatcher.ConnectData>;
    return opened.catch((cause: unknown) => {
      throw new Error(`The proxy ${proxy.host} made no tunnel`, { cause });
    });
  };
  return Object.assign(pool, { connect: tunnel });
}

function masked(line: string, token: string | null): string {
  return withoutSecrets(token ? line.replaceAll(token, '***') : line);
}
