import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const DEBIAN_CHROMIUM = '/usr/bin/chromium';

/**
 * Starts the Chromium of `CHROMIUM`, else Debian's, else the one in an npm package, so that `npm ci && npm test` needs
 * nothing else.
 */
export async function startBrowser(): Promise<Browser> {
  const executablePath =
    process.env.CHROMIUM ?? (existsSync(DEBIAN_CHROMIUM) ? DEBIAN_CHROMIUM : await unpackChromium());
  return chromium.launch({
    executablePath,
    headless: true,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none'],
  });
}

/** On a bare machine, the package brings the libraries that Chromium needs too, but only where it believes in Lambda. */
async function unpackChromium(): Promise<string> {
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs20.x';
  const { default: packaged } = await import('@sparticuz/chromium');
  const executablePath = await packaged.executablePath();
  // The package has one Latin font. Chinese needs a font of the system.
  if (existsSync('/etc/fonts/fonts.conf')) process.env.FONTCONFIG_PATH = path.dirname('/etc/fonts/fonts.conf');
  return executablePath;
}
