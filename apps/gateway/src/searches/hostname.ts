import { domainToASCII } from 'node:url';

/** Two labels at least, the last of which begins with a letter: no address of numbers. */
const HOSTNAME = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** The hostname in small letters of ASCII (`bücher.example` as `xn--bcher-kva.example`), or null for what is none. */
export function toHostname(value: string): string | null {
  // The parser would drop or turn some of what no hostname has.
  if (value.length > 253 || /[\s/\\?#@:%[\]*]/.test(value)) return null;
  const host = domainToASCII(value);
  return HOSTNAME.test(host) ? host : null;
}
