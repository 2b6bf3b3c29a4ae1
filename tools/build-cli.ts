import { copyFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';

const WORKSPACE = path.join(__dirname, '..');
const SOURCE = path.join(WORKSPACE, 'apps/cli');
const PACKAGE = path.join(WORKSPACE, 'dist/apps/cli');

/** Writes the package `@shipyard/cli`: one file with all that it needs. */
export async function buildCli(): Promise<void> {
  await rm(PACKAGE, { recursive: true, force: true });
  await build({
    absWorkingDir: WORKSPACE,
    entryPoints: { shipyard: path.join(SOURCE, 'src/main.ts') },
    outdir: PACKAGE,
    bundle: true,
    minify: true,
    // A command is loaded when it runs: within one file, `import()` waits until then.
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    tsconfig: 'tsconfig.base.json',
    loader: { '.woff2': 'binary', '.md': 'text', '.css': 'text' },
    banner: { js: '#!/usr/bin/env node' },
    logLevel: 'error',
  });
  await copyFile(path.join(SOURCE, 'package.json'), path.join(PACKAGE, 'package.json'));
  await copyFile(path.join(SOURCE, 'README.md'), path.join(PACKAGE, 'README.md'));
  await copyFile(path.join(WORKSPACE, 'LICENSE'), path.join(PACKAGE, 'LICENSE'));
}
