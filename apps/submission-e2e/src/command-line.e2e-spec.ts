import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { callApi, sharedStack } from '@shipyard/testing';
import { BUNDLE, CommandLine, startCommand } from './command-line';
import { type Newcomer, register } from './newcomer';

interface FailureDocument {
  ok: false;
  error: string;
  message: string;
  details: Record<string, unknown>;
}

describe('The command line', () => {
  const stack = sharedStack();
  let shipyard: CommandLine;
  let person: Newcomer;
  const slug = `cli-${Date.now().toString(36)}`;
  const project = () => path.join(shipyard.folder, 'garden');

  beforeAll(async () => {
    shipyard = await CommandLine.at(stack.submissionUrl);
    person = await register(`${stack.submissionUrl}/api/v1`);
    await mkdir(project());
  });

  afterAll(() => shipyard.remove());

  async function failure(
    args: readonly string[],
    cwd = shipyard.folder,
  ): Promise<FailureDocument & { status: number }> {
    const { status, answer } = await shipyard.answer(args, { cwd });
    return { ...(answer as FailureDocument), status };
  }

  it('shows its version and its help', async () => {
    const version = await shipyard.run(['--version']);
    expect(version).toEqual({ status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as unknown, stderr: '' });
    const help = await shipyard.run(['--help']);
    expect(help.status).toBe(0);
    expect(help.stdout).toContain('log renumber FROM TO');
    expect((await shipyard.run(['log', 'new', '--help'])).stdout).toContain('Usage: shipyard log new TITLE');
    const ofSync = await shipyard.run(['help', 'sync']);
    expect([ofSync.status, ofSync.stdout]).toEqual([0, expect.stringContaining('Examples:\n  shipyard sync\n')]);
    const unknown = await shipyard.run(['snyc']);
    expect(unknown).toEqual({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining('Did you mean sync?') as unknown,
    });
    expect((await shipyard.run(['sync', '--dryrun'])).stderr).toContain('Did you mean --dry-run?');
    expect((await shipyard.run(['--help'], { environment: { LC_ALL: 'zh_CN.UTF-8' } })).stdout).toContain('用法');
  });

  it.each([
    { args: ['nothing'] },
    { args: ['--nothing'] },
    { args: ['whoami', '--watch'] },
    { args: ['log', 'new'] },
    { args: ['log'] },
    { args: ['sync', '--watch=yes'] },
    { args: ['pull', 'a', 'b', 'c'] },
    { args: ['preview', '--port', '70000'] },
    { args: ['--cwd'] },
    { args: ['whoami', 'extra'] },
    { args: ['--cwd', '/nowhere', 'whoami'] },
    { args: ['--url', 'ftp://a', 'whoami'] },
    { args: ['completion', 'csh'] },
    { args: ['ship'] },
    { args: ['interview'] },
  ])('ends with 2 for: $args', async ({ args }) => {
    const { status, answer, stderr } = await shipyard.answer(args);
    expect([status, answer]).toEqual([2, expect.objectContaining({ ok: false, details: {} })]);
    expect(stderr).toMatch(/^✖ .+/);
  });

  it('needs a sign-in, and ends with 4 without one', async () => {
    expect(await failure(['whoami'])).toMatchObject({ status: 4, error: 'AUTH_TOKEN_MISSING' });
    const refused = await shipyard.run(['login', '--token-stdin'], { input: 'pst_nothing\n' });
    expect([refused.status, refused.stderr]).toEqual([
      4,
      expect.stringMatching(/unknown, revoked or expired\.\n {2}Make a token in the settings of your studio/),
    ]);
    // Without the URL, the sign-in would be at another service.
    expect((await shipyard.run(['whoami'])).stderr).toContain(`Run shipyard login --url ${stack.submissionUrl}, or`);
    await expect(stat(path.join(shipyard.configFolder, 'login.json'))).rejects.toThrow('ENOENT');
  });

  it('keeps a token for its owner alone, and says so first', async () => {
    const { status, stderr, stdout } = await shipyard.run(['login', '--token-stdin'], { input: `${person.token}\n` });
    expect(status).toBe(0);
    expect(stdout).toContain(person.handle);
    const file = path.join(shipyard.configFolder, 'login.json');
    expect(stderr).toContain(file);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(shipyard.configFolder)).mode & 0o777).toBe(0o700);
    expect(await shipyard.json(['whoami'])).toMatchObject({ account: { handle: person.handle } });
    const chosen = await shipyard.run(['whoami', '--fields', 'account.handle']);
    expect(JSON.parse(chosen.stdout)).toEqual({ 'account.handle': person.handle });
    const unknown = await shipyard.run(['whoami', '--fields', 'acount']);
    expect([unknown.status, JSON.parse(unknown.stdout)]).toMatchObject([
      2,
      { ok: false, error: 'USAGE', details: { fields: ['account'] } },
    ]);
    expect(unknown.stderr).toContain('Did you mean account?');
  });

  it('sends the kept token to no other service', async () => {
    const other = stack.submissionUrl.replace('127.0.0.1', 'localhost');
    expect(await failure(['--url', other, 'whoami'])).toMatchObject({ status: 4, error: 'AUTH_TOKEN_MISSING' });
  });

  it('masks secrets in what --verbose shows', async () => {
    const { stderr } = await shipyard.run(['whoami', '--verbose']);
    expect(stderr).toMatch(/GET .*\/accounts\/me → 200/);
    expect(stderr).not.toContain(person.token);
  });

  it('starts a project in a folder, and overwrites nothing', async () => {
    await writeFile(path.join(project(), 'README.md'), '# Mine\n');
    const args = ['init', '--program', stack.credentials.program_id, '--slug', slug, '--name', 'Balcony garden'];
    const { status, stdout } = await shipyard.run(args, { cwd: project() });
    expect(status).toBe(0);
    expect(stdout).toContain(
      `Everyone can see it now, even while it is empty: ${stack.submissionUrl}/projects/${slug}`,
    );
    expect(stdout).toContain(`${stack.submissionUrl}/studio/projects/${slug}/details`);
    expect((await readdir(project())).sort()).toEqual(['.gitignore', 'README.md', 'logs', 'shipyard.yaml']);
    expect(await readFile(path.join(project(), 'README.md'), 'utf8')).toBe('# Mine\n');
    const before = await readFile(path.join(project(), 'shipyard.yaml'), 'utf8');
    expect(before).toContain(`slug: ${slug}\n`);
    expect(await failure(args, project())).toMatchObject({ status: 5, error: 'FILE_EXISTS' });
    expect(await readFile(path.join(project(), 'shipyard.yaml'), 'utf8')).toBe(before);
  });

  it('says that a slug is taken, and how to go on', async () => {
    const taken = await shipyard.run([
      'init',
      '--program',
      stack.credentials.program_id,
      '--slug',
      slug,
      '--name',
      'A',
    ]);
    expect(taken.status).toBe(5);
    expect(taken.stderr).toContain('--existing');
    await expect(stat(path.join(shipyard.folder, 'shipyard.yaml'))).rejects.toThrow('ENOENT');
  });

  it('names the programs, if there is none with the id', async () => {
    const args = ['init', '--program', 'no-such', '--slug', `${slug}-x`, '--name', 'A'];
    const absent = await shipyard.run(args);
    expect([absent.status, absent.stderr]).toEqual([
      1,
      expect.stringMatching(new RegExp(`"no-such"[^]*Choose one of: .*${stack.credentials.program_id}`)),
    ]);
    expect(await failure(args)).toMatchObject({ status: 1, error: 'PROGRAM_NOT_FOUND' });
  });

  it('joins a folder to an existing project', async () => {
    const folder = path.join(shipyard.folder, 'second');
    await mkdir(folder);
    const joined = await shipyard.run(['init', '--existing', slug], { cwd: folder });
    expect([joined.status, joined.stdout]).toEqual([0, expect.stringContaining('Balcony garden is in this folder.')]);
    expect(await readFile(path.join(folder, 'shipyard.yaml'), 'utf8')).toContain(`slug: ${slug}\n`);
    // The page shows the name above the README.
    expect(await readFile(path.join(folder, 'README.md'), 'utf8')).toMatch(/^Say /);
  });

  it('pulls what it starts, and warns inside of another project', async () => {
    const cwd = path.join(shipyard.folder, 'second');
    const { status, stderr } = await shipyard.run(['pull', slug, 'inner'], { cwd });
    expect([status, stderr]).toEqual([0, expect.stringContaining(`is inside of the project in ${cwd}`)]);
    const names = ['.gitignore', 'shipyard.yaml'];
    const filesOf = (folder: string) => Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
    expect(await filesOf(path.join(cwd, 'inner'))).toEqual(await filesOf(cwd));
    expect((await shipyard.run(['pull', slug, 'outer'])).stderr).not.toContain('inside');
  });

  it('starts, lists and renumbers logs', async () => {
    const cwd = path.join(project(), 'logs');
    const made = await shipyard.run(['log', 'new', 'First light'], { cwd });
    expect([made.status, made.stdout]).toEqual([0, 'logs/0001-first-light.md\n']);
    expect(made.stderr).toContain('Write in logs/0001-first-light.md');
    const quiet = await shipyard.run(['log', 'new', '点亮第一盏灯', '--quiet'], { cwd });
    expect(quiet).toEqual({ status: 0, stdout: 'logs/0002-点亮第一盏灯.md\n', stderr: '' });
    const wrong = await shipyard.run(['log', 'new', ' ', '--quiet'], { cwd });
    expect(wrong).toEqual({ status: 3, stdout: '', stderr: '✖ The title must not be empty.\n' });
    const absent = await shipyard.run(['log', 'withdraw', '900', '--yes'], { cwd });
    expect([absent.status, absent.stderr]).toEqual([
      1,
      '✖ The server has no text of log 900.\n  It was not sent yet, or it is withdrawn.\n',
    ]);
    expect(await shipyard.json(['log', 'renumber', '2', '7'], { cwd })).toEqual({});
    expect((await readdir(cwd)).sort()).toEqual(['0001-first-light.md', '0007-点亮第一盏灯.md']);
    const { logs } = await shipyard.json<{ logs: { sequence: number; title: string; file: string }[] }>(
      ['log', 'list'],
      { cwd },
    );
    expect(logs).toEqual([
      { sequence: 1, title: 'First light', file: 'logs/0001-first-light.md' },
      { sequence: 7, title: '点亮第一盏灯', file: 'logs/0007-点亮第一盏灯.md' },
    ]);
    expect(await failure(['log', 'renumber', '1', '7'], cwd)).toMatchObject({
      status: 5,
      error: 'LOG_SEQUENCE_EXISTS',
    });
    expect(await failure(['log', 'renumber', '3', '4'], cwd)).toMatchObject({ status: 1 });
    expect(await failure(['log', 'renumber', 'x', '4'], cwd)).toMatchObject({ status: 2 });
    expect(await failure(['log', 'new', ' '], cwd)).toMatchObject({ status: 3 });
  });

  it('checks a folder without a network', async () => {
    const nowhere = { SHIPYARD_URL: 'http://127.0.0.1:9/api/v1' };
    const checked = await shipyard.answer(['check'], { cwd: project(), environment: nowhere });
    expect(checked).toMatchObject({ status: 3, answer: { warnings: expect.any(Array) as unknown } });
    expect((checked.answer as { errors: object[] }).errors).toContainEqual(
      expect.objectContaining({ file: 'logs/0001-first-light.md', line: null, code: 'VALIDATION_FAILED' }),
    );
    const chinese = { cwd: project(), environment: { ...nowhere, LC_ALL: 'zh_CN.UTF-8' } };
    expect((await shipyard.run(['check'], chinese)).stdout).toContain('日志不能为空。');
    expect((await shipyard.answer(['check'], chinese)).answer).toEqual(checked.answer);
  });

  it('shows status and review, and why a review cannot be asked for yet', async () => {
    const cwd = project();
    expect(await shipyard.json(['status'], { cwd })).toMatchObject({ state: 'draft', review: null, project: { slug } });
    expect(await shipyard.json(['review'], { cwd })).toEqual({ review: null });
    expect(await shipyard.json(['status', '--watch'], { cwd })).toMatchObject({ state: 'draft' });
    const refused = await failure(['review', 'request'], cwd);
    expect(refused).toMatchObject({ status: 8, error: 'REVIEW_NOT_READY' });
    const unsent = await shipyard.run(['review', 'request'], { cwd });
    expect(unsent.stderr).toContain('it needs a README and at least ');
    expect(unsent.stderr).toContain('This folder has README.md and logs/ to send first. Run: shipyard sync');
    const { stdout } = await shipyard.run(['status'], { cwd, environment: { LC_ALL: 'zh_CN.UTF-8' } });
    expect(stdout).toContain('草稿');
    const told = { cwd, environment: { LC_ALL: 'zh_CN.UTF-8' } };
    const inChinese = await shipyard.answer(['review', 'request'], told);
    expect(inChinese.stderr).toContain('还不能评审');
    expect(inChinese.answer).toMatchObject({ message: refused.message });
  });

  it('shows the documents, and the page', async () => {
    const { docs } = await shipyard.json<{ docs: { id: string }[] }>(['docs'], { cwd: project() });
    expect(docs.length).toBeGreaterThan(0);
    expect(await shipyard.json(['docs', docs[0]?.id ?? ''], { cwd: project() })).toMatchObject({
      docs: [{ id: docs[0]?.id }],
    });
    expect(await failure(['docs', 'nothing'], project())).toMatchObject({ status: 1, error: 'DOC_NOT_FOUND' });
    const page = `${stack.submissionUrl}/projects/${slug}`;
    expect((await shipyard.run(['open'], { cwd: project() })).stdout).toBe(`${page}\n`);
    const { url } = await shipyard.json<{ url: string }>(['open'], { cwd: project() });
    expect(new URL(url, stack.submissionUrl).href).toBe(page);
  });

  it('ends with 3 outside of a project', async () => {
    expect(await failure(['status'])).toMatchObject({ status: 3, error: 'VALIDATION_FAILED' });
    const { status, answer } = await shipyard.answer(['check']);
    expect([status, answer]).toEqual([
      3,
      { errors: [expect.objectContaining({ file: 'shipyard.yaml' })], warnings: [] },
    ]);
  });

  it.each([
    { environment: { SHIPYARD_TOKEN: '不是令牌' }, status: 4, told: 'looks like pst_' },
    { environment: { SHIPYARD_TOKEN: 'pst_nothing' }, status: 4, told: 'unset it' },
    { environment: { HTTP_PROXY: 'nonsense://a' }, status: 2, told: 'HTTP_PROXY is no URL of a proxy' },
  ])('says what is wrong with $environment', async ({ environment, status, told }) => {
    const ended = await shipyard.run(['whoami'], { environment });
    expect([ended.status, ended.stderr]).toEqual([status, expect.stringContaining(told)]);
  });

  it('ends with 6 if nothing answers', async () => {
    expect(await failure(['--url', 'http://127.0.0.1:9/api/v1', 'docs'], project())).toMatchObject({
      status: 6,
      error: 'NETWORK',
    });
  });

  it('finds what is in the way, and says what to do', async () => {
    expect((await shipyard.run(['doctor'])).stdout).toContain(person.handle);
    expect(await shipyard.json(['doctor'])).toEqual({});
    const file = path.join(shipyard.configFolder, 'login.json');
    await chmod(file, 0o644);
    const { status, stdout } = await shipyard.run(['doctor'], { cwd: project() });
    await chmod(file, 0o600);
    expect(status).toBe(1);
    expect(stdout).toContain(`chmod 600 ${file}`);
    expect(stdout).toContain('List them with: shipyard check');
    const nowhere = { HTTP_PROXY: 'nonsense://a', SHIPYARD_CONFIG_DIR: path.join(file, 'deeper') };
    const far = await shipyard.answer(['doctor'], { environment: nowhere });
    expect([far.status, far.answer]).toEqual([
      1,
      {
        ok: false,
        error: 'PROBLEMS_FOUND',
        message: 'Found 2 problems.',
        details: {
          problems: [expect.stringContaining('SHIPYARD_CONFIG_DIR'), expect.stringContaining('HTTP_PROXY')],
        },
      },
    ]);
  });

  it.each(['bash', 'zsh', 'fish', 'powershell'])('completes commands in %s', async (shell) => {
    const { status, stdout } = await shipyard.run(['completion', shell]);
    expect(status).toBe(0);
    expect(stdout).toContain('renumber');
    expect(stdout).toContain('token-stdin');
  });

  it('completes what is typed in bash, also with what the service has', async () => {
    const script = `source <("${process.execPath}" "${BUNDLE}" completion bash) || exit 9
      typed() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _shipyard; echo "\${COMPREPLY[*]}"; }
      typed shipyard sy
      typed shipyard log ''
      typed shipyard --json --cwd /tmp log ren
      typed shipyard --cwd ''
      typed shipyard sync --w
      typed shipyard completion po
      typed shipyard pull '${slug.slice(0, 6)}'
      typed shipyard docs ''
      typed shipyard init --program ''
      typed shipyard init --visibility un
      typed shipyard log restore ''
      typed shipyard log new Title --
      typed shipyard help rev
      complete -p shipyard`;
    const bin = path.join(shipyard.folder, 'bin');
    await mkdir(bin);
    await writeFile(path.join(bin, 'shipyard'), `#!/bin/sh\nexec "${process.execPath}" "${BUNDLE}" "$@"\n`, {
      mode: 0o755,
    });
    const { status, stdout, stderr } = await startCommand('bash', ['-c', script], {
      cwd: project(),
      input: '',
      environment: shipyard.environment({ PATH: `${bin}:${process.env.PATH}` }),
    }).ended;
    expect([status, stderr]).toEqual([0, '']);
    const [command, afterLog, afterOptions, folder, option, choice, ...lists] = stdout.split('\n');
    const [slugs, docs, programs, visibility, logs, ofNew, help, registered] = lists;
    const { docs: ofProgram } = await shipyard.json<{ docs: { id: string }[] }>(['docs'], { cwd: project() });
    expect([slugs, visibility]).toEqual([slug, 'unlisted']);
    expect(docs?.split(' ')).toEqual(expect.arrayContaining(ofProgram.map(({ id }) => id)));
    expect(programs?.split(' ')).toContain(stack.credentials.program_id);
    expect(logs).toMatch(/^1 7 --json /);
    expect([ofNew, help]).toEqual([expect.stringMatching(/^--edit --json (?!.*--yes)/), 'review']);
    // What cannot be listed is no failure: a shell would show it while a person types.
    expect(await shipyard.run(['complete', 'docs'])).toEqual({ status: 0, stdout: '', stderr: '' });
    expect([command, afterOptions, folder, option, choice]).toEqual(['sync', 'renumber', '', '--watch', 'powershell']);
    expect(afterLog).toMatch(/^new list renumber withdraw restore --json /);
    expect(registered).toBe('complete -o default -F _shipyard shipyard');
  });

  it.each([['login'], ['login', '--token-stdin'], []])('never repeats a token behind: shipyard %s', async (...args) => {
    for (const more of [[person.token], [`--${person.token}`]]) {
      const { status, stdout, stderr } = await shipyard.run([...args, ...more, '--json', '--verbose']);
      expect([status, stdout + stderr]).toEqual([2, expect.not.stringContaining(person.token.slice(4))]);
    }
  });

  it('forgets the sign-in and revokes its token, or says that it could not', async () => {
    const { body } = await callApi<{ data: { token: string } }>(
      stack.submissionUrl,
      'POST',
      '/api/v1/accounts/tokens',
      {
        token: person.token,
        json: { name: 'laptop' },
      },
    );
    const { token } = body.data;
    const signIn = () => shipyard.run(['login', '--token-stdin'], { input: token });
    const whoIsIt = (held: string) => shipyard.answer(['whoami'], { environment: { SHIPYARD_TOKEN: held } });
    await signIn();
    const file = path.join(shipyard.configFolder, 'login.json');
    const kept = await readFile(file, 'utf8');
    await writeFile(file, kept.replace(`:${new URL(stack.submissionUrl).port}/`, ':9/'));
    expect(await failure(['logout'])).toMatchObject({
      status: 6,
      message: expect.stringContaining('still works') as unknown,
    });
    expect([(await failure(['whoami'])).status, (await whoIsIt(token)).status]).toEqual([4, 0]);
    await signIn();
    expect(await shipyard.json(['logout'])).toEqual({});
    expect([(await failure(['whoami'])).status, (await whoIsIt(token)).status]).toEqual([4, 4]);
    expect((await whoIsIt(person.token)).status).toBe(0);
    expect(await shipyard.json(['logout'])).toEqual({});
  });
});
