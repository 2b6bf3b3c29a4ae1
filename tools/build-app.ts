import { existsSync } from 'node:fs';
import { cp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Options, transform } from '@swc/core';
import { build as bundle, type BuildOptions, context, type Plugin, transform as minify } from 'esbuild';
import { build as runVite, type InlineConfig } from 'vite';
import { buildCli } from './build-cli';
import { packagesPlugin } from './packages-plugin';
import { native } from './shipped-packages.json';

/**
 * `npx nx build <app>`: bundles each app's entries to dist/apps/<app>, and tools for the image to dist/tools. swc
 * compiles our files, because esbuild drops the decorator metadata that DTO validation needs. Packages are bundled too:
 * finding and reading their 2,000 files took half of a process's start. Vite builds the studio.
 */

const WORKSPACE = path.join(__dirname, '..');
export const BUNDLES = path.join(WORKSPACE, 'dist', 'apps');
const SETTLED_AFTER_MS = 100;

const STUDIO = 'studio';
const CLI = 'cli';
/** They serve the scripts of their pages. */
const NEEDS_STUDIO = ['submission', 'gateway'];

export async function buildApps(names: string[]): Promise<void> {
  const services = names.filter((name) => name !== STUDIO && name !== CLI);
  if (names.includes(STUDIO)) await buildStudio(STUDIO_OPTIONS);
  if (names.includes(CLI)) await buildCli();
  if (services.length > 0) await bundle(bundleOptions(services));
}

/** Vite sets NODE_ENV to production, and `npm start` would hand that to the services. */
async function buildStudio(options: InlineConfig): ReturnType<typeof runVite> {
  const { NODE_ENV } = process.env;
  try {
    return await runVite(options);
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  }
}

const STUDIO_OPTIONS: InlineConfig = {
  configFile: path.join(WORKSPACE, 'apps', STUDIO, 'vite.config.mjs'),
  configLoader: 'native',
  logLevel: 'warn',
};

/**
 * Yields after each build whether it succeeded, and builds again on changes. Builds between two requests count as one.
 */
export async function* watchBuild(name: string, stopping: AbortSignal): AsyncGenerator<boolean> {
  let outcome: boolean | null = null;
  let wake = () => {};
  const reportEnd: Plugin = {
    name: 'report end',
    setup: (build) =>
      build.onEnd(({ errors }) => {
        outcome = errors.length === 0;
        wake();
      }),
  };
  const options = bundleOptions([name]);
  // Without packages, a build after a change takes a tenth of the time.
  const building = await context({
    ...options,
    packages: 'external',
    alias: {},
    plugins: [...(options.plugins ?? []), reportEnd],
  });
  stopping.addEventListener('abort', () => wake());
  // The service reads the studio's files at its start.
  const onStudioBuilt = (isBuilt: boolean) => {
    outcome = isBuilt && outcome !== false;
    wake();
  };
  const studio = NEEDS_STUDIO.includes(name) ? await watchStudio(onStudioBuilt) : null;
  try {
    await building.watch({ delay: SETTLED_AFTER_MS });
    while (!stopping.aborted) {
      const built = outcome;
      outcome = null;
      if (built === null) await new Promise<void>((resolve) => (wake = resolve));
      else yield built;
    }
  } finally {
    await building.dispose();
    await studio?.close();
  }
}

/** Resolves after the first build, and reports each later one. */
async function watchStudio(onBuilt: (isBuilt: boolean) => void): Promise<{ close: () => Promise<void> }> {
  const watcher = await buildStudio({ ...STUDIO_OPTIONS, build: { watch: {} } });
  if (!('on' in watcher)) throw new Error('Vite does not watch the studio');
  let report: ((isBuilt: boolean) => void) | null = null;
  await new Promise<void>((resolve, reject) => {
    watcher.on('event', (event) => {
      if (event.code === 'BUNDLE_END' || event.code === 'ERROR') void event.result?.close();
      if (event.code === 'ERROR' && report === null) reject(event.error);
      if (event.code === 'END') resolve();
      if (event.code === 'END' || event.code === 'ERROR') report?.(event.code === 'END');
    });
  });
  report = onBuilt;
  return watcher;
}

function bundleOptions(names: string[]): BuildOptions {
  return {
    absWorkingDir: WORKSPACE,
    entryPoints: Object.fromEntries(names.flatMap(entriesOf)),
    outdir: path.join(WORKSPACE, 'dist'),
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    sourcemap: true,
    sourcesContent: false,
    external: NOT_BUNDLED,
    alias: AS_MODULES,
    // Two modules may have classes of one name, and the OpenAPI document shows the names of classes.
    keepNames: true,
    minify: true,
    lineLimit: 200,
    define: { 'import.meta.url': 'importMetaUrl' },
    // import() fails on Node 20 in a bundle whose compiled code was kept, as the e2e suites do. It becomes require().
    supported: { 'dynamic-import': false },
    banner: { js: "const importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
    tsconfig: 'tsconfig.base.json',
    loader: { '.woff2': 'binary', '.md': 'text' },
    plugins: [swcPlugin, packagesPlugin, ...(names.includes('submission') ? [showcasePlugin] : [])],
    logLevel: 'error',
  };
}

/**
 * esbuild takes the CommonJS of a package for Node, and copies all of its names for each file that imports it. Of the ES
 * modules it keeps what is used, once.
 */
const AS_MODULES = {
  'class-validator': 'class-validator/esm2015/index.js',
  '@zxcvbn-ts/language-common': '@zxcvbn-ts/language-common/dist/index.mjs',
};

export const NOT_BUNDLED = [
  // They load a native library from their own folder.
  ...native,
  // They work without these, and we do not install them.
  '@nestjs/microservices',
  '@nestjs/websockets',
];

const ENTRIES = [
  'main',
  'worker',
  'prepare',
  'showcase',
  'markdown/render.process',
  'clean-images',
  'draw-og-images',
  'draw-documents',
  'draw-statements',
  'rotate-shipment-keys',
  'create-owner-key',
  'verify-ledger',
];

function entriesOf(name: string): [string, string][] {
  const tool = path.join('tools', `${name}.ts`);
  if (existsSync(path.join(WORKSPACE, tool))) return [[`tools/${name}`, tool]];
  const entries = ENTRIES.map((entry): [string, string] => [`apps/${name}/${entry}`, `apps/${name}/src/${entry}.ts`]);
  const existing = entries.filter(([, source]) => existsSync(path.join(WORKSPACE, source)));
  if (existing.length === 0)
    throw new Error(`There is no app ${name}: neither apps/${name}/src/main.ts nor ${tool} exists`);
  return existing;
}

/**
 * Metadata of a parameter whose type is Express's, which is only a type. It would read Node's class of the same name, for
 * which Node 20 loads all of its `fetch` at each start.
 */
const TYPE_OF_EXPRESS = /typeof (Request|Response) === "undefined" \? Object : \1\b/g;

const swcPlugin: Plugin = {
  name: 'swc',
  setup(build) {
    const options: Options = {
      configFile: path.join(WORKSPACE, '.swcrc'),
      module: { type: 'es6' },
      sourceMaps: 'inline',
    };
    build.onLoad({ filter: /\.tsx?$/ }, async ({ path: filename }) => {
      // In a `.ts` file, `<Type>` before a function is a type parameter.
      const jsc: Options['jsc'] = filename.endsWith('x')
        ? { parser: { syntax: 'typescript', decorators: true, tsx: true } }
        : {};
      const { code } = await transform(await readFile(filename, 'utf8'), { ...options, jsc, filename });
      return { contents: code.replace(TYPE_OF_EXPRESS, 'Object'), loader: 'js' };
    });
    // A service holds its style sheet as text and serves it itself.
    build.onLoad({ filter: /\.css$/ }, async ({ path: filename }) => {
      const { code } = await minify(await readFile(filename, 'utf8'), { loader: 'css', minify: true });
      return { contents: code, loader: 'text' };
    });
  },
};

/** The showcase reads its projects as folders, beside the bundle. */
const showcasePlugin: Plugin = {
  name: 'folders of the showcase',
  setup(build) {
    const sources = path.join(WORKSPACE, 'apps/submission/src/demo/showcase/projects');
    const copies = path.join(BUNDLES, 'submission/projects');
    build.onEnd(async () => {
      await rm(copies, { recursive: true, force: true });
      await cp(sources, copies, { recursive: true, filter: (source) => !source.endsWith('.ts') });
    });
  },
};

if (path.resolve(process.argv[1] ?? '') === __filename) {
  buildApps(process.argv.slice(2)).catch((error: unknown) => {
    if (!(error instanceof Error && 'errors' in error)) console.error(error);
    process.exitCode = 1;
  });
}
