import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Stack, startStack } from '@shipyard/stack';
import { assertBooksAgree, type TourCredentials, walkTour } from './installation';
import { type ProcessBeside, startBeside } from './process-beside';

/*
 * The version before serves beside this one on the new schema, as in a rolling upgrade.
 * 1. Both versions are built, the one before in a worktree of its own. That one fills an empty database.
 * 2. This version migrates that database and starts. All processes of the version before start beside it.
 * 3. The tour of the version before walks through its processes, the tour of this version through ours. Each version shows
 *    the project that the other one has taken, and both find the books in order.
 * 4. The version before ends in order, and the tour walks through ours again.
 */

export const needs = ['git', 'npm', 'curl', 'sh'];

const execute = promisify(execFile);
const WORKSPACE = path.join(__dirname, '../..');
const PROCESSES = ['main', 'worker'] as const;
const SERVICES = ['submission', 'gateway'] as const;

const say = (line: string) => void process.stdout.write(`${line}\n`);
const sinceOf = (beganAt: number) => `${((Date.now() - beganAt) / 1_000).toFixed(0)} s`;
const git = async (...args: string[]) => (await execute('git', args, { cwd: WORKSPACE })).stdout.trim();

export async function run(): Promise<void> {
  const [, named] = process.argv.slice(2);
  const before = named ?? (await git('describe', '--tags', '--abbrev=0').catch(() => ''));
  if (before === '') throw new Error('This repository has no tag yet. Name a commit: npm run drill -- upgrade COMMIT');
  const folder = await mkdtemp(path.join(os.tmpdir(), 'shipyard-upgrade-'));
  // Postgres runs as another user if we are root.
  await chmod(folder, 0o755);
  const worktree = path.join(folder, 'before');
  try {
    say(
      `Before: ${await git('log', '-1', '--format=%h of %as', before)}, ${await git('rev-list', '--count', `${before}..HEAD`)} commits ago`,
    );
    say(`Now: ${await git('log', '-1', '--format=%h of %as', 'HEAD')}, Node ${process.version}`);
    await git('worktree', 'add', '--detach', worktree, before);
    await build(worktree, 'The version before');
    await build(WORKSPACE, 'This version');
    await new UpgradeDrill(folder, worktree).run();
    say('The drill is done: both versions serve on one schema');
  } finally {
    await git('worktree', 'remove', '--force', worktree).catch(() => undefined);
    if (process.env.KEEP === '1') say(`The logs are in ${folder}`);
    else await rm(folder, { recursive: true, force: true });
  }
}

async function build(folder: string, name: string): Promise<void> {
  const beganAt = Date.now();
  const options = { cwd: folder, maxBuffer: 1 << 28, env: { ...process.env, NX_DAEMON: 'false', NODE_ENV: '' } };
  if (folder !== WORKSPACE) await execute('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline'], options);
  await execute('npx', ['nx', 'run-many', '-t', 'build', '-p', 'submission', 'gateway'], options);
  say(`${name} is built: ${sinceOf(beganAt)}`);
}

class UpgradeDrill {
  private readonly beside: ProcessBeside[] = [];

  constructor(
    private readonly folder: string,
    private readonly worktree: string,
  ) {}

  async run(): Promise<void> {
    const bundlesDir = path.join(this.worktree, 'dist/apps');
    const first = await this.start(bundlesDir);
    let project: string;
    try {
      project = await walkTour(await this.place('first'), credentialsOf(first), undefined, this.worktree);
    } finally {
      await first.stop();
    }
    say('The version before has filled the database');
    const beganAt = Date.now();
    const stack = await this.start();
    say(`This version has migrated it, and serves: ${sinceOf(beganAt)}`);
    try {
      await this.addBefore(stack, bundlesDir);
      await this.walkBoth(stack, new URL(project).pathname);
      for (const { process: each } of this.beside) await each.stop('SIGTERM', 60_000);
      await walkTour(await this.place('last'), credentialsOf(stack));
      await assertBooksAgree(stack.addresses.gatewayUrl, credentialsOf(stack).gateway_admin_key);
      say('The version before has ended, the tour passed again, and the books agree');
    } finally {
      await Promise.all(this.beside.map(({ process: each }) => each.stop('SIGKILL', 10_000)));
      await stack.stop();
    }
  }

  private start(bundlesDir?: string): Promise<Stack> {
    const { PATH, HOME } = process.env;
    return startStack({
      ...{ dataDir: path.join(this.folder, 'data'), queue: 'auto', output: 'files', report: say, bundlesDir },
      environment: { PATH, HOME, NODE_ENV: 'test', DEMO: '1', SUBMISSION_PORT: '0', GATEWAY_PORT: '0' },
    });
  }

  private async addBefore(stack: Stack, bundlesDir: string): Promise<void> {
    for (const service of SERVICES)
      for (const entry of PROCESSES)
        this.beside.push(await startBeside(stack, service, entry, { bundlesDir, folder: this.folder, report: say }));
    say('Beside it serve both HTTP processes and both workers of the version before');
  }

  private async walkBoth(stack: Stack, firstProject: string): Promise<void> {
    const ours = credentialsOf(stack);
    const [submission, , gateway] = this.beside.map(({ url }) => url);
    if (submission === undefined || gateway === undefined) throw new Error('The version before does not serve');
    const theirs = { ...ours, submission_url: `${submission}/api/v1`, gateway_url: gateway };
    const theirProject = await walkTour(await this.place('theirs'), theirs, undefined, this.worktree);
    say('The tour of the version before passed');
    const ourProject = await walkTour(await this.place('ours'), ours);
    say('The tour of this version passed');
    for (const base of [ours.submission_url, theirs.submission_url])
      for (const project of [firstProject, theirProject, ourProject]) {
        const url = new URL(new URL(project, base).pathname, base);
        const { status } = await fetch(url);
        if (status !== 200) throw new Error(`${url.href} answered ${status}`);
      }
    say('Each version shows the projects of both');
    for (const url of [ours.gateway_url, gateway]) await assertBooksAgree(url, ours.gateway_admin_key);
    say('Both find that the books agree');
  }

  private async place(name: string): Promise<string> {
    const place = path.join(this.folder, `tour-${name}`);
    await mkdir(place);
    return place;
  }
}

function credentialsOf({ credentials }: Stack): TourCredentials {
  if (credentials === null) throw new Error('The drill needs the demo');
  return credentials;
}

if (path.resolve(process.argv[1] ?? '') === __filename)
  run().catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
