import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { drawImage, sharedStack } from '@shipyard/testing';
import { callTool, marked, newClient, runSession, SESSION } from './assistant-session';
import { type Newcomer, register } from './newcomer';

const SHIPYARD = path.join(__dirname, '../../../dist/apps/cli/shipyard.js');

describe('shipyard mcp, for assistants on the machine', () => {
  const { submission_url: api, program_id: programId } = sharedStack().credentials;
  const slug = `s-${randomUUID().slice(0, 12)}`;
  let outer: string;
  let folder: string;
  let owner: Newcomer;
  let client: Client;
  let said = '';

  const openIn = async (cwd: string) => {
    const opened = newClient();
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [SHIPYARD, 'mcp'],
      cwd,
      env: {
        SHIPYARD_URL: api,
        SHIPYARD_TOKEN: owner.token,
        SHIPYARD_CONFIG_DIR: path.join(outer, 'config'),
        LANG: 'en',
      },
      stderr: 'pipe',
    });
    transport.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await opened.connect(transport);
    return opened;
  };

  beforeAll(async () => {
    owner = await register(api);
    outer = await mkdtemp(path.join(tmpdir(), 'assistant-'));
    folder = path.join(outer, 'garden');
    await mkdir(path.join(folder, 'logs'), { recursive: true });
    const files = {
      'shipyard.yaml': `program: ${programId}\nslug: ${slug}\nname: Balcony garden\ntagline: Six pots on one hose\n`,
      'README.md': `# Balcony garden\n\n![Pots](pots.png)\n\n${'It waters five pots from one hose. '.repeat(20)}\n`,
      'logs/0001-first-light.md': '---\ntitle: First light\n---\n\nThe first valve **opens**. The second one leaks.\n',
      'logs/0002-a-sixth-pot.md': '---\ntitle: A sixth pot\n---\n\nThere was room for one more.\n',
      'pots.png': await drawImage({ width: 64, height: 48 }),
      '../secret.png': await drawImage({ width: 8, height: 8 }),
    };
    for (const [name, content] of Object.entries(files)) await writeFile(path.join(folder, name), content);
    await symlink('../secret.png', path.join(folder, 'link.png'));
    client = await openIn(folder);
    await runSession(client, { transport: 'stdio', programId, slug, fileId: '', upload: { id: '', url: '' } });
  });

  afterAll(async () => {
    await client.close();
    await rm(outer, { recursive: true });
  });

  it('has the tools of the session, and takes the project to a requested review', async () => {
    const { tools } = await client.listTools();
    expect(new Set(tools.map(({ name }) => name))).toEqual(new Set(SESSION.map(({ tool }) => tool)));
    expect(said).toBe('');
    const health = await fetch(new URL('/health', api));
    expect(client.getServerVersion()?.version).toBe(((await health.json()) as { version: string }).version);
  });

  it('plans a sync without sending it, and then has nothing left to send', async () => {
    const { isError, data } = await callTool(client, 'sync_project', { dry_run: true });
    expect([isError, data]).toEqual([false, { plan: { readme: 'same', config: {}, logs: [], images: [] } }]);
    const headers = { authorization: `Bearer ${owner.token}` };
    const assets: unknown = await (await fetch(`${api}/projects/${slug}/assets`, { headers })).json();
    expect(assets).toMatchObject({ data: { assets: [{ path: 'pots.png' }] } });
  });

  it('says what breaks a rule, and sends nothing', async () => {
    const file = path.join(folder, 'README.md');
    const before = await readFile(file);
    await writeFile(file, '# Garden\n\n![gone](gone.png)\n');
    const checked = await callTool(client, 'check_project', { path: '.' });
    expect(checked.data.errors).toEqual([
      expect.objectContaining({ code: 'README_IMAGE_MISSING', file: marked('README.md') }),
    ]);
    for (const tool of ['sync_project', 'diff_project'])
      expect(await callTool(client, tool)).toMatchObject({
        isError: true,
        text: 'The project has 1 error.\nCall check_project, correct what it lists, then call this tool again.\n(README_IMAGE_MISSING)',
      });
    await writeFile(file, before);
  });

  it.each([
    { tool: 'upload_image', args: { path: '../secret.png' } },
    { tool: 'upload_image', args: { path: 'link.png' } },
    { tool: 'upload_image', args: { path: '/etc/passwd' } },
    { tool: 'check_project', args: { path: '..' } },
    { tool: 'sync_project', args: { path: '/' } },
  ])('$tool reads nothing outside of its folder: $args.path', async ({ tool, args }) => {
    const sent = tool === 'upload_image' ? { slug, ...args } : args;
    expect(await callTool(client, tool, sent)).toMatchObject({
      isError: true,
      text: expect.stringContaining('outside') as string,
    });
  });

  it('lists and reads the texts of the person', async () => {
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain(`shipyard://projects/${slug}/logs/2`);
    const { contents } = await client.readResource({ uri: `shipyard://projects/${slug}/readme` });
    expect(JSON.stringify(contents)).toMatch(/untrusted.*Balcony garden/s);
  });

  it('makes an empty folder the project that it creates, and keeps its files in step', async () => {
    const empty = path.join(outer, 'empty');
    await mkdir(empty);
    const other = await openIn(empty);
    const fresh = `e-${randomUUID().slice(0, 12)}`;
    const before = await callTool(other, 'sync_project');
    expect(before).toMatchObject({ isError: true, text: expect.stringContaining('call create_project') as string });
    const args = { program_id: programId, slug: fresh, name: 'Garden', visibility: 'unlisted' };
    const created = await callTool(other, 'create_project', args);
    expect(created.text).toMatch(/is unlisted.*The folder has its files now/s);
    // Nobody wrote the README yet.
    const template = [expect.objectContaining({ line: 1, code: 'VALIDATION_FAILED' })];
    expect((await callTool(other, 'check_project')).data.errors).toEqual(template);
    const markdown = 'Five pots on one hose.\n';
    await callTool(other, 'update_readme', { slug: fresh, markdown });
    expect(await readFile(path.join(empty, 'README.md'), 'utf8')).toBe(markdown);
    const draft = path.join(empty, 'logs/0001-draft.md');
    await writeFile(draft, '---\ntitle: Draft\n---\n\nNot sent yet.\n');
    const log = { slug: fresh, title: 'First light', content_md: 'It works.' };
    const added = await callTool(other, 'append_log', log);
    expect(added).toMatchObject({ data: { log: { sequence: 2 } } });
    expect(added.text).toContain('logs/0002-first-light.md');
    expect((await callTool(other, 'sync_project', { dry_run: true })).data).toEqual({
      plan: { readme: 'same', config: {}, logs: [1], images: [] },
    });
    expect((await callTool(other, 'get_project_status')).text).toContain(`The folder holds ${fresh}`);
    const elsewhere = await callTool(client, 'append_log', { ...log, title: 'Another' });
    expect(elsewhere.text).toContain('No file was written');
    await other.close();
  });

  it('does not replace a README that the person wrote', async () => {
    const file = path.join(folder, 'README.md');
    const before = await readFile(file, 'utf8');
    const { text } = await callTool(client, 'update_readme', { slug, markdown: '# Short' });
    expect(text).toContain('another text, which sync_project would publish');
    expect(await readFile(file, 'utf8')).toBe(before);
  });
});
