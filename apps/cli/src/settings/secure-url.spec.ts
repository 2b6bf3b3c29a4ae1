import fc from 'fast-check';
import { SecureUrl } from './secure-url';

describe('a URL that may get a token and be opened', () => {
  it.each([
    'https://shipyard.example/device?user_code=A',
    'https://shipyard.example:8443/',
    'http://localhost:3000/device',
    'http://127.0.0.1:3000/',
    'http://[::1]:3000/',
    // One number for 127.0.0.1.
    'http://2130706433/',
  ])('is %s', (text) => {
    expect(SecureUrl.read(text)?.href).toBe(new URL(text).href);
  });

  it.each([
    'http://shipyard.example/',
    'http://localhost.shipyard.example/',
    'http://127.0.0.1.shipyard.example/',
    'http://10.0.0.1/',
    'http://127.0.0.2/',
    'https://me@shipyard.example/',
    'https://:secret@shipyard.example/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,a',
    'ms-msdt:/id',
    'smb://shipyard.example/a',
    'vscode://a.b/c',
    '--help',
    '/device',
    '',
  ])('is not %s', (text) => {
    expect(SecureUrl.read(text)).toBeNull();
  });

  it('is never of another scheme than https, or http to this computer', () => {
    fc.assert(
      fc.property(fc.webUrl({ validSchemes: ['http', 'https', 'ftp', 'file', 'ssh', 'shipyard'] }), (text) => {
        const read = SecureUrl.read(text);
        expect(read !== null).toBe(text.startsWith('https:'));
      }),
    );
  });
});
