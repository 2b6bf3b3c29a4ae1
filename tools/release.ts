import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * `npm run release`: builds the command line and the library, and packs them and the action into dist/release, with a list
 * of their hashes. `-- --publish` sends the packages to npm with their provenance, which only CI can vouch for.
 */

const WORKSPACE = path.join(__dirname, '..');
const RELEASE = path.join(WORKSPACE, 'dist/release');
const ACTION = path.join(WORKSPACE, '.github/actions/shipyard-sync');
const USUAL_NAME = '@shipyard/cli';

/** What is packed. */
const COMMAND_LINE = 'dist/apps/cli';
const LIBRARY = 'dist/libs/client';

/** Throws if the release would not be what its tag says, or if nobody vouches for what is published. */
export function checkRelease(version: string, isPublished: boolean, environment: NodeJS.ProcessEnv): void {
  const { GITHUB_REF_TYPE, GITHUB_REF_NAME, GITHUB_ACTIONS, ACTIONS_ID_TOKEN_REQUEST_URL } = environment;
  if (GITHUB_REF_TYPE === 'tag' && GITHUB_REF_NAME !== `v${version}`)
    throw new Error(`The tag is ${GITHUB_REF_NAME}, and package.json has the version ${version}. Make them equal.`);
  if (isPublished && !(GITHUB_ACTIONS && ACTIONS_ID_TOKEN_REQUEST_URL))
    throw new Error('Publish in CI only, with the permission id-token: write. Provenance needs it.');
}

export function release(isPublished: boolean, environment: NodeJS.ProcessEnv): string[] {
  const { version } = readPackage(WORKSPACE);
  checkRelease(version, isPublished, environment);
  const name = environment.CLI_PACKAGE || USUAL_NAME;
  rmSync(RELEASE, { recursive: true, force: true });
  mkdirSync(RELEASE, { recursive: true });
  run('npx', ['nx', 'run-many', '-t', 'build', '-p', 'cli', 'submission']);
  run('node', ['tools/run.cjs', 'tools/build-client.ts']);
  for (const folder of [COMMAND_LINE, LIBRARY])
    run('npm', ['pack', path.join(WORKSPACE, folder), '--pack-destination', RELEASE]);
  const packages = readdirSync(RELEASE).filter((file) => file.endsWith('.tgz'));
  packAction(version, name);
  writeHashes();
  if (isPublished)
    for (const file of packages)
      run('npm', ['publish', path.join(RELEASE, file), '--provenance', '--access', 'public']);
  return readdirSync(RELEASE).sort();
}

/** The Marketplace takes a repository with the action in its root. */
function packAction(version: string, name: string): void {
  const folder = path.join(RELEASE, 'shipyard-sync');
  cpSync(ACTION, folder, { recursive: true });
  const file = path.join(folder, 'action.yml');
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(USUAL_NAME, name));
  if (!existsSync(path.join(folder, 'README.md')))
    cpSync(path.join(WORKSPACE, 'docs/github.md'), path.join(folder, 'README.md'));
  cpSync(path.join(WORKSPACE, 'LICENSE'), path.join(folder, 'LICENSE'));
  run('tar', ['-czf', path.join(RELEASE, `shipyard-sync-${version}.tar.gz`), '-C', RELEASE, 'shipyard-sync']);
  rmSync(folder, { recursive: true });
}

function writeHashes(): void {
  const lines = readdirSync(RELEASE)
    .sort()
    .map(
      (file) =>
        `${createHash('sha256')
          .update(readFileSync(path.join(RELEASE, file)))
          .digest('hex')}  ${file}\n`,
    );
  writeFileSync(path.join(RELEASE, 'SHA256SUMS'), lines.join(''));
}

function readPackage(folder: string): { version: string } {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string };
}

function run(command: string, args: string[]): void {
  execFileSync(command, args, { cwd: WORKSPACE, stdio: 'inherit', shell: process.platform === 'win32' });
}

if (path.resolve(process.argv[1] ?? '') === __filename) {
  const files = release(process.argv.includes('--publish'), process.env);
  process.stdout.write(`dist/release: ${files.join(', ')}\n`);
}
