const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether a page of this origin may call. Any https site may: without the person's token it gets nothing, and no cookie
 * counts. A page with a name that was pointed at this machine (DNS rebinding) comes by http, so http is for this
 * service's own site and for programs on the person's machine.
 */
export function mayCallFrom(origin: string, site: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname, origin: canonical } = new URL(origin);
  if (canonical !== origin) return false;
  return (
    protocol === 'https:' || canonical === new URL(site).origin || (protocol === 'http:' && LOOPBACK.has(hostname))
  );
}
