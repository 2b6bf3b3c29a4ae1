import { baseUrlProblem } from './base-url';

describe('the base URL of a supplier', () => {
  it.each([
    'https://host/v1',
    'http://127.0.0.1:8000/v1',
    'http://[::1]:8000',
    'HTTPS://Host/',
    'https://host/a@b/v1',
    'https://bücher.example/v1',
  ])('is %s', (value) => {
    expect(baseUrlProblem(value)).toBeNull();
  });

  it.each([
    'ftp://host/v1',
    'file:///etc/passwd',
    'javascript:alert(1)',
    '//host/v1',
    'host/v1',
    'http:/host',
    'http:///host',
    'http:\\\\host',
    'http://ho\\st@evil/',
    'http://',
    'http://host:99999/',
    'http://ho st/',
    'http://host\t/',
    '\nhttp://host/',
    'http://host/\u0000',
    'http://[fe80::1%25eth0]/',
    'http://[::1/',
    'http://256.256.256.256/',
    `http://host/${'a'.repeat(1_000)}`,
    5,
    null,
    {},
  ])('is not %j', (value) => {
    expect(baseUrlProblem(value)).toMatch(/^must be an? /);
  });

  it.each([
    'https://user:password@host/v1',
    'https://user@host',
    'https://:@host/',
    'https://@host/v1',
    'https://host／@evil/',
  ])('has no user or password: %s', (value) => {
    expect(baseUrlProblem(value)).toMatch(/^must not contain a user/);
  });

  it.each(['https://host/v1?key=1', 'https://host/v1#a', 'https://host?', 'https://host/#'])(
    'ends before a query: %s',
    (value) => {
      expect(baseUrlProblem(value)).toMatch(/^must not contain \?/);
    },
  );
});
