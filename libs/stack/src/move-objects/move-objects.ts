import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import {
  type FoundObject,
  LEFT_OVER,
  ObjectCorrupt,
  ObjectOvertaken,
  type ObjectStore,
  type StoredObject,
} from '@shipyard/platform/object-store';
import type { MoveJournal } from './move-journal';

export interface MoveOptions {
  from: ObjectStore;
  to: ObjectStore;
  journal: MoveJournal;
  verify: boolean;
  /** Replaces a different copy. Otherwise it stays, because it may be newer. */
  overwrite: boolean;
  report: (line: string) => void;
}

export type MoveCount = Record<Outcome, number>;
type Outcome = 'copied' | 'compared' | 'known' | 'gone' | 'different' | 'failed';

const AT_ONCE = 4;
const TRIES = 3;
const REPORT_EVERY = 1_000;

/**
 * Copies the objects of one store to another while services use both. Deletes none from the source. For each object:
 * 1. Skip it if it is in the journal and exists in the target.
 * 2. If it exists in the target, compare hashes.
 * 3. Otherwise copy it, read it back and compare. Repeat if it changed meanwhile or arrived damaged.
 * 4. Write equal objects to the journal.
 * It can be interrupted at any time and run again.
 */
export async function moveObjects(options: MoveOptions): Promise<MoveCount> {
  const count: MoveCount = { copied: 0, compared: 0, known: 0, gone: 0, different: 0, failed: 0 };
  const there = new Map<string, number>();
  for await (const { key, bytes } of options.to.list()) there.set(key, bytes);
  const objects = options.from.list();
  let done = 0;
  const moveInTurn = async () => {
    for (let next = await objects.next(); !next.done; next = await objects.next()) {
      const object = next.value;
      if (object.key.startsWith(LEFT_OVER)) continue;
      const isKnown = !options.verify && options.journal.has(object) && there.get(object.key) === object.bytes;
      const outcome = isKnown ? 'known' : await moveOne(object, options);
      count[outcome] += 1;
      done += 1;
      if (outcome === 'different' || outcome === 'failed') options.report(`${outcome}: ${object.key}`);
      if (done % REPORT_EVERY === 0) options.report(`${done} objects`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, moveInTurn));
  return count;
}

async function moveOne(object: StoredObject, options: MoveOptions): Promise<Outcome> {
  let puts = 0;
  for (let overtaken = 0; ;) {
    try {
      const found = await compare(object, options);
      if (found !== 'absent' && found !== 'different') return found === 'compared' && puts > 0 ? 'copied' : found;
      if (found === 'different' && puts === 0 && !options.overwrite) return found;
      if (puts === TRIES) break;
      const source = await options.from.get(object.key);
      if (!source) return 'gone';
      await options.to.put(object.key, await source.read());
      puts += 1;
    } catch (error) {
      if (error instanceof ObjectCorrupt) return 'failed';
      overtaken += 1;
      if (!(error instanceof ObjectOvertaken) || overtaken > TRIES) throw error;
    }
  }
  // A bad copy would hide the good one in the other store.
  await options.to.delete(object.key);
  return 'failed';
}

async function compare(
  object: StoredObject,
  { from, to, journal }: MoveOptions,
): Promise<'gone' | 'absent' | 'different' | 'compared'> {
  const source = await from.get(object.key);
  if (!source) return 'gone';
  const copy = await to.get(object.key);
  if (!copy) return 'absent';
  const [ours, theirs] = await Promise.all([hashOf(source), hashOf(copy).catch(unreadable)]);
  if (ours !== theirs) return 'different';
  // The next run compares the object again if it changed since the listing.
  journal.add(object, ours);
  return 'compared';
}

function unreadable(error: unknown): null {
  if (error instanceof ObjectCorrupt) return null;
  throw error;
}

async function hashOf(object: FoundObject): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(await object.read(), hash);
  return hash.digest('hex');
}
