import { isIP } from 'node:net';
import { parseRedisUrl } from './redis-address';

export interface Setting<Value> {
  takes: string;
  parse(text: string): Value | undefined;
  fallback?: Value;
  optional?: boolean;
}

type Values<Shape> = { readonly [Name in keyof Shape]: Shape[Name] extends Setting<infer Value> ? Value : never };

/** One line per problem. Values are never quoted, because they may be secrets. */
export class ConfigError extends Error {
  constructor(readonly problems: string[]) {
    super(problems.join('\n'));
  }
}

export function readConfig<Shape extends Record<string, Setting<unknown>>>(
  environment: NodeJS.ProcessEnv,
  shape: Shape,
): Values<Shape> {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(shape)) {
    const text = environment[name]?.trim() ?? '';
    if (text === '') {
      if (setting.fallback === undefined && !setting.optional)
        problems.push(`${name} is not set: it takes ${setting.takes}`);
      values[name] = setting.fallback;
      continue;
    }
    const value = parseOrUndefined(setting, text);
    if (value === undefined) problems.push(`${name} is invalid: it takes ${setting.takes}`);
    values[name] = value;
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return values as Values<Shape>;
}

function parseOrUndefined<Value>(setting: Setting<Value>, text: string): Value | undefined {
  try {
    return setting.parse(text);
  } catch {
    return undefined;
  }
}

export function optional<Value>(setting: Setting<Value>): Setting<Value | undefined> {
  return { ...setting, optional: true };
}

export function text(takes: string, fallback?: string): Setting<string> {
  return { takes, parse: (value) => value, fallback };
}

export function oneOf<const Choice extends string>(choices: readonly Choice[], fallback?: Choice): Setting<Choice> {
  return {
    takes: `one of ${choices.join(', ')}`,
    parse: (value) => choices.find((choice) => choice === value),
    fallback,
  };
}

export function wholeNumber(range: { min: number; max: number; unit?: string }, fallback?: number): Setting<number> {
  return {
    takes: `a whole number from ${range.min} to ${range.max}${range.unit ? ` (${range.unit})` : ''}`,
    parse: (value) => {
      const number = Number(value);
      return /^\d+$/.test(value) && number >= range.min && number <= range.max ? number : undefined;
    },
    fallback,
  };
}

/** With 0 the system chooses a port. */
export function port(fallback?: number): Setting<number> {
  return { ...wholeNumber({ min: 0, max: 65_535 }, fallback), takes: 'a TCP port, 0 to 65535' };
}

export function flag(fallback?: boolean): Setting<boolean> {
  return { takes: '1 or 0', parse: (value) => (value === '1' ? true : value === '0' ? false : undefined), fallback };
}

export function address(schemes: string[], fallback?: string): Setting<string> {
  return {
    takes: `a URL that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
    parse: (value) =>
      schemes.includes(new URL(value).protocol.slice(0, -1)) ? value.replace(/(?<!\/)\/+$/, '') : undefined,
    fallback,
  };
}

/** Redis or Valkey, as {@link parseRedisUrl} reads it. */
export function redisServer(): Setting<string> {
  return {
    takes: 'a URL that begins with redis:// or rediss://, or redis+sentinel://sentinel-1,sentinel-2/name-of-the-group',
    parse: (value) => (parseRedisUrl(value) === null ? undefined : value),
  };
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/;

export function isDemo({ DEMO = '', NODE_ENV }: NodeJS.ProcessEnv): boolean {
  return DEMO.trim() === '' ? NODE_ENV !== 'production' : DEMO.trim() !== '0';
}

export function listenHost(environment: NodeJS.ProcessEnv): Setting<string> {
  const usual = text('the address to listen on', '127.0.0.1');
  if (!isDemo(environment)) return usual;
  const takes =
    'a loopback address (127.0.0.1, ::1 or localhost) while DEMO is 1, because the demo accounts are public';
  return { ...usual, takes, parse: (value) => (LOOPBACK.test(value) ? value : undefined) };
}

const leadsToLoopback = (value: string) => LOOPBACK.test(new URL(value).hostname.replace(/^\[|\]$/g, ''));

/** Must be https in production, unless it leads to this machine. Required if other machines can reach the service. */
export function publicUrl({ NODE_ENV, HOST = '' }: NodeJS.ProcessEnv): Setting<string | undefined> {
  const usual = address(['http', 'https']);
  if (NODE_ENV?.trim() !== 'production') return optional(usual);
  const takes = 'a URL that begins with https:// in production (http:// is for loopback addresses only)';
  const isSafe = (value: string) => value.startsWith('https://') || leadsToLoopback(value);
  const setting = { takes, parse: (value: string) => (isSafe(value) ? usual.parse(value) : undefined) };
  return HOST.trim() === '' || LOOPBACK.test(HOST.trim()) ? optional(setting) : setting;
}

/** Must be https in production, unless it is on this machine or `allowsHttp` is set. */
export function dataServer(
  { NODE_ENV }: NodeJS.ProcessEnv,
  allowsHttp: { variable: string; isSet: boolean },
): Setting<string> {
  const usual = address(['http', 'https']);
  if (NODE_ENV?.trim() !== 'production' || allowsHttp.isSet) return usual;
  const takes = `a URL that begins with https:// in production (http:// is for loopback addresses, or with ${allowsHttp.variable}=1)`;
  return {
    takes,
    parse: (value) => (value.startsWith('https://') || leadsToLoopback(value) ? usual.parse(value) : undefined),
  };
}

/** The first of four ports. If absent, no metrics are served. */
export function metricsPort(): Setting<number | undefined> {
  return optional(wholeNumber({ min: 1, max: 65_532, unit: 'the first of four ports' }));
}

/** Refuses a range of all addresses. Defaults to none. */
export function addressRanges(): Setting<string[]> {
  return {
    takes: 'IP addresses and CIDR ranges, separated by commas',
    parse: (value) => {
      const ranges = value
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean);
      return ranges.every(isAddressRange) ? ranges : undefined;
    },
    fallback: [],
  };
}

function isAddressRange(range: string): boolean {
  const [address = '', prefix, ...rest] = range.split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || rest.length > 0) return false;
  return prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= (version === 6 ? 128 : 32));
}
