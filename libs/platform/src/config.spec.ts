import fc from 'fast-check';
import {
  address,
  addressRanges,
  ConfigError,
  flag,
  oneOf,
  optional,
  port,
  publicUrl,
  readConfig,
  text,
  wholeNumber,
} from './config';
import { keyRing } from './sealing';

const shape = {
  HTTP_PORT: port(3000),
  PUBLIC_URL: address(['http', 'https']),
  REDIS_URL: optional(address(['redis', 'rediss'])),
  MODE: oneOf(['open', 'closed'], 'open'),
  DEMO: flag(true),
  DAYS: wholeNumber({ min: 1, max: 30, unit: 'days' }, 7),
  PROXIES: addressRanges(),
  MODEL: text('a model id', 'm'),
};

describe('readConfig', () => {
  it('uses defaults, also for a blank variable', () => {
    expect(readConfig({ PUBLIC_URL: 'https://a.test/', MODE: ' ' }, shape)).toEqual({
      HTTP_PORT: 3000,
      PUBLIC_URL: 'https://a.test',
      REDIS_URL: undefined,
      MODE: 'open',
      DEMO: true,
      DAYS: 7,
      PROXIES: [],
      MODEL: 'm',
    });
  });

  it('reports every problem at once, with the variable and what it accepts, and without its value', () => {
    const environment = { HTTP_PORT: '70000', REDIS_URL: 'not-this-secret', MODE: 'ajar', DEMO: 'yes', DAYS: '0' };
    const problems = problemsOf(() => readConfig(environment, shape));
    expect(problems).toEqual([
      'HTTP_PORT is invalid: it takes a TCP port, 0 to 65535',
      'PUBLIC_URL is not set: it takes a URL that begins with http:// or https://',
      'REDIS_URL is invalid: it takes a URL that begins with redis:// or rediss://',
      'MODE is invalid: it takes one of open, closed',
      'DEMO is invalid: it takes 1 or 0',
      'DAYS is invalid: it takes a whole number from 1 to 30 (days)',
    ]);
  });

  it('either gives a number in range or names the variable', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.integer().map(String)), (value) => {
        const problems = problemsOf(() => {
          const { DAYS } = readConfig({ PUBLIC_URL: 'http://a', DAYS: value }, shape);
          expect(Number.isInteger(DAYS) && DAYS >= 1 && DAYS <= 30).toBe(true);
        });
        for (const problem of problems) expect(problem).toMatch(/^DAYS is invalid/);
      }),
    );
  });
});

describe('publicUrl', () => {
  const read = (environment: NodeJS.ProcessEnv) => readConfig(environment, { URL: publicUrl(environment) }).URL;
  const production = { NODE_ENV: 'production' };
  const takes = 'it takes a URL that begins with https:// in production (http:// is for loopback addresses only)';

  it.each([
    'http://ship.example',
    'HTTP://ship.example',
    'ftp://ship.example',
    'http://127.0.0.1.example',
    'http://localhost@ship.example',
    'https//x',
  ])('refuses %s in production', (URL) => {
    expect(problemsOf(() => read({ ...production, URL }))).toEqual([`URL is invalid: ${takes}`]);
  });

  it.each(['https://ship.example', 'http://127.0.0.1:3000', 'http://localhost', 'http://[::1]:3000'])(
    'takes %s in production',
    (URL) => {
      expect(read({ ...production, URL })).toBe(URL);
    },
  );

  it('is needed in production, unless the service listens on loopback alone', () => {
    expect(problemsOf(() => read({ ...production, HOST: '0.0.0.0' }))).toEqual([`URL is not set: ${takes}`]);
    expect(read({ ...production, HOST: '127.0.0.1' })).toBeUndefined();
    expect(read(production)).toBeUndefined();
  });

  it('may be http elsewhere', () => {
    expect(read({ URL: 'http://ship.example' })).toBe('http://ship.example');
    expect(read({ HOST: '0.0.0.0' })).toBeUndefined();
  });
});

describe('addressRanges', () => {
  const read = (value: string) => readConfig({ PROXIES: value }, { PROXIES: addressRanges() }).PROXIES;

  it('accepts addresses and ranges of both families', () => {
    expect(read(' 10.0.0.0/8, 192.0.2.1,::1 , 2001:db8::/32,')).toEqual([
      '10.0.0.0/8',
      '192.0.2.1',
      '::1',
      '2001:db8::/32',
    ]);
  });

  it.each([
    'a',
    '10.0.0.0/33',
    '10.0.0.0/0',
    '::1/129',
    '10.0.0.0/8/8',
    '10.0.0.0/',
    '10.0.0.1, proxy',
    '10.0.0.0/8 192.0.2.1',
    'loopback',
    '*',
    'fe80::1%eth0',
  ])('refuses %s', (value) => {
    expect(problemsOf(() => read(value))).toEqual([
      'PROXIES is invalid: it takes IP addresses and CIDR ranges, separated by commas',
    ]);
  });
});

describe('keyRing', () => {
  const one = Buffer.alloc(32, 1).toString('base64');
  const two = Buffer.alloc(32, 2).toString('base64');

  it('seals with the first key and still opens with the others', () => {
    const ring = readConfig({ KEYS: `b:${two},a:${one}` }, { KEYS: keyRing() }).KEYS;
    expect(ring.current).toEqual({ keyId: 'b', secret: Buffer.alloc(32, 2) });
    expect(ring.find('a')).toEqual(Buffer.alloc(32, 1));
    expect(ring.find('c')).toBeUndefined();
  });

  it.each([['a'], [`a:${one.slice(4)}`], [`a:${one},a:${two}`], [`a b:${one}`], [`a:${one},`]])(
    'refuses %s',
    (value) => {
      expect(problemsOf(() => readConfig({ KEYS: value }, { KEYS: keyRing() }))).toHaveLength(1);
    },
  );
});

function problemsOf(read: () => unknown): string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}
