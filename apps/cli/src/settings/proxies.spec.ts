import { readProxies, shownProxy } from './proxies';

describe('the proxies of the environment', () => {
  it.each([
    { environment: {}, proxies: {} },
    { environment: { HTTPS_PROXY: 'http://a.example:8080' }, proxies: { https: 'http://a.example:8080' } },
    {
      environment: { http_proxy: 'a.example:8080', HTTP_PROXY: 'http://b' },
      proxies: { http: 'http://a.example:8080' },
    },
    { environment: { https_proxy: '', HTTPS_PROXY: '127.0.0.1:1' }, proxies: { https: 'http://127.0.0.1:1' } },
    { environment: { HTTPS_PROXY: 'socks5://a.example' }, proxies: { https: 'socks5://a.example' } },
    { environment: { HTTPS_PROXY: 'ftp://a.example' }, proxies: { wrong: 'HTTPS_PROXY' } },
    { environment: { http_proxy: 'a proxy' }, proxies: { wrong: 'http_proxy' } },
  ])('are $proxies', ({ environment, proxies }) => {
    expect(readProxies(environment)).toEqual(proxies);
  });

  it('are shown without a password', () => {
    expect(shownProxy('http://me:secret@a.example:8080')).toBe('http://***@a.example:8080');
  });
});
