import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { callApi, drawImage, sharedStack } from '@shipyard/testing';
import { CommandLine } from './command-line';
import { register } from './newcomer';
import { logForm } from './participant';

const EMPTY = { readme: 'same', config: {}, logs: [], images: [] };

describe('The command line', () => {
  const stack = sharedStack();
  let shipyard: CommandLine;
  let environment: NodeJS.ProcessEnv;
  let token: string;
  let count = 0;

  beforeAll(async () => {
    shipyard = await CommandLine.at(stack.submissionUrl);
    ({ token } = await register(`${stack.submissionUrl}/api/v1`));
    environment = { SHIPYARD_TOKEN: token };
  });

  afterAll(() => shipyard.remove());

  const log = (title: string, text: string) => `---\ntitle: ${title}\n---\n\n${text}\n`;

  async function smallProject(): Promise<{ slug: string; cwd: string }> {
    const slug = `merge-${Date.now().toString(36)}-${++count}`;
    const cwd = path.join(shipyard.folder, slug);
    await mkdir(cwd);
    const args = [
      '--program',
      stack.credentials.program_id,
      '--slug',
      slug,
      '--name',
      'Garden',
      '--visibility',
      'unlisted',
    ];
    const created = await shipyard.json<{ project: { visibility: string } }>(['init', ...args], { cwd, environment });
    expect(created.project.visibility).toBe('unlisted');
    await mkdir(path.join(cwd, 'images'));
    await writeFile(path.join(cwd, 'images/front.png'), await drawImage({ color: '#102030' }));
    await writeFile(path.join(cwd, 'README.md'), '# Garden\n\nOne.\n\nTwo.\n\n![Front](images/front.png)\n');
    await writeFile(path.join(cwd, 'logs/0001-first.md'), log('First', 'It begins. ![](../images/front.png)'));
    await writeFile(path.join(cwd, 'logs/0003-third.md'), log('Third', 'It goes on.'));
    return { slug, cwd };
  }

  const plan = async (cwd: string) =>
    (await shipyard.json<{ plan: unknown }>(['sync', '--dry-run'], { cwd, environment })).plan;
  const sync = (cwd: string) => shipyard.json<object>(['sync'], { cwd, environment });

  it('takes back the text of a sent log, with yours kept aside', async () => {
    const { cwd } = await smallProject();
    await sync(cwd);
    const file = path.join(cwd, 'logs/0001-first.md');
    const before = await readFile(file, 'utf8');
    await writeFile(file, before.replace('It begins.', 'It began.'));
    const restored = await shipyard.run(['log', 'restore', '1'], { cwd, environment });
    const [, kept = ''] = /kept in (\S+)\.$/m.exec(restored.stderr) ?? [];
    expect([restored.status, await readFile(path.join(cwd, kept), 'utf8')]).toEqual([
      0,
      before.replace('It begins.', 'It began.'),
    ]);
    expect(await readFile(file, 'utf8')).toContain('It begins. ![](../images/front.png)');
    expect(await plan(cwd)).toEqual(EMPTY);
    const absent = await shipyard.answer(['log', 'restore', '2'], { cwd, environment });
    expect([absent.status, absent.answer]).toEqual([1, expect.objectContaining({ error: 'LOG_NOT_FOUND' })]);
  });

  it('never overwrites what was changed on the web', async () => {
    const { slug, cwd } = await smallProject();
    await sync(cwd);
    const file = (name: string) => path.join(cwd, name);
    const inFolder = (args: string[]) => shipyard.answer(args, { cwd, environment });
    const refused = async (args: string[]) => {
      const { status, answer, stderr } = await inFolder(args);
      return { ...(answer as { details: object; error: string }), status, stderr };
    };
    const onTheWeb = async (change: (markdown: string) => string, json: object = {}) => {
      const { data } = (
        await callApi<{ data: { markdown: string } }>(stack.submissionUrl, 'GET', `/api/v1/projects/${slug}/readme`)
      ).body;
      const form = new FormData();
      form.set('readme', change(data.markdown));
      form.set('keep_images', 'true');
      await callApi(stack.submissionUrl, 'PUT', `/api/v1/projects/${slug}/readme`, { token, form });
      await callApi(stack.submissionUrl, 'PATCH', `/api/v1/projects/${slug}`, { token, json });
    };
    const onServer = async () =>
      (await callApi<{ data: { markdown: string } }>(stack.submissionUrl, 'GET', `/api/v1/projects/${slug}/readme`))
        .body.data.markdown;
    expect(await readFile(file('.shipyard/.gitignore'), 'utf8')).toBe('*\n');

    // Only the server changed.
    const config = await readFile(file('shipyard.yaml'), 'utf8');
    await writeFile(file('shipyard.yaml'), `${config}# ours\ntagline: Old\n`);
    await sync(cwd);
    await onTheWeb((markdown) => markdown.replace('One.', 'One, on the web.'), { tagline: 'New' });
    for (const args of [['sync'], ['sync', '--dry-run']])
      expect(await refused(args)).toMatchObject({
        status: 5,
        error: 'README_CHANGED',
        details: { files: ['README.md', 'shipyard.yaml'], server_updated_at: expect.stringMatching(/Z$/) as string },
        stderr: expect.stringContaining('shipyard pull') as string,
      });
    const form = logForm('On the web', 'A log.', []);
    await callApi(stack.submissionUrl, 'POST', `/api/v1/projects/${slug}/logs`, { token, form });
    expect((await inFolder(['pull'])).answer).toEqual({});
    expect(await readFile(file('README.md'), 'utf8')).toBe(
      '# Garden\n\nOne, on the web.\n\nTwo.\n\n![Front](images/front.png)\n',
    );
    expect(await readFile(file('shipyard.yaml'), 'utf8')).toBe(`${config}# ours\ntagline: New\n`);
    expect(await readFile(file('logs/0004-on-the-web.md'), 'utf8')).toContain('A log.');
    expect(await plan(cwd)).toEqual(EMPTY);

    // Both changed, in different places.
    await writeFile(file('README.md'), (await readFile(file('README.md'), 'utf8')).replace('Two.', 'Two, here.'));
    await onTheWeb((markdown) => markdown.replace('# Garden', '# Web garden'));
    const both = await refused(['sync']);
    expect([both.status, both.details]).toMatchObject([5, { files: ['README.md'] }]);
    expect(both.stderr).toContain('here: Two, here.');
    expect(both.stderr).toContain('shipyard merge');
    expect(await refused(['pull'])).toMatchObject({ status: 5, details: { files: ['README.md'] } });
    expect((await inFolder(['merge'])).status).toBe(0);
    expect(await readFile(file('README.md'), 'utf8')).toMatch(/# Web garden\n\nOne, on the web\.\n\nTwo, here\./);
    expect(await sync(cwd)).toMatchObject({ readme_updated: true });

    // Both changed the same line.
    await writeFile(file('README.md'), (await readFile(file('README.md'), 'utf8')).replace('Two, here.', 'Mine.'));
    await onTheWeb((markdown) => markdown.replace('Two, here.', 'Theirs.'));
    expect(await refused(['merge'])).toMatchObject({ status: 5, details: { files: ['README.md'] } });
    const marked = await readFile(file('README.md'), 'utf8');
    expect(marked).toContain('<<<<<<< this folder\nMine.\n=======\nTheirs.\n>>>>>>> server\n');
    expect(await refused(['sync'])).toMatchObject({ status: 3, error: 'VALIDATION_FAILED' });
    expect(await onServer()).toContain('Theirs.');
    await writeFile(file('README.md'), `${marked.slice(0, marked.indexOf('<<<<<<<'))}Ours.\n`);
    await sync(cwd);
    expect(await onServer()).toContain('Ours.');

    // Without the base, what is equal is no conflict, and what differs is never replaced without being told to.
    await rm(file('.shipyard'), { recursive: true });
    expect(await plan(cwd)).toEqual(EMPTY);
    await writeFile(file('README.md'), '# Mine alone\n');
    expect(await refused(['sync'])).toMatchObject({ status: 5, details: { files: ['README.md'] } });
    expect(await shipyard.json(['sync', '--force'], { cwd, environment })).toMatchObject({ readme_updated: true });
    expect(await onServer()).toBe('# Mine alone\n');
  });

  it('joins a folder to a project with all of its files, and numbers logs behind those of the server', async () => {
    const { slug, cwd } = await smallProject();
    await sync(cwd);
    await shipyard.json(['log', 'withdraw', '3', '--yes'], { cwd, environment });
    const there = path.join(shipyard.folder, `${slug}-there`);
    await mkdir(there);
    await shipyard.json(['init', '--existing', slug], { cwd: there, environment });
    expect((await readdir(there, { recursive: true })).filter((name) => !name.startsWith('.')).sort()).toEqual(
      ['README.md', 'images', 'images/front.png', 'logs', 'logs/0001-first.md', 'shipyard.yaml'].sort(),
    );
    expect(await plan(there)).toEqual(EMPTY);
    const made = await shipyard.run(['log', 'new', 'Fourth'], { cwd: there });
    expect(made.stdout).toBe('logs/0004-fourth.md\n');
    const listed = await shipyard.json<{ projects: { slug: string }[] }>(['list'], { environment });
    expect(listed.projects.map((project) => project.slug)).toContain(slug);
  });

  it('refuses a template that nobody wrote over, and another visibility', async () => {
    const cwd = path.join(shipyard.folder, `template-${++count}`);
    await mkdir(cwd);
    const args = [
      'init',
      '--program',
      stack.credentials.program_id,
      '--slug',
      `t-${Date.now().toString(36)}`,
      '--name',
      'T',
    ];
    const wrong = await shipyard.run([...args, '--visibility', 'secret'], { cwd, environment });
    expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringContaining('public, unlisted, private')]);
    await shipyard.json(args, { cwd, environment });
    const { status, answer } = await shipyard.answer(['check'], { cwd });
    expect([status, answer]).toEqual([
      3,
      expect.objectContaining({
        errors: [expect.objectContaining({ file: 'README.md', line: 1, code: 'VALIDATION_FAILED' })],
      }),
    ]);
  });
});
