import type { RedisOptions } from 'ioredis';

/** One server, or Sentinels that know which server of a group is the master. */
export type RedisAddress = Pick<
  RedisOptions,
  'host' | 'port' | 'username' | 'password' | 'db' | 'tls' | 'sentinels' | 'name' | 'enableTLSForSentinelMode'
>;

const URL_SHAPE =
  /^(?<scheme>rediss?(?<sentinel>\+sentinel)?):\/\/(?:(?<username>[^:@/]*)(?::(?<password>[^@/]*))?@)?(?<hosts>[^@/]+)(?:\/(?<rest>.*))?$/;

const DEFAULT_PORT = { server: 6379, sentinel: 26_379 };

/**
 * Reads `redis://[user:password@]host[:port][/db]` and `redis+sentinel://[user:password@]host[:port],…/group[/db]`, both also
 * with `rediss` for TLS. Returns null for anything else.
 */
export function parseRedisUrl(url: string): RedisAddress | null {
  const parts = URL_SHAPE.exec(url)?.groups;
  if (!parts) return null;
  const { scheme = '', sentinel, username, password, hosts = '', rest = '' } = parts;
  const path = rest.split('/');
  const name = sentinel ? path.shift() : undefined;
  const [db = ''] = path;
  if (name === '' || path.length > 1 || !/^\d*$/.test(db)) return null;
  const servers = hosts
    .split(',')
    .map((each) => hostAndPort(each, sentinel ? DEFAULT_PORT.sentinel : DEFAULT_PORT.server));
  const [server] = servers;
  if (!server || servers.includes(null) || (!sentinel && servers.length > 1)) return null;
  const isEncrypted = scheme.startsWith('rediss');
  return {
    ...(sentinel ? { sentinels: servers.filter((each) => each !== null), name } : server),
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    ...(db && { db: Number(db) }),
    ...(isEncrypted && { tls: {} }),
    ...(isEncrypted && sentinel && { enableTLSForSentinelMode: true }),
  };
}

function hostAndPort(text: string, usualPort: number): { host: string; port: number } | null {
  const [, host, port] = /^(\[[\da-fA-F:]+\]|[^:[\]]+)(?::(\d{1,5}))?$/.exec(text) ?? [];
  return host === undefined ? null : { host: host.replace(/^\[|\]$/g, ''), port: Number(port ?? usualPort) };
}
