import { securityHeaders } from './security-headers';

describe('securityHeaders', () => {
  it.each([
    ['https://build.example', 'max-age=31536000; includeSubDomains'],
    ['http://127.0.0.1:3000', undefined],
    [undefined, undefined],
  ])('sends Strict-Transport-Security for the public URL %s', (publicUrl, expected) => {
    expect(new Map(securityHeaders(publicUrl)).get('strict-transport-security')).toBe(expected);
  });

  it('lets pages of other origins embed images', () => {
    expect(securityHeaders('https://build.example').map(([name]) => name)).not.toContain(
      'cross-origin-resource-policy',
    );
  });
});
