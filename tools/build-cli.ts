import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';
import { packagesPlugin } from './packages-plugin';

const WORKSPACE = path.join(__dirname, '..');
const SOURCE = path.join(WORKSPACE, 'apps/cli');
const PACKAGE = path.join(WORKSPACE, 'dist/apps/cli');
const USUAL_NAME = '@shipyard/cli';
/** Read by `apps/cli/src/images/smaller-image.ts` alone. */
const CODECS = [
  '@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm',
  '@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm',
  '@jsquash/png/codec/pkg/squoosh_png_bg.wasm',
];
const NPM_NAME = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;

/**
 * Writes the package of the command line: one file with all that it needs, and codecs of images beside it. CLI_PACKAGE is
 * the name under which an operator publishes it.
 */
export async function buildCli(name = process.env.CLI_PACKAGE || USUAL_NAME): Promise<void> {
  if (!NPM_NAME.test(name)) throw new Error(`CLI_PACKAGE is no name of a package on npm: ${name}`);
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
    loader: { '.woff2': 'binary', '.css': 'text' },
    plugins: [named(name), packagesPlugin],
    banner: { js: '#!/usr/bin/env node' },
    logLevel: 'error',
  });
  for (const file of ['package.json', 'README.md'])
    await writeFile(path.join(PACKAGE, file), await readNamed(path.join(SOURCE, file), name));
  await copyFile(path.join(WORKSPACE, 'LICENSE'), path.join(PACKAGE, 'LICENSE'));
  for (const codec of CODECS)
    await copyFile(path.join(WORKSPACE, 'node_modules', codec), path.join(PACKAGE, path.basename(codec)));
}

/** What the bundle says of itself has the name too: its package, and the pages that it writes. */
const named = (name: string): Plugin => ({
  name: 'the name of the package',
  setup: (build) => {
    build.onLoad({ filter: /apps[\\/]cli[\\/]package\.json$/ }, async ({ path: file }) => ({
      contents: await readNamed(file, name),
      loader: 'json',
    }));
    build.onLoad({ filter: /\.md$/ }, async ({ path: file }) => ({
      contents: await readNamed(file, name),
      loader: 'text',
    }));
  },
});

const readNamed = async (file: string, name: string): Promise<string> =>
  (await readFile(file, 'utf8')).replaceAll(USUAL_NAME, name);
