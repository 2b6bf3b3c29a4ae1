import { parseRedisUrl } from './redis-address';

describe('parseRedisUrl', () => {
  it.each([
    ['redis://127.0.0.1', { host: '127.0.0.1', port: 6379 }],
    ['redis://127.0.0.1:7/', { host: '127.0.0.1', port: 7 }],
    ['redis://[::1]:7', { host: '::1', port: 7 }],
    ['redis://u%40:p%3A@h:7/3', { host: 'h', port: 7, username: 'u@', password: 'p:', db: 3 }],
    ['rediss://:p@h', { host: 'h', port: 6379, password: 'p', tls: {} }],
    [
      'redis+sentinel://:p@one,two:7/main/3',
      {
        sentinels: [
          { host: 'one', port: 26379 },
          { host: 'two', port: 7 },
        ],
        ...{ name: 'main', password: 'p', db: 3 },
      },
    ],
    [
      'rediss+sentinel://one/main',
      { sentinels: [{ host: 'one', port: 26379 }], name: 'main', tls: {}, enableTLSForSentinelMode: true },
    ],
  ])('reads %s', (url, expected) => {
    expect(parseRedisUrl(url)).toEqual(expected);
  });

  it.each([
    'http://h',
    'redis://',
    'redis://h:x',
    'redis://h/x',
    'redis://h/1/2',
    'redis://one,two',
    'redis+sentinel://one',
    'redis+sentinel://one/',
    'redis+sentinel://one,/main',
    'redis+sentinel://one/main/x',
  ])('refuses %s', (url) => {
    expect(parseRedisUrl(url)).toBeNull();
  });
});
