export interface Proxies {
  http: string | undefined;
  https: string | undefined;
}

const SCHEMES = ['http:', 'https:', 'socks5:'];
/** Small letters win, as with curl. */
const NAMES = { http: ['http_proxy', 'HTTP_PROXY'], https: ['https_proxy', 'HTTPS_PROXY'] } as const;

/** Reads the proxies that the environment names, or the name of a variable that holds none. */
export function readProxies(environment: NodeJS.ProcessEnv): Proxies | { wrong: string } {
  const found: Proxies = { http: undefined, https: undefined };
  for (const kind of ['http', 'https'] as const) {
    const name = NAMES[kind].find((each) => environment[each]);
    if (name === undefined) continue;
    const proxy = readProxy(environment[name] ?? '');
    if (proxy === null) return { wrong: name };
    found[kind] = proxy;
  }
  return found;
}

/** `proxy.example:8080` is a usual way to write one. */
function readProxy(text: string): string | null {
  const url = text.includes('://') ? text : `http://${text}`;
  return URL.canParse(url) && SCHEMES.includes(new URL(url).protocol) ? url : null;
}

/** A proxy without its password. */
export function shownProxy(proxy: string): string {
  const { protocol, host, username } = new URL(proxy);
  return `${protocol}//${username === '' ? '' : '***@'}${host}`;
}
