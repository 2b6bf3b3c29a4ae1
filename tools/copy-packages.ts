import { existsSync } from 'node:fs';
import { cp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { fonts, native } from './shipped-packages.json';

/**
 * `node tools/run.cjs tools/copy-packages.ts`: copies to `dist/node_modules` what the bundles load at run time, with its
 * dependencies for this platform, and nothing else. The image holds it in place of all packages.
 */

const WORKSPACE = path.join(__dirname, '..');
const TARGET = path.join(WORKSPACE, 'dist', 'node_modules');

interface Manifest {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

async function main(): Promise<void> {
  await rm(TARGET, { recursive: true, force: true });
  const names = new Set<string>();
  // `libs/pdf` reads font files, and native packages load libraries from their own folders.
  for (const name of [...native, ...fonts]) await collect(name, names);
  for (const name of names)
    await cp(path.join(WORKSPACE, 'node_modules', name), path.join(TARGET, name), { recursive: true });
  process.stdout.write(`${names.size} packages in ${path.relative(WORKSPACE, TARGET)}\n`);
}

/** A package for another platform is not installed, and so is one that nobody needs. */
async function collect(name: string, names: Set<string>): Promise<void> {
  const folder = path.join(WORKSPACE, 'node_modules', name);
  if (names.has(name) || !existsSync(folder)) return;
  if (existsSync(path.join(folder, 'node_modules')))
    throw new Error(`${name} has packages of its own below it: copy them too`);
  names.add(name);
  const { dependencies, optionalDependencies } = JSON.parse(
    await readFile(path.join(folder, 'package.json'), 'utf8'),
  ) as Manifest;
  for (const each of Object.keys({ ...dependencies, ...optionalDependencies })) await collect(each, names);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
