import { spawn } from 'node:child_process';
import type { SecureUrl } from '../settings/secure-url';

/** Opens a page of the service. Where there is no browser, nothing happens: the URL is also written. */
export function openInBrowser({ href }: SecureUrl, { BROWSER }: NodeJS.ProcessEnv): void {
  const chosen = BROWSER?.trim();
  const [command, args] = chosen ? [chosen, [href]] : openerFor(process.platform, href);
  const child = spawn(command, args, { detached: true, stdio: 'ignore' });
  child.on('error', () => undefined);
  child.unref();
}

/** No shell reads the URL, because it is partly text of the service. */
export function openerFor(platform: NodeJS.Platform, url: string): [string, string[]] {
  if (platform === 'darwin') return ['open', [url]];
  if (platform === 'win32') return ['rundll32', ['url.dll,FileProtocolHandler', url]];
  return ['xdg-open', [url]];
}
