import type { CacheMark } from '../../contract/supplier';

/** The compatible suppliers that document `cache_control` on parts, and how long they keep what it marks. */
const LIFETIMES: [host: RegExp, lifetimes: readonly CacheMark['lifetime'][]][] = [
  [/(?:^|\.)openrouter\.ai$/, ['5m', '1h']],
  [/(?:^|\.)aliyuncs\.com$/, ['5m']],
];

export function takesOpenAiCacheMark(baseUrl: string, { place, lifetime }: CacheMark): boolean {
  const { hostname } = new URL(baseUrl);
  return place === 'part' && LIFETIMES.some(([host, lifetimes]) => host.test(hostname) && lifetimes.includes(lifetime));
}
