import { existsSync, fsync } from 'node:fs';
import { type FileHandle, mkdtemp, open, readdir, readlink, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { ObjectStore, ObjectStoreUnavailable } from './object-store';

describe('ObjectStore', () => {
  let root: string;
  let store: ObjectStore;

  beforeEach(async () => {
    root = path.join(await mkdtemp(path.join(os.tmpdir(), 'store-')), 'open');
    store = new ObjectStore(root);
    await store.open();
  });

  afterEach(() => rm(root, { recursive: true, force: true }));

  it('gives back what was put, whole or a range of it', async () => {
    await store.put('a/b.png', Buffer.from('0123456789'));
    await store.put('a/c.png', Readable.from([Buffer.from('xy'), Buffer.from('z')]));
    const found = await store.get('a/b.png');
    expect(found?.bytes).toBe(10);
    expect((await buffer(found!.read())).toString()).toBe('0123456789');
    expect((await buffer(found!.read({ start: 2, end: 4 }))).toString()).toBe('234');
    expect((await buffer((await store.get('a/c.png'))!.read())).toString()).toBe('xyz');
  });

  it('is for its owner only', async () => {
    expect((await stat(root)).mode & 0o777).toBe(0o700);
  });

  it('knows nothing under a key that was never put or was deleted', async () => {
    await store.put('a', Buffer.from('1'));
    await store.delete('a');
    await store.delete('a');
    expect(await store.get('a')).toBeNull();
  });

  it('has the bytes on disk before their name, and the name before it answers', async () => {
    const target = path.join(root, 'p/q/a.png');
    const some = await open(root, 'r');
    const handles = Object.getPrototypeOf(some) as FileHandle;
    await some.close();
    const forced: { what: string; isNamed: boolean }[] = [];
    const watched = jest.spyOn(handles, 'sync').mockImplementation(async function (this: FileHandle) {
      forced.push({ what: path.relative(root, await readlink(`/proc/self/fd/${this.fd}`)), isNamed: existsSync(target) });
      await promisify(fsync)(this.fd);
    });
    await store.put('p/q/a.png', Buffer.from('1'));
    watched.mockRestore();
    const [bytes, ...folders] = forced;
    expect(bytes).toEqual({ what: expect.stringMatching(/^\.tmp\//) as string, isNamed: false });
    expect(folders).toEqual(['p/q', 'p', ''].map((what) => ({ what, isNamed: true })));
  });

  it('leaves neither object nor temporary file when a stream breaks in the middle', async () => {
    const broken = Readable.from(
      (function* () {
        yield Buffer.from('half');
        throw new Error('cut');
      })(),
    );
    await expect(store.put('a/b', broken)).rejects.toThrow('cut');
    expect(await store.get('a/b')).toBeNull();
    expect(await readdir(path.join(root, '.tmp'))).toEqual([]);
  });

  it('lists every object with its size', async () => {
    await store.put('p/1', Buffer.from('1'));
    await store.put('p/q/2', Buffer.from('22'));
    const listed = new Map<string, number>();
    for await (const { key, bytes } of store.list()) listed.set(key, bytes);
    expect(listed).toEqual(new Map([['p/1', 1], ['p/q/2', 2]]));
  });

  it.each(['../a', '/a', 'a/../b', 'A', 'a//b', '', '.tmp/a', 'a\0'])('has no such key as %j', async (key) => {
    await expect(store.put(key, Buffer.from(''))).rejects.toThrow('object key');
  });

  it('lists what a killed process left half written, and deletes it', async () => {
    await writeFile(path.join(root, '.tmp', 'left-over'), 'x');
    for await (const { key } of store.list()) await store.delete(key);
    expect(await readdir(path.join(root, '.tmp'))).toEqual([]);
  });

  it('says that it is unavailable when its folder cannot be used', async () => {
    await rm(root, { recursive: true });
    await writeFile(root, 'a file in its place');
    await expect(store.put('a', Buffer.from('1'))).rejects.toBeInstanceOf(ObjectStoreUnavailable);
    await expect(store.check()).rejects.toBeInstanceOf(ObjectStoreUnavailable);
    await expect(new ObjectStore(path.join(root, 'below')).open()).rejects.toThrow(/cannot be written/);
  });
});
