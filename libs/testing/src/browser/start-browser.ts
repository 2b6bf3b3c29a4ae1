import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';

const DEBIAN_CHROMIUM = '/usr/bin/chromium';

/** For each context. A tab would leave the process of its blank page for a new one at its first page of ours. */
const ONE_RENDERER = '--renderer-process-limit=1';

/**
 * Starts the Chromium of `CHROMIUM`, else the one in an npm package, so that `npm ci && npm test` needs nothing else. It
 * draws no windows and takes half the processor time of Debian's, which is for processors that the package is not for.
 */
export async function startBrowser(): Promise<Browser> {
  const { CHROMIUM } = process.env;
  const own = CHROMIUM === undefined && process.arch === 'x64' ? await unpackChromium() : null;
  return chromium.launch({
    executablePath: own === null ? (CHROMIUM ?? DEBIAN_CHROMIUM) : path.join(own, 'chromium'),
    headless: true,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none', ONE_RENDERER],
    env: { ...process.env, ...(own === null ? {} : librariesIn(own)) },
  });
}

/** For a bare machine. Chinese needs a font of the system, because the package has one Latin font. */
function librariesIn(folder: string): NodeJS.ProcessEnv {
  const systemFonts = '/etc/fonts/fonts.conf';
  return {
    LD_LIBRARY_PATH: path.join(folder, 'al2023', 'lib'),
    FONTCONFIG_PATH: existsSync(systemFonts) ? path.dirname(systemFonts) : path.join(folder, 'fonts'),
  };
}

const PACKED = path.resolve(__dirname, '../../../../node_modules/@sparticuz/chromium/bin');
const UNPACK = "require('@sparticuz/chromium').executablePath()";

/**
 * Unpacks once a machine, and returns the folder. The package takes a file that another process still writes, so each
 * process unpacks into a folder of its own, and the first to end gives it the name that all know. The package unpacks its
 * libraries only where it believes in Lambda.
 */
async function unpackChromium(): Promise<string> {
  const { size } = await stat(path.join(PACKED, 'chromium.br'));
  const unpacked = path.join(tmpdir(), `shipyard-chromium-${size}`);
  if (existsSync(unpacked)) return unpacked;
  const own = await mkdtemp(`${unpacked}-`);
  const env = { ...process.env, TMPDIR: own, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' };
  await promisify(execFile)(process.execPath, ['-e', UNPACK], { cwd: __dirname, env });
  // Another process was first.
  await rename(own, unpacked).catch(() => rm(own, { recursive: true }));
  return unpacked;
}
