import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { load } from 'js-yaml';
import { ACTION_FOLDER, readAction, runActionSteps } from './action-runner';

const WORKSPACE = path.join(__dirname, '../../..');
const read = (file: string) => readFileSync(path.join(WORKSPACE, file), 'utf8');
const action = readAction();
const scripts = action.runs.steps.filter(({ run }) => run !== undefined);
const TOKEN = 'pst_secret';
const API = 'https://build.example/api/v1';

/** Writes its arguments and its token to a file, and answers as the test asks. */
const FAKE = `#!/usr/bin/env bash
name="$(basename "$0")"
printf '%s' "$name" >> "$CALLS"
for each in "$@"; do printf ' [%s]' "$each" >> "$CALLS"; done
printf ' token=%s url=%s\\n' "\${SHIPYARD_TOKEN-none}" "\${SHIPYARD_URL-none}" >> "$CALLS"
[ "$name" = npm ] && exit 0
kind="$1"
[ "$2" = --dry-run ] && kind=plan
cat "$ANSWERS/$kind.json" 2>/dev/null
exit "$(cat "$ANSWERS/$kind.status" 2>/dev/null || echo 0)"
`;

const PLAN = { readme: 'update', config: { tagline: '@all **x**' }, logs: [2], images: ['a.png'] };
const SENT = {
  project: { page_url: 'https://build.example/projects/garden' },
  readme_updated: true,
  logs_added: [{ id: 'l', sequence: 2 }],
  next_sequence: 3,
  images_uploaded: 1,
};

interface Answers {
  check?: object;
  plan?: object;
  sync?: object;
  status?: Record<string, number>;
}

/** Runs the action beside a command line that answers as the test asks. */
async function runAction(
  inputs: Record<string, string>,
  given: Answers & { event?: string; isFork?: boolean; github?: string } = {},
) {
  const { event, isFork, github, status = {}, ...answers } = given;
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'sync action ')));
  for (const name of ['npm', 'shipyard']) {
    writeFileSync(path.join(folder, name), FAKE);
    chmodSync(path.join(folder, name), 0o755);
  }
  const all = { check: { errors: [], warnings: [] }, plan: { plan: PLAN }, sync: SENT, ...answers };
  for (const [kind, answer] of Object.entries(all))
    writeFileSync(path.join(folder, `${kind}.json`), JSON.stringify(answer));
  for (const [kind, code] of Object.entries(status)) writeFileSync(path.join(folder, `${kind}.status`), String(code));
  writeFileSync(path.join(folder, 'a cli.tgz'), '');
  const calls = path.join(folder, 'calls');
  const ended = await runActionSteps(action, {
    ...{ folder, inputs, event, isFork, github },
    environment: {
      PATH: `${folder}:${path.dirname(process.execPath)}:/usr/bin:/bin`,
      ANSWERS: folder,
      CALLS: calls,
    },
  });
  const result = {
    ...ended,
    folder,
    calls: existsSync(calls) ? readFileSync(calls, 'utf8').split('\n').slice(0, -1) : [],
    hacked: existsSync(path.join(folder, 'hacked')),
  };
  rmSync(folder, { recursive: true });
  return result;
}

describe('the action shipyard-sync', () => {
  const inputs = { url: API, token: TOKEN };

  it('installs, checks, plans and publishes on push, and says what it did', async () => {
    const { code, calls, addedPath, outputs, summary, folder } = await runAction({
      ...inputs,
      version: '1.2.3',
      directory: 'my project',
    });
    expect(code).toBe(0);
    const common = '[--json] [--no-input] [--cwd] [my project]';
    expect(calls).toEqual([
      `npm [install] [--prefix] [${folder}/shipyard-cli] [--no-audit] [--no-fund] [--ignore-scripts] [--] [@shipyard/cli@1.2.3] token=none url=none`,
      `shipyard [check] ${common} token=none url=none`,
      `shipyard [sync] [--dry-run] ${common} token=${TOKEN} url=${API}`,
      `shipyard [sync] ${common} token=${TOKEN} url=${API}`,
    ]);
    expect(addedPath).toBe(`${folder}/shipyard-cli/node_modules/.bin\n`);
    expect(outputs).toEqual({
      published: 'true',
      plan: JSON.stringify(PLAN),
      'page-url': SENT.project.page_url,
      'readme-updated': 'true',
      'logs-added': '[2]',
      'images-uploaded': '1',
    });
    expect(Object.keys(action.outputs).sort()).toEqual(Object.keys(outputs).sort());
    expect(summary).toContain('- new logs: 2');
    expect(summary).toContain(SENT.project.page_url);
  });

  it('installs a tarball instead, by its full path', async () => {
    const { calls, folder } = await runAction({ ...inputs, package: 'a cli.tgz' });
    expect(calls[0]).toContain(`[--] [${folder}/a cli.tgz]`);
  });

  it('sends nothing in a dry run, and refuses another word', async () => {
    const dry = await runAction({ ...inputs, 'dry-run': 'true' });
    expect([dry.calls.at(-1), dry.outputs.published]).toEqual([
      expect.stringContaining('[--dry-run]') as string,
      'false',
    ]);
    const wrong = await runAction({ ...inputs, 'dry-run': 'yes' });
    expect([wrong.code, wrong.calls.join().includes('[sync]')]).toEqual([1, false]);
    expect(wrong.printed).toContain('dry-run must be');
  });

  it('shows what the check found at its file and line, and publishes nothing', async () => {
    const problem = { file: 'logs/0001-a.md', line: 3, code: 'VALIDATION_FAILED', message: 'Too, long:\n100%' };
    const warning = { file: 'README.md', line: null, code: 'ALT', message: 'No alt text' };
    const { code, calls, printed, summary } = await runAction(
      { ...inputs, directory: 'my project' },
      { check: { errors: [problem], warnings: [warning] }, status: { check: 3 } },
    );
    expect([code, calls.length]).toEqual([3, 2]);
    expect(printed).toContain(
      '::error file=my project/logs/0001-a.md,line=3,title=VALIDATION_FAILED::Too, long:%0A100%25\n',
    );
    expect(printed).toContain('::warning file=my project/README.md,title=ALT::No alt text\n');
    expect(summary).toContain('| Error | `logs/0001-a.md` | 3 |');
  });

  it('names the files that the server changed, and fails as the command line does', async () => {
    const conflict = {
      ok: false,
      error: 'README_CHANGED',
      message: 'Changed there.',
      details: { files: ['README.md'] },
    };
    const { code, printed, calls } = await runAction(inputs, { plan: conflict, status: { plan: 5 } });
    expect([code, calls.length]).toEqual([5, 3]);
    expect(printed).toContain('::error file=README.md,line=1,title=The server has other text::Changed there.');
    const late = await runAction(inputs, { sync: conflict, status: { sync: 5 } });
    expect([late.code, late.outputs.published]).toEqual([5, 'false']);
  });

  it.each([
    { event: 'pull_request', token: '', calls: 2 },
    { event: 'pull_request', token: TOKEN, calls: 3 },
    { event: 'pull_request_target', token: TOKEN, calls: 2 },
  ])('publishes nothing on $event, with the token "$token"', async ({ event, token, calls: count }) => {
    const { code, calls } = await runAction({ url: API, token, 'github-token': '' }, { event });
    expect([code, calls.length]).toEqual([0, count]);
    expect(calls.join()).not.toMatch(/\[sync\] \[--json/);
  });

  it('writes one comment with the plan on a pull request, and none of its text is Markdown of ours', async () => {
    const asked: { method?: string; url?: string; token?: string; body: string }[] = [];
    const comments: { id: number; body: string }[] = [{ id: 1, body: 'Nice!' }];
    const server = createServer((request, response) => {
      void textOf(request).then((body) => {
        asked.push({ method: request.method, url: request.url, token: request.headers.authorization, body });
        if (request.method === 'POST') comments.push({ id: 2, ...(JSON.parse(body) as { body: string }) });
        response.end(JSON.stringify(request.method === 'GET' ? comments : {}));
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const github = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const first = await runAction(inputs, { event: 'pull_request', github });
    const second = await runAction(inputs, { event: 'pull_request', github });
    server.close();
    expect([first.code, second.code]).toEqual([0, 0]);
    const issues = '/repos/ada/garden/issues';
    expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `GET ${issues}/7/comments?per_page=100`,
      `POST ${issues}/7/comments`,
      `GET ${issues}/7/comments?per_page=100`,
      `PATCH ${issues}/comments/2`,
    ]);
    expect(new Set(asked.map(({ token }) => token))).toEqual(new Set(['Bearer ghs_token']));
    expect(comments[1]?.body).toMatch(
      /^<!-- shipyard-sync -->\n### Shipyard[^]*- properties: `tagline`\n- new logs: 2\n- images: `a.png`/,
    );
    expect(comments[1]?.body).not.toContain('@all');
  });

  it('keeps a comment that it may not write to the summary', async () => {
    const { code, printed, summary } = await runAction(inputs, { event: 'pull_request', github: 'http://127.0.0.1:9' });
    expect([code, printed.includes('::notice::The plan is in the summary')]).toEqual([0, true]);
    expect(summary).toContain('A sync would send');
  });

  it('only checks a push in a fork without a token, and elsewhere asks for the token', async () => {
    const fork = await runAction({ url: API }, { isFork: true });
    expect([fork.code, fork.calls.length]).toEqual([0, 2]);
    const own = await runAction({ url: API });
    expect([own.code, own.calls.length]).toEqual([1, 2]);
    expect(own.printed).toContain('There is no token');
  });

  it('runs no text of an input, and prints no token', async () => {
    const bad = '$(touch hacked) `touch hacked` "; touch hacked; "';
    const { calls, printed, hacked } = await runAction({ url: bad, token: TOKEN, directory: bad, version: bad });
    expect(calls.at(-1)).toBe(`shipyard [sync] [--json] [--no-input] [--cwd] [${bad}] token=${TOKEN} url=${bad}`);
    expect([hacked, printed.includes(TOKEN)]).toEqual([false, false]);
  });

  it('takes inputs by the environment only, gives the token to one step, and pins what it uses', () => {
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
    for (const { uses } of action.runs.steps) if (uses !== undefined) expect(uses).toMatch(/@[0-9a-f]{40}$/);
  });

  it('is laid out as the Marketplace takes it', () => {
    for (const file of ['action.yml', 'README.md', 'LICENSE'])
      expect(existsSync(path.join(ACTION_FOLDER, file))).toBe(true);
    expect(action.branding).toEqual({ icon: expect.any(String) as string, color: expect.any(String) as string });
  });

  it('is described by its page, with a workflow that names inputs that exist', () => {
    const page = read('docs/github.md');
    for (const name of [...Object.keys(action.inputs), ...Object.keys(action.outputs)])
      expect(page).toContain(`| \`${name}\` |`);
    const [, example = ''] = /```yaml\n([^]*?)```/.exec(page) ?? [];
    const workflow = load(example) as {
      on: Record<string, unknown>;
      permissions: Record<string, string>;
      jobs: { sync: { steps: { uses: string; with: Record<string, string> }[] } };
    };
    expect(Object.keys(workflow.on)).toEqual(['push', 'pull_request']);
    expect(workflow.permissions).toEqual({ contents: 'read', 'pull-requests': 'write' });
    const used = workflow.jobs.sync.steps.at(-1);
    expect(used?.uses).toContain('/.github/actions/shipyard-sync@');
    expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(used?.with ?? {})));
    const required = Object.entries(action.inputs).filter(([, { required: isRequired }]) => isRequired);
    for (const [name] of required) expect(used?.with).toHaveProperty(name);
  });
});
