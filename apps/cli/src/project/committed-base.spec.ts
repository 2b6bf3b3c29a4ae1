import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { UNSET_FIELDS } from '@shipyard/contracts';
import type { ServerState } from '@shipyard/project-folder';
import { committedBase } from './committed-base';

const server = (readme: string): ServerState => ({
  project: {
    ...UNSET_FIELDS,
    id: '1',
    slug: 'lamp',
    program_id: 'demo',
    name: 'Lamp',
    color: 'red',
    project_status: 'in_progress',
  },
  readme,
  logs: [],
  assets: [],
});

describe('a folder without a kept base', () => {
  let folder: string;
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: folder });

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'committed-'));
    await writeFile(path.join(folder, 'shipyard.yaml'), 'program: demo\nslug: lamp\nname: Lamp\n');
  });

  afterAll(() => rm(folder, { recursive: true }));

  const baseFor = (readme: string) => committedBase(folder, { images: new Map() }, server(readme));

  it('has the commit as its base whose README the server has', async () => {
    expect(await baseFor('# One\n')).toBeNull();
    git('init', '-q');
    for (const text of ['# One\n', '# Two\n', '# Three\n']) {
      await writeFile(path.join(folder, 'README.md'), text);
      git('add', '.');
      git('commit', '-qm', text);
    }
    expect((await baseFor('# Two\n'))?.readme).toEqual({ server: '# Two\n', file: '# Two\n' });
    expect(await baseFor('# On the web\n')).toBeNull();
  });
});
