import { domainToASCII } from 'node:url';

/** At least two labels. The last starts with a letter, so IP addresses do not match. */
const HOSTNAME = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** In lower-case ASCII (`xn--bcher-kva.example`), or null if it is invalid. */
export function toHostname(value: string): string | null {
  // The URL parser would drop or convert some invalid characters.
  if (value.length > 253 || /[\s/\\?#@:%[\]*]/.test(value)) return null;
  const host = domainToASCII(value);
  return HOSTNAME.test(host) ? host : null;
}
