import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { FolderStore, S3Store } from '@shipyard/platform/object-store';
import { MoveJournal, moveObjects } from '@shipyard/stack';
import { FakeS3 } from './fake-s3/fake-s3';
import { S3Refusal } from './fake-s3/s3-refusal';

const WORKSPACE = path.join(__dirname, '../../..');
const TOOL = path.join(WORKSPACE, 'dist/tools/move-store.js');
const OBJECTS = 30;

describe('moving objects from one store to another', () => {
  let fake: FakeS3;
  let dataDir: string;
  let folder: FolderStore;
  let bucket: S3Store;

  beforeAll(
    () =>
      void execFileSync(process.execPath, ['tools/run.cjs', 'tools/build-app.ts', 'move-store'], { cwd: WORKSPACE }),
  );

  beforeEach(async () => {
    fake = await FakeS3.start();
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'move-'));
    folder = await FolderStore.open(path.join(dataDir, 'store/gateway'));
    bucket = await S3Store.open(fake.settings('gateway/'));
    for (let at = 0; at < OBJECTS; at += 1) await folder.put(`images/${at}.png`, Buffer.from(`picture ${at}`));
    fake.calls.length = 0;
  });

  afterEach(async () => {
    await fake.stop();
    await rm(dataDir, { recursive: true });
  });

  const start = (...args: string[]) =>
    spawn(process.execPath, [TOOL, ...args], {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...fake.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });

  async function run(...args: string[]): Promise<{ code: number; said: string[] }> {
    const child = start(...args);
    const [said, complained] = [buffer(child.stdout), buffer(child.stderr)];
    const [code] = (await once(child, 'close')) as [number];
    const lines = `${(await said).toString()}${(await complained).toString()}`.trim().split('\n');
    return {
      code,
      said: lines.filter(
        (line) =>
          !/NodeVersionSupport|^versions |^will require|^To continue|^and security|^More information|^\(Use|^$/.test(
            line,
          ),
      ),
    };
  }

  const summary = (count: Partial<Record<string, number>>) =>
    ['copied', 'compared', 'known', 'gone', 'different', 'failed']
      .map((outcome) => `${count[outcome] ?? 0} ${outcome}`)
      .join(', ');
  const textOf = async (store: FolderStore | S3Store, key: string) => {
    const found = await store.get(key);
    return found && (await buffer(await found.read())).toString();
  };
  const puts = () => fake.calls.filter(({ method }) => method === 'PUT').length;

  it('continues after a kill, copies nothing twice, and moves everything back', async () => {
    const killed = start('gateway', 'folder', 's3');
    fake.manner = () => {
      if (puts() > 20) killed.kill('SIGKILL');
      return puts() > 20 ? 'hang' : undefined;
    };
    await once(killed, 'close');
    fake.manner = () => undefined;
    const journal = path.join(dataDir, 'move-store', (await readdir(path.join(dataDir, 'move-store')))[0] ?? '');
    const known = (await readFile(journal, 'utf8')).split('\n').filter(Boolean).length;
    expect(known).toBeGreaterThan(0);
    await appendFile(journal, '{"key":"images/1.png","sta');
    const there = fake.objects.keys().length;
    fake.calls.length = 0;
    expect(await run('gateway', 'folder', 's3')).toEqual({
      code: 0,
      said: [summary({ copied: OBJECTS - there, compared: there - known, known })],
    });
    expect(puts()).toBe(OBJECTS - there);
    expect(await run('gateway', 'folder', 's3')).toEqual({ code: 0, said: [summary({ known: OBJECTS })] });

    await rm(path.join(dataDir, 'store'), { recursive: true });
    expect(await run('gateway', 's3', 'folder')).toEqual({ code: 0, said: [summary({ copied: OBJECTS })] });
    folder = await FolderStore.open(path.join(dataDir, 'store/gateway'));
    expect(await textOf(folder, `images/${OBJECTS - 1}.png`)).toBe(`picture ${OBJECTS - 1}`);
  });

  it('keeps a copy that is corrupt or different until told, and then replaces it', async () => {
    await moveObjects(options());
    await bucket.put('images/7.png', Buffer.from('Picture 7'));
    fake.objects.delete('gateway/images/8.png');
    fake.objects.spoil('gateway/images/9.png');
    expect(await moveObjects(options())).toMatchObject({ copied: 1, known: OBJECTS - 1 });
    expect(await run('gateway', 'folder', 's3', '--verify')).toEqual({
      code: 1,
      said: expect.arrayContaining([
        'different: images/7.png',
        'different: images/9.png',
        summary({ compared: OBJECTS - 2, different: 2 }),
      ]) as unknown,
    });
    expect(await textOf(bucket, 'images/7.png')).toBe('Picture 7');
    expect(await run('gateway', 'folder', 's3', '--verify', '--overwrite')).toEqual({
      code: 0,
      said: [summary({ copied: 2, compared: OBJECTS - 2 })],
    });
    expect([await textOf(bucket, 'images/7.png'), await textOf(bucket, 'images/9.png')]).toEqual([
      'picture 7',
      'picture 9',
    ]);
    fake.objects.spoil('gateway/images/9.png');
    await folder.delete('images/9.png');
    expect(await run('gateway', 's3', 'folder')).toEqual({
      code: 1,
      said: ['failed: images/9.png', summary({ compared: OBJECTS - 1, failed: 1 })],
    });
    expect(await folder.get('images/9.png')).toBeNull();
  });

  const options = (name = 'journal') => ({
    from: folder,
    to: bucket,
    journal: new MoveJournal(path.join(dataDir, name)),
    verify: false,
    overwrite: false,
    report: () => undefined,
  });

  it('copies an object again that changed during the copy, and skips one that was deleted', async () => {
    let changed: Promise<unknown> | undefined;
    fake.manner = ({ method, key }) => {
      if (method === 'PUT' && key.endsWith('/3.png')) changed ??= folder.put('images/3.png', Buffer.from('drawn anew'));
      return undefined;
    };
    const to = Object.assign(Object.create(bucket) as S3Store, {
      put: async (...args: Parameters<S3Store['put']>) => {
        await bucket.put(...args);
        await changed;
      },
    });
    const list = async function* () {
      yield* folder.list();
      yield { key: 'images/went.png', bytes: 1, modifiedAt: new Date() };
    };
    const from = Object.assign(Object.create(folder) as FolderStore, { list });
    expect(await moveObjects({ ...options(), from, to })).toMatchObject({
      copied: OBJECTS,
      gone: 1,
      different: 0,
      failed: 0,
    });
    expect(await textOf(bucket, 'images/3.png')).toBe('drawn anew');
    fake.manner = () => undefined;
    await folder.put('images/4.png', Buffer.from('and another'));
    expect(await moveObjects({ ...options(), overwrite: true })).toMatchObject({
      copied: 1,
      compared: 1,
      known: OBJECTS - 2,
    });
  });

  const altered = (content: Buffer | Readable) =>
    Readable.from(content).map((bytes: Buffer) => Buffer.concat([bytes, Buffer.from('!')]));

  it('removes a copy that never arrives intact', async () => {
    const to = Object.assign(Object.create(bucket) as S3Store, {
      put: (key: string, content: Parameters<S3Store['put']>[1]) =>
        bucket.put(key, key.endsWith('/5.png') ? altered(content) : content),
    });
    expect(await moveObjects({ ...options(), to })).toMatchObject({ copied: OBJECTS - 1, failed: 1 });
    expect(await bucket.get('images/5.png')).toBeNull();
  });

  it('stops with a message if a store fails or the arguments are wrong', async () => {
    fake.manner = ({ method }) => (method === 'PUT' ? new S3Refusal(403, 'AccessDenied') : undefined);
    const refused = await run('gateway', 'folder', 's3');
    expect([refused.code, refused.said.join()]).toEqual([1, expect.stringMatching(/PutObject: AccessDenied, 403/)]);
    for (const args of [[], ['gateway', 's3', 's3'], ['gateway', 'folder', 's3', '--force']]) {
      expect((await run(...args)).said.join()).toContain('Say what to move');
    }
    const without = spawnSync(process.execPath, [TOOL, 'gateway', 'folder', 's3'], {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir },
      encoding: 'utf8',
    });
    expect([without.status, without.stderr]).toEqual([1, expect.stringContaining('S3_BUCKET is not set')]);
  });
});
