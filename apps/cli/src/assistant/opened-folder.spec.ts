import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { resolveFile, resolveFolder, resolveInside } from './opened-folder';

describe('the folder that an assistant may read', () => {
  let outer: string;
  let root: string;

  beforeAll(async () => {
    outer = await realpath(await mkdtemp(path.join(tmpdir(), 'assistant-')));
    root = path.join(outer, 'project');
    await mkdir(path.join(root, 'images'), { recursive: true });
    await mkdir(path.join(outer, 'project-of-another'));
    await writeFile(path.join(root, 'images/a.png'), 'abc');
    await writeFile(path.join(outer, 'secret.png'), 'abc');
    await symlink(path.join(outer, 'secret.png'), path.join(root, 'link.png'));
    await symlink(outer, path.join(root, 'up'));
    await symlink(path.join(root, 'images'), path.join(root, 'pictures'));
  });

  afterAll(() => rm(outer, { recursive: true }));

  it.each([
    { given: '../secret.png' },
    { given: 'images/../../secret.png' },
    { given: 'images/../images/a.png' },
    { given: '..\\secret.png' },
    { given: '/etc/passwd' },
    { given: 'C:\\secret.png' },
    { given: '\\\\host\\share' },
    { given: 'link.png' },
    { given: 'up/secret.png' },
    { given: 'up/project-of-another' },
    { given: 'a\0.png' },
  ])('refuses $given', ({ given }) => expect(resolveInside(root, given)).rejects.toThrow('outside'));

  it.each([
    { given: 'images/a.png', found: 'images/a.png' },
    { given: './images/a.png', found: 'images/a.png' },
    { given: 'pictures/a.png', found: 'images/a.png' },
    { given: '.', found: '' },
  ])('finds $given', async ({ given, found }) => {
    expect(await resolveInside(root, given)).toBe(path.join(root, found));
  });

  it('tells files from folders, and refuses a file that is too large', async () => {
    await expect(resolveFolder(root, 'images/a.png')).rejects.toThrow('Name a folder');
    await expect(resolveFile(root, 'images', 9)).rejects.toThrow('no file');
    await expect(resolveFile(root, 'images/a.png', 2)).rejects.toThrow('larger');
    await expect(resolveFile(root, 'images/b.png', 2)).rejects.toThrow('no such file');
  });
});
