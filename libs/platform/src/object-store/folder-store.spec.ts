import { existsSync, fsync } from 'node:fs';
import { chmod, type FileHandle, mkdtemp, open, readdir, readlink, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { FolderStore } from './folder-store';
import { type ObjectStore, ObjectStoreUnavailable } from './object-store';

describe('the folder store', () => {
  let root: string;
  let store: ObjectStore;

  beforeEach(async () => {
    root = path.join(await mkdtemp(path.join(os.tmpdir(), 'store-')), 'open');
    store = await FolderStore.open(root);
  });

  afterEach(() => rm(root, { recursive: true, force: true }));

  it('is for its owner only', async () => {
    await store.put('a/b.png', Buffer.from('1'));
    const modeOf = async (name: string) => (await stat(path.join(root, name))).mode & 0o777;
    expect(await Promise.all(['', '.tmp', 'a'].map(modeOf))).toEqual([0o700, 0o700, 0o700]);
    expect(await modeOf('a/b.png')).toBe(0o600);
  });

  it('closes folders that an older version left open to others', async () => {
    for (const folder of [root, path.join(root, '.tmp')]) await chmod(folder, 0o755);
    await FolderStore.open(root);
    for (const folder of [root, path.join(root, '.tmp')]) expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  it('has the bytes on disk before their name, and the name before it answers', async () => {
    const target = path.join(root, 'p/q/a.png');
    const some = await open(root, 'r');
    const handles = Object.getPrototypeOf(some) as FileHandle;
    await some.close();
    const forced: { what: string; isNamed: boolean }[] = [];
    const watched = jest.spyOn(handles, 'sync').mockImplementation(async function (this: FileHandle) {
      forced.push({
        what: path.relative(root, await readlink(`/proc/self/fd/${this.fd}`)),
        isNamed: existsSync(target),
      });
      await promisify(fsync)(this.fd);
    });
    await store.put('p/q/a.png', Buffer.from('1'));
    watched.mockRestore();
    const [bytes, ...folders] = forced;
    expect(bytes).toEqual({ what: expect.stringMatching(/^\.tmp\//) as string, isNamed: false });
    expect(folders).toEqual(['p/q', 'p', ''].map((what) => ({ what, isNamed: true })));
  });

  it('lists and deletes the unfinished files of a killed process', async () => {
    await writeFile(path.join(root, '.tmp', 'left-over'), 'x');
    for await (const { key } of store.list()) await store.delete(key);
    expect(await readdir(path.join(root, '.tmp'))).toEqual([]);
  });

  it('reports that it is unavailable if its folder cannot be used', async () => {
    await rm(root, { recursive: true });
    await writeFile(root, 'a file in its place');
    await expect(store.put('a', Buffer.from('1'))).rejects.toBeInstanceOf(ObjectStoreUnavailable);
    await expect(store.check()).rejects.toBeInstanceOf(ObjectStoreUnavailable);
    await expect(FolderStore.open(path.join(root, 'below'))).rejects.toThrow(/cannot be written/);
  });
});
