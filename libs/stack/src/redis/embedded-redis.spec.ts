import { isRecentEnough } from './embedded-redis';

describe('the version of a Redis program', () => {
  it.each([
    ['Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64 build=ae4d7c971a948f0', true],
    ['Valkey server v=8.1.1 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64', true],
    ['Redis server v=6.2.0 sha=0', true],
    ['Redis server v=6.0.16 sha=0', false],
    ['Redis server v=5.9.9 sha=0', false],
    ['Redis server v=10.0.0 sha=0', true],
    ['command not understood', false],
  ])('%s', (line, recentEnough) => {
    expect(isRecentEnough(line)).toBe(recentEnough);
  });
});
