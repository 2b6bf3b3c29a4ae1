export const REDIRECT_URI_LENGTH = 500;

/** Of this computer only. Programs there cannot choose their port ahead (RFC 8252, section 7.3). */
const LOOPBACK = /^http:\/\/(?<host>127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?(?<rest>[/?].*)?$/;

/** Only hosts that a Content-Security-Policy can name. */
const HTTPS = /^https:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?(?:[/?]|$)/i;

/** A private-use scheme has a period (RFC 8252, section 8.4), so it is no scheme of the web, as `javascript` is. */
const PRIVATE_USE = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:/i;

/** Whether a client may register it: https, http to this computer, or a private-use scheme. */
export function isRedirectUri(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > REDIRECT_URI_LENGTH) return false;
  // Printable ASCII as a URL writes it, without a fragment.
  if (!/^[\x21-\x7e]+$/.test(value) || /[#\\"<>^`{|}]/.test(value) || !URL.canParse(value)) return false;
  const { protocol } = new URL(value);
  if (protocol === 'https:') return HTTPS.test(value);
  return protocol === 'http:' ? LOOPBACK.test(value) : PRIVATE_USE.test(value);
}

/** Compares each character. For this computer, the port may differ. */
export function isSameRedirectUri(registered: string, asked: string): boolean {
  if (registered === asked) return true;
  const [one, other] = [LOOPBACK.exec(registered)?.groups, LOOPBACK.exec(asked)?.groups];
  return isRedirectUri(asked) && one !== undefined && one.host === other?.host && one.rest === other?.rest;
}

/** Adds parameters to the query and leaves the rest as it was registered. */
export function withParameters(redirectUri: string, parameters: Readonly<Record<string, string>>): string {
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${new URLSearchParams(parameters).toString()}`;
}

/** What a person is told about where an answer goes, and what the Content-Security-Policy of the page must allow. */
export function targetOf(redirectUri: string): { name: string; isThisComputer: boolean; source: string } {
  const { protocol, host, hostname } = new URL(redirectUri);
  if (protocol === 'https:') return { name: host, isThisComputer: false, source: `https://${host}` };
  if (protocol === 'http:') return { name: hostname, isThisComputer: true, source: `http://${host}` };
  return { name: protocol.slice(0, -1), isThisComputer: true, source: protocol };
}
