import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Logger } from '@shipyard/platform/logger';
import {
  FolderStore,
  LEFT_OVER,
  ObjectOvertaken,
  type ObjectStore,
  ObjectStoreUnavailable,
  S3Store,
  StorePair,
} from '@shipyard/platform/object-store';
import { FakeS3 } from './fake-s3/fake-s3';
import { randomNumbers } from './random-numbers';
import { waitUntil } from './wait-until';

const MiB = 1024 * 1024;

/** More than a batch of orphans, and six pages of the fake. */
const SEVERAL_PAGES = 503;

interface World {
  store: ObjectStore;
  /** How many objects take several pages to list. Default: SEVERAL_PAGES. */
  severalPages?: number;
  /** Puts an object past the client, which takes 3 ms for each. */
  fill?: (key: string, content: Buffer) => Promise<unknown>;
  end(): Promise<unknown>;
}

async function openFolder(): Promise<World> {
  const root = await mkdtemp(path.join(os.tmpdir(), 'contract-'));
  return { store: await FolderStore.open(root), end: () => rm(root, { recursive: true }) };
}

async function openFake(): Promise<World> {
  const fake = await FakeS3.start();
  fake.objects.pageSize = 100;
  return {
    store: await S3Store.open(fake.settings('test/')),
    fill: (key, content) => Promise.resolve(fake.objects.put(`test/${key}`, content)),
    end: () => fake.stop(),
  };
}

async function openPair(): Promise<World> {
  const [folder, fake] = [await openFolder(), await openFake()];
  return {
    store: new StorePair(fake.store, folder.store),
    fill: fake.fill,
    end: () => Promise.all([folder.end(), fake.end()]),
  };
}

/** Configured by S3_TEST_ENDPOINT and S3_TEST_{BUCKET,REGION,…}. Each suite has its own prefix. */
async function openReal(endpoint: string): Promise<World> {
  const variable = (name: string, fallback: string) => process.env[`S3_TEST_${name}`] ?? fallback;
  const store = await S3Store.open({
    endpoint,
    bucket: variable('BUCKET', 'shipyard-test'),
    region: variable('REGION', 'us-east-1'),
    accessKeyId: variable('ACCESS_KEY_ID', ''),
    secretAccessKey: variable('SECRET_ACCESS_KEY', ''),
    prefix: `contract-${randomUUID()}/`,
    forcePathStyle: true,
  });
  return {
    store,
    // A page of S3 has a thousand.
    severalPages: 1_003,
    end: async () => {
      for (const { key } of await listOf(store)) await store.delete(key);
    },
  };
}

const REAL = process.env.S3_TEST_ENDPOINT;
const STORES: [string, () => Promise<World>][] = [
  ['a folder', openFolder],
  ['a bucket of the fake', openFake],
  ['a bucket before a folder', openPair],
  ...(REAL === undefined
    ? []
    : [['a bucket of the server at S3_TEST_ENDPOINT', () => openReal(REAL)] satisfies [string, () => Promise<World>]]),
];

async function listOf(store: ObjectStore) {
  const listed = [];
  for await (const object of store.list()) listed.push(object);
  return listed;
}

const keysOf = async (store: ObjectStore) => (await listOf(store)).map(({ key }) => key).sort();

async function contentOf(store: ObjectStore, key: string): Promise<Buffer | null> {
  const found = await store.get(key);
  if (!found) return null;
  const content = await buffer(await found.read());
  expect(content.length).toBe(found.bytes);
  return content;
}

function bytesOf(length: number, seed: number): Buffer {
  const next = randomNumbers(seed);
  return Buffer.alloc(length, Buffer.from(Array.from({ length: 997 }, () => Math.floor(next() * 256))));
}

function heldBack(content: Buffer): { stream: Readable; end: (error?: Error) => void } {
  let go: (error?: Error) => void = () => undefined;
  const told = new Promise<Error | undefined>((resolve) => (go = resolve));
  const pieces = async function* () {
    for (let at = 0; at < content.length; at += 300_001) yield content.subarray(at, at + 300_001);
    const error = await told;
    if (error) throw error;
  };
  return { stream: Readable.from(pieces()), end: (error) => go(error) };
}

describe.each(STORES)('the object store in %s', (_, open) => {
  let world: World;
  let store: ObjectStore;

  beforeAll(async () => {
    world = await open();
    ({ store } = world);
  });

  afterAll(() => world.end());

  it('accepts writes', () => expect(store.check()).resolves.toBeUndefined());

  it('returns an object or a range of it', async () => {
    await store.put('a/b.png', Buffer.from('0123456789'));
    await store.put('a/c.png', Readable.from([Buffer.from('xy'), Buffer.from('z')]));
    const found = await store.get('a/b.png');
    expect(found?.bytes).toBe(10);
    expect((await buffer(await found!.read())).toString()).toBe('0123456789');
    expect((await buffer(await found!.read({ start: 2, end: 4 }))).toString()).toBe('234');
    expect((await buffer(await found!.read({ start: 9, end: 9 }))).toString()).toBe('9');
    expect((await contentOf(store, 'a/c.png'))?.toString()).toBe('xyz');
  });

  it.each([0, 1, 8 * MiB - 1, 8 * MiB, 8 * MiB + 1, 17 * MiB])(
    'stores %i bytes from memory or a stream',
    async (length) => {
      const content = bytesOf(length, length);
      const { stream, end } = heldBack(content);
      end();
      await Promise.all([store.put('sizes/buffer', content), store.put('sizes/stream', stream)]);
      for (const key of ['sizes/buffer', 'sizes/stream'])
        expect((await contentOf(store, key))?.equals(content)).toBe(true);
      if (length > 8 * MiB)
        expect(
          await buffer(await (await store.get('sizes/stream'))!.read({ start: length - 3, end: length - 1 })),
        ).toEqual(Buffer.from(content.subarray(-3)));
    },
  );

  it('returns null for a key that was never written or was deleted', async () => {
    expect(await store.get('gone/never')).toBeNull();
    await store.put('gone/a', Buffer.from('1'));
    await store.delete('gone/a');
    await store.delete('gone/a');
    expect(await store.get('gone/a')).toBeNull();
    expect(await keysOf(store)).not.toContain('gone/a');
  });

  it('shows every reader one complete version during an overwrite', async () => {
    const versions = [1, 2, 3, 4].map((seed) => bytesOf(200_000 + seed, seed));
    await store.put('anew/a', versions[0]!);
    const reads = Array.from({ length: 12 }, async () => {
      const content = await contentOf(store, 'anew/a').catch((error: unknown) => {
        expect(error).toBeInstanceOf(ObjectOvertaken);
        return null;
      });
      if (content) expect(versions.some((version) => version.equals(content))).toBe(true);
    });
    await Promise.all([...versions.slice(1).map((version) => store.put('anew/a', version)), ...reads]);
  });

  it.each([1_000, 9 * MiB])('leaves nothing of an upload that fails after %i bytes', async (length) => {
    const { stream, end } = heldBack(bytesOf(length, 1));
    end(new Error('The sender is gone'));
    await expect(store.put('broken/a', stream)).rejects.toThrow('The sender is gone');
    expect(await store.get('broken/a')).toBeNull();
    expect((await keysOf(store)).filter((key) => key.includes('broken') || key.startsWith(LEFT_OVER))).toEqual([]);
  });

  it('hides partial uploads, lists them as leftovers, and removes them', async () => {
    const { stream, end } = heldBack(bytesOf(9 * MiB, 1));
    const ended = store.put('half/a', stream).then(
      () => null,
      (error: unknown) => error,
    );
    const [leftOver] = await waitUntil(
      async () => (await listOf(store)).filter(({ key }) => key.startsWith(LEFT_OVER)),
      (found) => found.length === 1,
    );
    expect(await store.get('half/a')).toBeNull();
    expect(await keysOf(store)).not.toContain('half/a');
    expect(Math.abs(Date.now() - leftOver!.modifiedAt.getTime())).toBeLessThan(60_000);
    await store.delete(leftOver!.key);
    await store.delete(leftOver!.key);
    end();
    expect(await ended).toBeInstanceOf(ObjectStoreUnavailable);
    expect((await keysOf(store)).filter((key) => key.includes('half') || key.startsWith(LEFT_OVER))).toEqual([]);
  });

  it('reports an object that was removed between look-up and read', async () => {
    await store.put('lost/a', Buffer.from('1'));
    const found = await store.get('lost/a');
    await store.delete('lost/a');
    await expect(found!.read()).rejects.toBeInstanceOf(ObjectOvertaken);
    await store.put('lost/b', Buffer.from('first'));
    const before = await store.get('lost/b');
    await store.put('lost/b', Buffer.from('the second'));
    await expect(before!.read()).rejects.toBeInstanceOf(ObjectOvertaken);
  });

  it.each([
    '../a',
    '/a',
    'a/../b',
    'a/..',
    './a',
    'A',
    'a//b',
    'a/',
    '',
    '.tmp/a',
    'a\0',
    'a%2fb',
    'a?b',
    'a#b',
    'a\\b',
  ])('refuses the key %j', async (key) => {
    await expect(store.put(key, Buffer.from(''))).rejects.toThrow('object key');
    await expect(store.get(key)).rejects.toThrow('object key');
    if (!key.startsWith(LEFT_OVER)) await expect(store.delete(key)).rejects.toThrow('object key');
  });

  it('deletes only leftovers whose keys have the prefix', async () => {
    await store.put('kept/a', Buffer.from('1'));
    for (const key of ['.tmp/../kept/a', '.tmp/kept/a', '.tmp/kept/a#no-such-upload', '.tmp/nothing'])
      await store.delete(key).catch(() => undefined);
    expect((await contentOf(store, 'kept/a'))?.toString()).toBe('1');
  });

  it('lists objects of several pages, each with size and time', async () => {
    const names = Array.from({ length: world.severalPages ?? SEVERAL_PAGES }, (__, at) => `many/${at}/${at % 7}.png`);
    const put = world.fill ?? ((key: string, content: Buffer) => store.put(key, content));
    const queue = [...names.entries()];
    const putNext = async () => {
      for (let next = queue.pop(); next; next = queue.pop()) await put(next[1], Buffer.alloc(next[0] % 5, 1));
    };
    await Promise.all(Array.from({ length: 16 }, putNext));
    const listed = (await listOf(store)).filter(({ key }) => key.startsWith('many/'));
    expect(new Map(listed.map(({ key, bytes }) => [key, bytes]))).toEqual(
      new Map(names.map((name, at) => [name, at % 5])),
    );
    expect(listed).toHaveLength(names.length);
    for (const { modifiedAt } of listed) expect(Math.abs(Date.now() - modifiedAt.getTime())).toBeLessThan(600_000);
  });

  it('deletes the old objects that no row names, and keeps the young', async () => {
    const logger = { info: () => undefined } as unknown as Logger;
    const namesKept = (keys: string[]) =>
      Promise.resolve(new Set(keys.filter((key) => !key.startsWith('many/') && key !== 'orphans/b')));
    for (const key of ['orphans/a', 'orphans/b']) await store.put(key, Buffer.from(key));
    const before = await keysOf(store);
    await store.deleteOrphans(new Date(Date.now() - 3_600_000), namesKept, logger);
    expect(await keysOf(store)).toEqual(before);
    await store.deleteOrphans(new Date(Date.now() + 3_600_000), namesKept, logger);
    expect(await keysOf(store)).toEqual(before.filter((key) => !key.startsWith('many/') && key !== 'orphans/b'));
  });
});
