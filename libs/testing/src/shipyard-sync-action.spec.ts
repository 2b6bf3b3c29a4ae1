import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { load } from 'js-yaml';

interface Step {
  name: string;
  uses?: string;
  shell?: string;
  env?: Record<string, string>;
  run?: string;
}

interface Action {
  inputs: Record<string, { description: string; required: boolean; default?: string }>;
  runs: { using: string; steps: Step[] };
}

const WORKSPACE = path.join(__dirname, '../../..');
const textOf = (file: string) => readFileSync(path.join(WORKSPACE, file), 'utf8');
const action = load(textOf('.github/actions/shipyard-sync/action.yml')) as Action;
const scripts = action.runs.steps.filter(({ run }) => run !== undefined);
const TOKEN = 'pst_secret';

/** Writes its arguments and its token to a file, as the test asks. */
const FAKE = `#!/usr/bin/env bash
printf '%s' "$(basename "$0")" >> "$CALLS"
for each in "$@"; do printf ' [%s]' "$each" >> "$CALLS"; done
printf ' token=%s url=%s\\n' "\${SHIPYARD_TOKEN-none}" "\${SHIPYARD_URL-none}" >> "$CALLS"
[ "$1" != "$FAILS" ]
`;

describe('the action shipyard-sync', () => {
  let folder: string;

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'sync action ')));
    for (const name of ['npm', 'shipyard']) {
      writeFileSync(path.join(folder, name), FAKE);
      chmodSync(path.join(folder, name), 0o755);
    }
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  /** Runs the shell steps one after the other, as a runner does. */
  function runAction(
    inputs: Record<string, string>,
    { event = 'push', isFork = false, fails = '' } = {},
  ): { status: number; calls: string[]; output: string; addedPath: string } {
    const values: Record<string, string> = {
      'runner.temp': folder,
      'github.event_name': event,
      'github.event.repository.fork': String(isFork),
    };
    for (const [name, { default: usual = '' }] of Object.entries(action.inputs))
      values[`inputs.${name}`] = inputs[name] ?? usual;
    const files = { CALLS: path.join(folder, 'calls'), GITHUB_PATH: path.join(folder, 'path') };
    for (const file of Object.values(files)) rmSync(file, { force: true });
    let output = '';
    let status = 0;
    for (const { run = '', env = {} } of scripts) {
      const own = Object.entries(env).map(
        ([name, text]) =>
          [name, text.replace(/\$\{\{ ([\w.-]+) \}\}/g, (_, expression: string) => values[expression] ?? '')] as const,
      );
      const ended = spawnSync('bash', ['-c', run], {
        cwd: folder,
        encoding: 'utf8',
        env: { PATH: `${folder}:/usr/bin:/bin`, FAILS: fails, ...files, ...Object.fromEntries(own) },
      });
      output += ended.stdout + ended.stderr;
      status = ended.status ?? 1;
      if (status !== 0) break;
    }
    const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '');
    return {
      status,
      calls: read(files.CALLS)
        .split('\n')
        .filter((line) => line !== ''),
      output,
      addedPath: read(files.GITHUB_PATH),
    };
  }

  const URL = 'https://build.example/api/v1';

  it('installs the command line, checks the project and publishes it on push', () => {
    const { status, calls, addedPath } = runAction({
      url: URL,
      token: TOKEN,
      version: '1.2.3',
      directory: 'my project',
    });
    expect(status).toBe(0);
    expect(calls).toEqual([
      `npm [install] [--prefix] [${folder}/shipyard-cli] [--no-audit] [--no-fund] [--ignore-scripts] [--] [@shipyard/cli@1.2.3] token=none url=none`,
      'shipyard [check] [--no-input] [--cwd] [my project] token=none url=none',
      `shipyard [sync] [--no-input] [--cwd] [my project] token=${TOKEN} url=${URL}`,
    ]);
    expect(addedPath).toBe(`${folder}/shipyard-cli/node_modules/.bin\n`);
  });

  it('installs a tarball instead, by its full path', () => {
    writeFileSync(path.join(folder, 'a cli.tgz'), '');
    const { calls } = runAction({ url: URL, token: TOKEN, package: 'a cli.tgz' });
    expect(calls[0]).toContain(`[--] [${folder}/a cli.tgz]`);
  });

  it('sends nothing in a dry run, and refuses another word', () => {
    expect(runAction({ url: URL, token: TOKEN, 'dry-run': 'true' }).calls.at(-1)).toContain('[sync] [--dry-run]');
    const wrong = runAction({ url: URL, token: TOKEN, 'dry-run': 'yes' });
    expect(wrong.status).toBe(1);
    expect(wrong.output).toContain('dry-run must be');
    expect(wrong.calls.join()).not.toContain('[sync]');
  });

  it.each([
    { event: 'pull_request', token: '' },
    { event: 'pull_request', token: TOKEN },
    { event: 'pull_request_target', token: TOKEN },
  ])('only checks on $event, with the token "$token"', ({ event, token }) => {
    const { status, calls } = runAction({ url: URL, token }, { event });
    expect([status, calls.length]).toEqual([0, 2]);
    expect(calls[1]).toContain('shipyard [check]');
  });

  it('only checks a push in a fork without a token, and elsewhere asks for the token', () => {
    const fork = runAction({ url: URL }, { isFork: true });
    expect([fork.status, fork.calls.length]).toEqual([0, 2]);
    const own = runAction({ url: URL });
    expect([own.status, own.calls.length]).toEqual([1, 2]);
    expect(own.output).toContain('There is no token');
  });

  it('publishes nothing that the check refuses, and fails if the sync does', () => {
    const refused = runAction({ url: URL, token: TOKEN }, { fails: 'check' });
    expect([refused.status, refused.calls.length]).toEqual([1, 2]);
    expect(runAction({ url: URL, token: TOKEN }, { fails: 'sync' }).status).toBe(1);
  });

  it('runs no text of an input, and prints no token', () => {
    const bad = '$(touch hacked) `touch hacked` "; touch hacked; "';
    const inputs = { url: bad, token: TOKEN, directory: bad, version: bad, 'dry-run': 'false' };
    const { calls, output } = runAction(inputs);
    expect(calls.at(-1)).toBe(`shipyard [sync] [--no-input] [--cwd] [${bad}] token=${TOKEN} url=${bad}`);
    expect(existsSync(path.join(folder, 'hacked'))).toBe(false);
    expect(output).not.toContain(TOKEN);
  });

  it('takes inputs by the environment only, and gives the token to one step', () => {
    for (const { run, shell } of scripts) {
      expect(shell).toBe('bash');
      expect(run).not.toContain('${{');
      expect(run).toMatch(/^set -euo pipefail$/m);
      // Each use of a variable is quoted, so that no value is split into words.
      expect(run?.replace(/"[^"]*"/g, '')).not.toMatch(/\$\w/);
      expect(run).not.toMatch(/set -x|echo .*TOKEN/);
    }
    const holders = action.runs.steps.filter((step) => JSON.stringify(step).includes('inputs.token'));
    expect(holders.map(({ name }) => name)).toEqual(['Publish the project']);
  });

  it('is described by its page, with a workflow that names inputs that exist', () => {
    const page = textOf('docs/github.md');
    for (const name of Object.keys(action.inputs)) expect(page).toContain(`| \`${name}\` |`);
    const [, example = ''] = /```yaml\n([^]*?)```/.exec(page) ?? [];
    const workflow = load(example) as {
      on: Record<string, unknown>;
      permissions: Record<string, string>;
      jobs: { sync: { steps: { uses: string; with: Record<string, string> }[] } };
    };
    expect(Object.keys(workflow.on)).toEqual(['push', 'pull_request']);
    expect(workflow.permissions).toEqual({ contents: 'read' });
    const used = workflow.jobs.sync.steps.at(-1);
    expect(used?.uses).toContain('/.github/actions/shipyard-sync@');
    expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(used?.with ?? {})));
    const required = Object.entries(action.inputs).filter(([, { required: isRequired }]) => isRequired);
    for (const [name] of required) expect(used?.with).toHaveProperty(name);
  });
});
