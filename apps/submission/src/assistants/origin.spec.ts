import { mayCallFrom } from './origin';

describe('the origins that may call /mcp', () => {
  it.each([
    { origin: 'https://assistant.example', allowed: true },
    { origin: 'https://assistant.example:8443', allowed: true },
    { origin: 'http://localhost:6274', allowed: true },
    { origin: 'http://127.0.0.1:9', allowed: true },
    { origin: 'http://[::1]:9', allowed: true },
    { origin: 'http://build.example', allowed: true },
    { origin: 'http://rebound.example', allowed: false },
    { origin: 'http://build.example.evil.example', allowed: false },
    { origin: 'http://127.0.0.1.evil.example', allowed: false },
    { origin: 'null', allowed: false },
    { origin: '', allowed: false },
    { origin: 'file://', allowed: false },
    { origin: 'https://assistant.example/path', allowed: false },
    { origin: 'chrome-extension://abc', allowed: false },
  ])('$origin: $allowed', ({ origin, allowed }) => {
    expect(mayCallFrom(origin, 'http://build.example')).toBe(allowed);
  });
});
