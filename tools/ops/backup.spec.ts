import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { FolderStore, type FoundObject } from '@shipyard/platform/object-store';
import { readRecord, refuseUsedFolder } from './backup-record';
import { copyObjects } from './copy-objects';
import { type ManifestEntry, readManifest, writeManifest } from './object-manifest';
import { compareKeys, type NamedKey } from './object-rows';
import { connectionOf, PostgresTools } from './postgres-tools';
import { restoreBase } from './restore';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const silent = () => undefined;

async function* named(...keys: NamedKey[]): AsyncGenerator<NamedKey> {
  await Promise.resolve();
  yield* keys;
}

async function linesOf(file: string): Promise<ManifestEntry[]> {
  const entries: ManifestEntry[] = [];
  for await (const entry of readManifest(file)) entries.push(entry);
  return entries;
}

describe('a backup', () => {
  let folder: string;
  const place = (name: string) => path.join(folder, name);

  beforeEach(async () => void (folder = await mkdtemp(path.join(os.tmpdir(), 'backup-'))));
  afterEach(() => rm(folder, { recursive: true }));

  it('has each object once, with its hash, and in a second round what came meanwhile', async () => {
    const [from, to] = [await FolderStore.open(place('from')), await FolderStore.open(place('to'))];
    const done = new Map<string, ManifestEntry>();
    const copy = () => copyObjects({ service: 'gateway', from, to, done, report: silent });
    await from.put('images/a.png', Buffer.from('first'));
    await copy();
    await from.put('images/b.png', Buffer.from('second'));
    await from.delete('images/a.png');
    await copy();
    expect([...done.values()]).toEqual([
      { service: 'gateway', key: 'images/a.png', bytes: 5, sha256: sha256('first') },
      { service: 'gateway', key: 'images/b.png', bytes: 6, sha256: sha256('second') },
    ]);
    expect((await buffer(await (await to.get('images/a.png'))!.read())).toString()).toBe('first');
    await writeManifest(place('objects.jsonl'), done.values());
    expect(await linesOf(place('objects.jsonl'))).toEqual([...done.values()]);
  });

  it('leaves out an object that goes while it is read', async () => {
    const from = await FolderStore.open(place('from'));
    await from.put('images/a.png', Buffer.from('first'));
    jest.spyOn(from, 'get').mockImplementation((): Promise<FoundObject | null> => Promise.resolve(null));
    const done = new Map<string, ManifestEntry>();
    await copyObjects({ service: 'gateway', from, to: null, done, report: silent });
    expect(done.size).toBe(0);
  });

  it('misses only objects that a row needs, and finds those without a row', async () => {
    const rows = named(
      { key: 'kept', required: true },
      { key: 'lost', required: true },
      { key: 'on its way', required: false },
    );
    const { missing, unnamed } = await compareKeys(rows, ['kept', 'orphan']);
    expect({ missing, unnamed: [...unnamed] }).toEqual({ missing: ['lost'], unnamed: ['orphan'] });
  });

  it('refuses a used folder, half a backup, and a line that names no object', async () => {
    await writeFile(place('file'), '{"service":"billing","key":"a"}\n');
    expect(() => refuseUsedFolder(folder, 'A backup')).toThrow('is not empty');
    await expect(readRecord(folder)).rejects.toThrow('is no whole backup');
    await expect(linesOf(place('file'))).rejects.toThrow('Line 1 of');
  });

  it('refuses programs that are missing or older than the server', async () => {
    await writeFile(place('pg_dump'), '#!/bin/sh\necho "pg_dump (PostgreSQL) 15.18"\n');
    await chmod(place('pg_dump'), 0o755);
    const tools = new PostgresTools(folder);
    expect(tools.require('pg_dump', 15)).toBe('15.18');
    expect(() => tools.require('pg_dump', 18)).toThrow('pg_dump is of Postgres 15.18, and the server of 18');
    expect(() => tools.require('pg_basebackup', 18)).toThrow(`pg_basebackup is not in ${folder}`);
  });

  it('gives the password to a program by its environment', () => {
    expect(connectionOf('postgres://me:p%40ss@[::1]:5433/db?sslmode=require')).toEqual({
      PGHOST: '::1',
      PGPORT: '5433',
      PGUSER: 'me',
      PGPASSWORD: 'p@ss',
      PGDATABASE: 'db',
      PGSSLMODE: 'require',
    });
  });

  it('lays out no server over another, and none out of a dump', async () => {
    const target = { restoreCommand: 'true', until: null };
    const record = { format: 1, kind: 'base', objects: {} };
    await mkdir(place('server'));
    await writeFile(place('server/PG_VERSION'), '18');
    await writeFile(place('backup.json'), JSON.stringify(record));
    const restore = () => restoreBase(folder, place('server'), target, new PostgresTools(), silent);
    await expect(restore()).rejects.toThrow('is not empty');
    await writeFile(place('backup.json'), JSON.stringify({ ...record, kind: 'dump' }));
    await expect(restore()).rejects.toThrow('holds a dump');
  });
});
