import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { callApi, drawImage, sharedStack } from '@shipyard/testing';
import { readAction, runActionSteps } from '@shipyard/testing/action-runner';
import { BUNDLE } from './command-line';
import { register } from './newcomer';

/** The steps of the action, with the packed command line and a real service. Only GitHub's API is a fake. */
describe('The action of GitHub', () => {
  const stack = sharedStack();
  const api = `${stack.submissionUrl}/api/v1`;
  const slug = `action-${Date.now().toString(36)}`;
  const comments: { id: number; body: string }[] = [];
  const github = createServer((request, response) => {
    void textOf(request).then((body) => {
      if (request.method !== 'GET') comments.push({ id: 1, ...(JSON.parse(body) as { body: string }) });
      response.end(JSON.stringify(comments));
    });
  });
  let root: string;
  let repository: string;
  let tarball: string;
  let token: string;

  beforeAll(async () => {
    github.listen(0, '127.0.0.1');
    await once(github, 'listening');
    root = await mkdtemp(path.join(tmpdir(), 'github action '));
    execFileSync('npm', ['pack', '--silent', '--pack-destination', root, path.dirname(BUNDLE)]);
    tarball = path.join(root, (await readdir(root)).find((file) => file.endsWith('.tgz')) ?? '');
    ({ token } = await register(api));
    const json = { program_id: stack.credentials.program_id, slug, name: 'Garden' };
    await callApi(api, 'POST', '/projects', { token, json });
    repository = path.join(root, 'garden');
    await mkdir(path.join(repository, 'logs'), { recursive: true });
    await writeFile(
      path.join(repository, 'shipyard.yaml'),
      `program: ${json.program_id}\nslug: ${slug}\nname: Garden\n`,
    );
    await writeFile(path.join(repository, 'pots.png'), await drawImage({ color: '#306050' }));
    await writeFile(path.join(repository, 'README.md'), '# Garden\n\n![Pots](pots.png)\n');
    await writeFile(path.join(repository, 'logs/0001-light.md'), '---\ntitle: Light\n---\n\nIt works.\n');
  });

  afterAll(async () => {
    github.close();
    await rm(root, { recursive: true });
  });

  let runs = 0;
  async function run(event: string) {
    const folder = path.join(root, `run ${++runs}`);
    await mkdir(folder);
    const { port } = github.address() as AddressInfo;
    const { PATH = '', HOME = '' } = process.env;
    return runActionSteps(readAction(), {
      ...{ folder, event, github: `http://127.0.0.1:${port}` },
      inputs: { url: api, token, package: tarball, directory: repository },
      environment: { PATH, HOME, CI: 'true', SHIPYARD_CONFIG_DIR: path.join(folder, 'config') },
    });
  }

  it('writes the plan on a pull request, publishes on a push, and finds nothing to send again', async () => {
    const asked = await run('pull_request');
    expect([asked.code, asked.printed]).toEqual([0, expect.any(String)]);
    expect(asked.outputs).toMatchObject({
      published: 'false',
      plan: expect.stringContaining('"readme":"create"') as string,
    });
    expect(comments).toEqual([
      { id: 1, body: expect.stringMatching(/^<!-- shipyard-sync -->[^]*new logs: 1[^]*images: `pots\.png`/) as string },
    ]);
    expect((await callApi(api, 'GET', `/projects/${slug}/readme`, { token })).status).toBe(404);

    const pushed = await run('push');
    expect(pushed).toMatchObject({
      code: 0,
      outputs: {
        published: 'true',
        'page-url': `${stack.submissionUrl}/projects/${slug}`,
        'readme-updated': 'true',
        'logs-added': '[1]',
        'images-uploaded': '1',
      },
      summary: expect.stringContaining(`${stack.submissionUrl}/projects/${slug}`) as string,
    });
    expect((await callApi(api, 'GET', `/projects/${slug}/readme`, { token })).status).toBe(200);
    const again = await run('push');
    expect(again).toMatchObject({ code: 0, outputs: { 'readme-updated': 'false', 'logs-added': '[]' } });
  });

  it('shows at its line what the rules forbid, and at its file what the web changed', async () => {
    const log = path.join(repository, 'logs/0002-rain.md');
    await writeFile(log, '---\ntitle: Rain\n---\n\n![Rain](no-such.png)\n');
    const wrong = await run('push');
    expect([wrong.code, wrong.printed]).toEqual([
      3,
      expect.stringMatching(/^::error file=.*logs\/0002-rain\.md,line=5,title=[A-Z_]+::/m),
    ]);
    await rm(log);
    const readme = await readFile(path.join(repository, 'README.md'), 'utf8');
    const form = new FormData();
    form.set('readme', '# Garden\n\nChanged on the web.\n');
    expect((await callApi(api, 'PUT', `/projects/${slug}/readme`, { token, form })).status).toBe(200);
    await writeFile(path.join(repository, 'README.md'), `${readme}\nChanged here.\n`);
    const both = await run('push');
    expect([both.code, both.outputs.published, both.printed]).toEqual([
      5,
      'false',
      expect.stringMatching(/^::error file=.*README\.md,line=1,title=The server has other text::/m),
    ]);
  });
});
