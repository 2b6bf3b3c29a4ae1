import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { cutRelease } from './cut-release';

/**
 * `npm run release`: builds the command line and the library, and packs them, the action and the Helm chart into
 * dist/release, with a list of their hashes. `-- --cut VERSION` makes the commit and the tag of a new version, `-- --image`
 * also builds the image, and `-- --publish` sends the packages to npm with their provenance, which only CI can vouch for.
 */

const WORKSPACE = path.join(__dirname, '..');
const RELEASE = path.join(WORKSPACE, 'dist/release');
const CHARTS = path.join(WORKSPACE, 'deploy/helm');
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

interface Asked {
  image: boolean;
  publish: boolean;
}

export function release({ image, publish }: Asked, environment: NodeJS.ProcessEnv): string[] {
  const { version } = readPackage(WORKSPACE);
  checkRelease(version, publish, environment);
  const name = environment.CLI_PACKAGE || USUAL_NAME;
  rmSync(RELEASE, { recursive: true, force: true });
  mkdirSync(RELEASE, { recursive: true });
  run('npx', ['nx', 'run-many', '-t', 'build', '-p', 'cli', 'submission', 'gateway']);
  run('node', ['tools/run.cjs', 'tools/build-client.ts']);
  for (const folder of [COMMAND_LINE, LIBRARY])
    run('npm', ['pack', path.join(WORKSPACE, folder), '--pack-destination', RELEASE]);
  const packages = readdirSync(RELEASE).filter((file) => file.endsWith('.tgz'));
  packAction(version, name);
  // As `helm package` does: the folder of the chart, named by its version.
  pack(`shipyard-${version}.tgz`, CHARTS, 'shipyard');
  if (image) saveImage(version, environment);
  writeHashes();
  if (publish)
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
  pack(`shipyard-sync-${version}.tar.gz`, RELEASE, 'shipyard-sync');
  rmSync(folder, { recursive: true });
}

function pack(file: string, parent: string, folder: string): void {
  run('tar', ['-czf', path.join(RELEASE, file), '-C', parent, folder]);
}

/** An archive that `docker load` takes, and `podman load` once it is unpacked. NODE_IMAGE and BUILD_ARGS are as in `npm run drill -- compose`. */
function saveImage(version: string, { NODE_IMAGE, BUILD_ARGS }: NodeJS.ProcessEnv): void {
  const engine = ['docker', 'podman'].find(answers);
  if (engine === undefined)
    throw new Error('The image needs podman, or docker with its daemon running. Start one, or leave --image out.');
  const revision = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: WORKSPACE, encoding: 'utf8' }).trim();
  const values = [`VERSION=${version}`, `REVISION=${revision}`, ...(NODE_IMAGE ? [`NODE_IMAGE=${NODE_IMAGE}`] : [])];
  const tag = `shipyard:${version}`;
  const asked = [...(BUILD_ARGS?.split(' ') ?? []), ...values.flatMap((value) => ['--build-arg', value])];
  run(engine, ['build', ...asked, '-t', tag, '-f', 'docker/Dockerfile', '.']);
  const file = path.join(RELEASE, `shipyard-image-${version}.tar`);
  run(engine, ['save', '-o', file, tag]);
  run('gzip', [file]);
}

/** A docker without its daemon is of no use. */
function answers(engine: string): boolean {
  try {
    execFileSync(engine, ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
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
  const { values } = parseArgs({
    options: {
      cut: { type: 'string' },
      image: { type: 'boolean', default: false },
      publish: { type: 'boolean', default: false },
    },
  });
  try {
    const said =
      values.cut === undefined ? `dist/release: ${release(values, process.env).join(', ')}` : cutRelease(values.cut);
    process.stdout.write(`${said}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
