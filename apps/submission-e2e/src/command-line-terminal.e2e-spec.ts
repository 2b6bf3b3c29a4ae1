import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { drawImage, sharedStack, waitUntil } from '@shipyard/testing';
import { BUNDLE, CommandLine } from './command-line';
import { register } from './newcomer';
import { StudioVisitor } from './studio-visitor';

interface Talk {
  /** What is typed once the text is shown. */
  answers?: readonly (readonly [shown: string, typed: string])[];
  environment?: NodeJS.ProcessEnv;
}

const ADDRESS: NonNullable<Talk['answers']> = [
  ['real name', 'Noor\r'],
  ['Phone', '123\r'],
  ['Postal', 'Street 1\r12345 Town\r.\r'],
  ['Is this address right', '\r'],
  ['Send this', 'y'],
  ['guardian', 'y'],
];

describe('The command line in a terminal', () => {
  const stack = sharedStack();
  let shipyard: CommandLine;
  let token: string;

  beforeAll(async () => {
    shipyard = await CommandLine.at(stack.submissionUrl);
    ({ token } = await register(`${stack.submissionUrl}/api/v1`));
  });

  afterAll(() => shipyard.remove());

  /** `script` of util-linux, which Debian always has, gives the command a pseudo-terminal. */
  function inTerminal(
    args: string,
    cwd: string,
    { answers = [], environment: more }: Talk = {},
  ): Promise<{ status: number | null; shown: string }> {
    const environment = { ...shipyard.environment({ SHIPYARD_TOKEN: token }), TERM: 'xterm', ...more };
    const child = spawn('script', ['-qfec', `exec ${process.execPath} ${BUNDLE} ${args}`, '/dev/null'], {
      cwd,
      env: environment,
    });
    const waiting = [...answers];
    let shown = '';
    let read = 0;
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      shown += text;
      const [next] = waiting;
      const found = next ? shown.indexOf(next[0], read) : -1;
      if (!next || found < 0) return;
      read = found + next[0].length;
      waiting.shift();
      child.stdin.write(next[1]);
    });
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (status) => resolve({ status, shown }));
    });
  }

  const slugIn = async (cwd: string) =>
    /^slug: (.+)$/m.exec(await readFile(path.join(cwd, 'shipyard.yaml'), 'utf8'))?.[1] ?? '';

  async function setState(state: string): Promise<void> {
    const slug = await slugIn(path.join(shipyard.folder, 'asked'));
    await stack.query('submission', 'UPDATE projects SET state = $2 WHERE slug = $1', [slug, state]);
  }

  it('asks for what a project needs', async () => {
    const cwd = path.join(shipyard.folder, 'asked');
    await mkdir(cwd);
    const { status, shown } = await inTerminal(`init --program ${stack.credentials.program_id}`, cwd, {
      answers: [
        ['name of the project', `Terminal garden ${Date.now().toString(36)}\r`],
        ['Which slug', '\r'],
        ['Who can see it', '\r'],
        ['AGENTS.md', 'y'],
      ],
    });
    expect([status, shown]).toEqual([0, expect.stringContaining('Only you and staff can see it')]);
    expect(await readFile(path.join(cwd, 'shipyard.yaml'), 'utf8')).toMatch(/^slug: terminal-garden-/m);
    expect(await readFile(path.join(cwd, 'AGENTS.md'), 'utf8')).toContain('shipyard');
  });

  it.each([
    { args: 'ship', told: 'after the project is approved' },
    { args: 'interview', told: 'after a review recommends the project' },
  ])('refuses $args before it asks, if the state forbids it', async ({ args, told }) => {
    const { status, shown } = await inTerminal(args, path.join(shipyard.folder, 'asked'), {
      answers: [...ADDRESS, ['Start the interview', 'y']],
    });
    expect([status, shown]).toEqual([8, expect.stringContaining(told)]);
    expect(shown).not.toMatch(/real name|Start the interview/);
  });

  it('asks before it withdraws a log', async () => {
    const { status, shown } = await inTerminal('log withdraw 1', path.join(shipyard.folder, 'asked'), {
      answers: [['Take back log 1', 'n']],
    });
    expect([status, shown]).toEqual([0, expect.stringContaining('The log stays as it is.')]);
  });

  it('ends with 130 if a question is interrupted', async () => {
    await setState('approved_to_ship');
    const { status } = await inTerminal('ship', path.join(shipyard.folder, 'asked'), {
      answers: [['real name', '\u0003']],
    });
    expect(status).toBe(130);
  });

  it('asks each question of the interview', async () => {
    const cwd = path.join(shipyard.folder, 'asked');
    await setState('recommended');
    const begun = await inTerminal('interview', cwd, {
      answers: [
        ['Start the interview', 'y'],
        ['Question 1 of 5', 'x\r.\r'],
        ['An answer has', 'marks the spot.\r\rI soldered it.\r.\r'],
        ['Send this answer', '\r'],
        ['Question 2 of 5', 'I built\rand typed\u0003'],
      ],
    });
    expect([begun.status, begun.shown]).toEqual([
      130,
      expect.stringMatching(/Run shipyard interview again within \d+ minutes: it goes on at this question/),
    ]);
    const [file = ''] = await readdir(path.join(shipyard.configFolder, 'interviews'));
    expect((await stat(path.join(shipyard.configFolder, 'interviews', file))).mode & 0o777).toBe(0o600);
    const paste = (text: string) => `\u001b[200~${text}\u001b[201~\r.\r`;
    const { status, shown } = await inTerminal('interview', cwd, {
      answers: [
        ...[2, 3, 4, 5].flatMap((index): [string, string][] => [
          [`Question ${index} of 5`, paste(`I built part ${index}\rmyself.`)],
          ['Send this answer', '\r'],
        ]),
      ],
    });
    expect(await readdir(path.join(shipyard.configFolder, 'interviews'))).toEqual([]);
    expect([status, shown]).toEqual([0, expect.stringContaining('All questions are answered')]);
    expect(shown).toContain('goes on where it stopped');
    expect(shown).toMatch(/This is what you typed\..*\r?\n.*│ I built\r?\n.*│ and typed/);
    const answers = await stack.query(
      'submission',
      `SELECT answer FROM interview_questions WHERE answer IS NOT NULL AND interview_id =
        (SELECT interviews.id FROM interviews JOIN projects ON projects.id = project_id WHERE slug = $1) ORDER BY index`,
      [await slugIn(cwd)],
    );
    expect(answers.map(({ answer }) => answer)).toEqual([
      'x\nmarks the spot.\n\nI soldered it.',
      'I built\nand typed\nI built part 2\nmyself.',
      ...[3, 4, 5].map((index) => `I built part ${index}\nmyself.`),
    ]);
  });

  it('sends an address once the project is approved', async () => {
    await setState('approved_to_ship');
    const { status, shown } = await inTerminal('ship', path.join(shipyard.folder, 'asked'), { answers: ADDRESS });
    expect([status, shown]).toEqual([0, expect.stringContaining('are stored')]);
  });

  it('takes a token that is typed, and does not show it', async () => {
    const { status, shown } = await inTerminal('login --token-stdin', shipyard.folder, {
      answers: [['Paste the token', `${token}\r`]],
    });
    expect([status, shown]).toEqual([0, expect.stringContaining('You are signed in')]);
    expect(shown).not.toContain(token);
  });

  it('signs in by the browser', async () => {
    const { visitor } = await StudioVisitor.newcomer(stack.submissionUrl, stack.credentials.submission_url);
    const child = spawn(process.execPath, [BUNDLE, 'login', '--json', '--quiet'], { env: shipyard.environment() });
    let stderr = '';
    let stdout = '';
    child.stdout.on('data', (data: Buffer) => (stdout += data.toString()));
    const code = await new Promise<string>((resolve) =>
      child.stderr.on('data', (data: Buffer) => {
        stderr += data.toString();
        const [found] = /[A-Z]{4}-[A-Z]{4}/.exec(stderr) ?? [];
        if (found !== undefined) resolve(found);
      }),
    );
    expect(stderr).toContain(`${stack.submissionUrl}/device?user_code=${code}`);
    await visitor.fill(`/device?user_code=${code}`, { user_code: code, decision: 'allow' }, { action: '/device' });
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ account: { handle: expect.any(String) as unknown } });
    expect((await shipyard.run(['whoami'])).status).toBe(0);
  });

  it('shows a preview that follows changes', async () => {
    const cwd = path.join(shipyard.folder, 'asked');
    const child = spawn(process.execPath, [BUNDLE, 'preview', '--port', '0'], { cwd, env: shipyard.environment() });
    const url = await new Promise<string>((resolve) =>
      child.stdout.on('data', (data: Buffer) => resolve(/http:\S+/.exec(data.toString())?.[0] ?? '')),
    );
    const page = await fetch(url);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await page.text()).toContain('Terminal garden');
    const changes = await fetch(`${url}changes`);
    await writeFile(path.join(cwd, 'README.md'), '# Changed by hand\n');
    const { value } = (await changes.body?.getReader().read()) ?? {};
    expect(new TextDecoder().decode(value)).toContain('data: changed');
    expect(await (await fetch(url)).text()).toContain('Changed by hand');
    child.kill('SIGINT');
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(130);
  });

  it.each([
    { args: 'whoami', environment: {}, isColored: true },
    { args: 'whoami', environment: { NO_COLOR: '1' }, isColored: false },
    { args: 'whoami', environment: { TERM: 'dumb' }, isColored: false },
    { args: 'whoami --json', environment: {}, isColored: false },
  ])('has colors for $args with $environment: $isColored', async ({ args, environment, isColored }) => {
    const { status, shown } = await inTerminal(args, shipyard.folder, { environment });
    expect([status, shown.includes('\u001b[')]).toEqual([0, isColored]);
  });

  it.each([
    { args: 'init --program none', environment: { CI: 'true' } },
    { args: 'init --program none --no-input', environment: {} },
    { args: 'ship --no-input --cwd asked', environment: {} },
    { args: 'interview --cwd asked', environment: { CI: '1' } },
  ])('asks nothing for $args with $environment', async ({ args, environment }) => {
    const { status, shown } = await inTerminal(args, shipyard.folder, { environment });
    expect([status, shown]).toEqual([2, expect.stringMatching(/nothing may be asked|needs a terminal/)]);
  });

  it.each([
    { args: 'sync', environment: {}, draws: true, tells: true },
    { args: 'sync', environment: { CI: '1' }, draws: false, tells: true },
    { args: 'sync --quiet', environment: {}, draws: false, tells: false },
  ])('draws its progress for $args with $environment: $draws', async ({ args, environment, draws, tells }) => {
    const cwd = path.join(shipyard.folder, 'asked');
    const color = `#10${args.length.toString(16).padStart(2, '0')}${draws ? '00' : 'ff'}`;
    await writeFile(path.join(cwd, 'shot.png'), await drawImage({ color }));
    await writeFile(path.join(cwd, 'README.md'), `![x](shot.png) ${color}\n`);
    const { status, shown } = await inTerminal(args, cwd, { environment });
    expect([status, shown]).toEqual([0, expect.stringContaining('Sent: README, 1 image.')]);
    expect([shown.includes('\r\u001b[2K'), shown.includes('Checking the files')]).toEqual([draws, tells]);
  });

  it('asks before it sends a log for the first time, shows where the project is, and offers no second copy', async () => {
    const cwd = path.join(shipyard.folder, 'asked');
    const file = path.join(cwd, 'logs/0001-a.md');
    await writeFile(file, '---\ntitle: A\n---\n\nIt works.\n');
    const refused = await inTerminal('sync', cwd, { answers: [['Send 1 log now', 'n']] });
    expect([refused.status, refused.shown]).toEqual([1, expect.stringContaining('Nothing was sent')]);
    const sent = await inTerminal('sync', cwd, { answers: [['Send 1 log now', 'y']] });
    expect([sent.status, sent.shown]).toEqual([
      0,
      expect.stringContaining(`${stack.submissionUrl}/projects/${await slugIn(cwd)}`),
    ]);
    await writeFile(file, '---\ntitle: A\n---\n\nIt works well.\n');
    const edited = await inTerminal('sync', cwd);
    expect([edited.status, edited.shown]).toEqual([5, expect.stringContaining('shipyard log restore N')]);
    await inTerminal('log restore 1', cwd);
    await writeFile(path.join(cwd, 'logs/0002-b.md'), '---\ntitle: B\n---\n\nMore.\n');
    expect((await inTerminal('sync --yes', cwd)).shown).toContain('Sent: 1 log.');
  });

  it('opens the page in a browser, but not with CI', async () => {
    const cwd = path.join(shipyard.folder, 'asked');
    const opened = path.join(shipyard.folder, 'opened');
    const bin = path.join(shipyard.folder, 'bin');
    await mkdir(bin);
    await writeFile(path.join(bin, 'xdg-open'), `#!/bin/sh\necho "$1" >> '${opened}'\n`, { mode: 0o755 });
    const PATH = `${bin}:${process.env.PATH}`;
    await inTerminal('open', cwd, { environment: { PATH, CI: '1' } });
    const { status, shown } = await inTerminal('open', cwd, { environment: { PATH } });
    const page = `${stack.submissionUrl}/projects/${await slugIn(cwd)}`;
    expect([status, shown.trim()]).toEqual([0, page]);
    const read = () => readFile(opened, 'utf8').catch(() => '');
    expect(await waitUntil(read, (text) => text !== '')).toBe(`${page}\n`);
    const chosen = path.join(shipyard.folder, 'chosen');
    const browser = path.join(bin, 'browser');
    await writeFile(browser, `#!/bin/sh\necho "$1" >> '${chosen}'\n`, { mode: 0o755 });
    await inTerminal('open', cwd, { environment: { PATH, BROWSER: browser } });
    expect(
      await waitUntil(
        () => readFile(chosen, 'utf8').catch(() => ''),
        (text) => text !== '',
      ),
    ).toBe(`${page}\n`);
  });

  it('opens the editor for a new log, and for an answer of many lines', async () => {
    const cwd = path.join(shipyard.folder, 'asked');
    const editor = path.join(shipyard.folder, 'editor');
    await writeFile(editor, `#!/bin/sh\necho 'Written elsewhere.' >> "$1"\n`, { mode: 0o755 });
    const environment = { EDITOR: editor };
    const made = await inTerminal('log new Evening --edit', cwd, { environment });
    const [file = ''] = /logs\/\d+-evening\.md/.exec(made.shown) ?? [];
    expect([made.status, await readFile(path.join(cwd, file), 'utf8')]).toEqual([
      0,
      expect.stringMatching(/^---\ntitle: Evening\n[^]*Written elsewhere\.\n$/),
    ]);
    const shipWith = (script: string, right: string) =>
      writeFile(editor, `#!/bin/sh\n${script}\n`).then(() =>
        inTerminal('ship', cwd, {
          environment: { VISUAL: `'${editor}' --wait` },
          answers: [
            ['real name', 'Noor\r'],
            ['Phone', '123\r'],
            ['Postal', 'Street 1\r:e\r'],
            // A key that is typed before this question is shown is lost.
            ['Is this address right', right],
            ['Send this', 'n'],
          ],
        }),
      );
    // The terminal sends Ctrl-C to the command too, but it is a key of the editor.
    const changed = await shipWith(`echo 'Written elsewhere.' >> "$2"; trap '' INT; kill -INT 0`, '\r');
    expect([changed.status, changed.shown]).toEqual([0, expect.stringContaining('Nothing was sent.')]);
    expect(changed.shown).toMatch(/│ Street 1\r?\n.*│ Written elsewhere\./);
    const failed = await shipWith(`echo 'Written elsewhere.' >> "$2"; exit 3`, '\u0003');
    expect([failed.status, failed.shown]).toEqual([130, expect.stringContaining('ended with a failure')]);
    expect(failed.shown).toContain('│ Street 1');
    expect(failed.shown).not.toContain('│ Written');
  });

  it('says once a day that a newer version is out, in a terminal and not in CI', async () => {
    const asked: string[] = [];
    const registry = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.setHeader('content-type', 'application/json').end('{"version":"999.0.0"}');
    });
    await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
    const { port } = registry.address() as AddressInfo;
    const environment = { NO_UPDATE_NOTIFIER: '', npm_config_registry: `http://127.0.0.1:${port}` };
    const run = async (args: string, more: NodeJS.ProcessEnv = {}) =>
      (await inTerminal(args, shipyard.folder, { environment: { ...environment, ...more } })).shown;
    const notice = 'shipyard 999.0.0 is out';
    try {
      for (const [args, more] of [['whoami --json'], ['whoami --quiet'], ['whoami', { CI: '1' }]] as const)
        expect([args, await run(args, more), asked]).toEqual([args, expect.not.stringContaining(notice), []]);
      // The first commands may end before the registry has answered.
      expect(
        await waitUntil(
          () => run('doctor'),
          (shown) => shown.includes(notice),
        ),
      ).toContain('npm install -g @shipyard/cli');
      const before = asked.length;
      expect([await run('doctor'), asked.length]).toEqual([expect.not.stringContaining(notice), before]);
      expect(new Set(asked)).toEqual(new Set(['/@shipyard%2fcli/latest']));
    } finally {
      registry.closeAllConnections();
      await new Promise((resolve) => registry.close(resolve));
    }
  });
});
