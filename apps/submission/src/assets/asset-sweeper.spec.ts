import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createLogger, ObjectStore } from '@shipyard/platform';
import { AssetSweeper } from './asset-sweeper';

const PROJECT = '019aa000-0000-7000-8000-0000000000aa';
const KEPT = '019aa000-0000-7000-8000-000000000001';
const ERASED = '019aa000-0000-7000-8000-000000000002';
const keyOf = (assetId: string) => `assets/${PROJECT}/${assetId}.png`;

describe('the sweep of files', () => {
  let folder: string;
  let store: ObjectStore;
  let sweeper: AssetSweeper;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'asset-sweeper-'));
    store = new ObjectStore(path.join(folder, 'store'));
    await store.open();
    for (const assetId of [KEPT, ERASED]) await store.put(keyOf(assetId), Buffer.from('picture'));
    // A database in which one of the two images still has its row, as a process leaves it that dies right after an erasure.
    const rows = { query: (_: string, [ids]: [string[]]) => Promise.resolve(ids.filter((id) => id === KEPT).map((id) => ({ id }))) };
    sweeper = new AssetSweeper(rows as never, store, { DATA_DIR: folder } as never, createLogger('test'));
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  const keys = async () => {
    const found: string[] = [];
    for await (const { key } of store.list()) found.push(key);
    return found.sort();
  };

  it('removes what no row names, and nothing else', async () => {
    await sweeper.removeOrphans(new Date(Date.now() + 60_000));
    expect(await keys()).toEqual([keyOf(KEPT)]);
  });

  it('leaves what is so young that its row may still be written', async () => {
    await sweeper.removeOrphans(new Date(Date.now() - 60_000));
    expect(await keys()).toEqual([keyOf(KEPT), keyOf(ERASED)]);
  });
});
