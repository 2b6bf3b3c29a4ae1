import { createServer } from 'node:http';
import { ForwardedHeaderWatch } from './forwarded-header-watch';

describe('ForwardedHeaderWatch', () => {
  const open = (NODE_ENV: string, TRUSTED_PROXIES: string[]) => {
    const logger = { warn: jest.fn() };
    const clock = { ms: 1_000 };
    const server = createServer();
    const watch = new ForwardedHeaderWatch(logger, () => clock.ms);
    watch.watch(server, { NODE_ENV, TRUSTED_PROXIES });
    const ask = (headers: Record<string, string>) => void server.emit('request', { headers });
    return { logger, clock, watch, ask, warned: () => logger.warn.mock.calls.length };
  };

  it('warns once a minute while the header arrives, and in /readyz for ten minutes', () => {
    const { clock, watch, ask, warned } = open('production', []);
    ask({});
    expect([warned(), watch.warnings()]).toEqual([0, []]);
    ask({ 'x-forwarded-for': '192.0.2.1' });
    ask({ 'x-forwarded-for': '192.0.2.2' });
    expect([warned(), watch.warnings()]).toEqual([1, [expect.stringContaining('TRUSTED_PROXIES')]]);
    clock.ms += 59_999;
    ask({ 'x-forwarded-for': '192.0.2.1' });
    expect(warned()).toBe(1);
    clock.ms += 1;
    ask({ 'x-forwarded-for': '192.0.2.1' });
    expect(warned()).toBe(2);
    clock.ms += 599_999;
    expect(watch.warnings()).toHaveLength(1);
    clock.ms += 1;
    expect(watch.warnings()).toEqual([]);
  });

  it("never repeats a client's data", () => {
    const { logger, ask } = open('production', []);
    ask({ 'x-forwarded-for': 'SECRET' });
    expect(JSON.stringify(logger.warn.mock.calls)).not.toContain('SECRET');
  });

  it.each([
    ['with trusted proxies', 'production', ['10.0.0.0/8']],
    ['outside of production', 'development', []],
  ])('stays silent %s', (_, environment, proxies) => {
    const { watch, ask, warned } = open(environment, proxies);
    ask({ 'x-forwarded-for': '192.0.2.1' });
    expect([warned(), watch.warnings()]).toEqual([0, []]);
  });
});
