import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { LEFT_OVER, ObjectOvertaken, type ObjectStore } from '@shipyard/platform/object-store';
import type { ManifestEntry } from './object-manifest';
import type { Service } from './object-rows';

const AT_ONCE = 4;
const REPORT_EVERY = 1_000;

export interface CopyOptions {
  service: Service;
  from: ObjectStore;
  /** Null: the objects are only hashed. */
  to: ObjectStore | null;
  /** What an earlier round has copied. Keys are never used again, so these stay as they are. */
  done: Map<string, ManifestEntry>;
  report: (line: string) => void;
}

/** Copies the objects that `done` lacks, and adds them. An object that goes meanwhile is left out. */
export async function copyObjects({ service, from, to, done, report }: CopyOptions): Promise<void> {
  const objects = from.list();
  const copyInTurn = async () => {
    for (let next = await objects.next(); !next.done; next = await objects.next()) {
      const { key } = next.value;
      if (key.startsWith(LEFT_OVER) || done.has(key)) continue;
      const entry = await copyOne(service, key, from, to);
      if (entry === null) continue;
      done.set(key, entry);
      if (done.size % REPORT_EVERY === 0) report(`${done.size} objects of ${service}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, copyInTurn));
}

/** Returns what was copied, or null if the object is gone. */
export async function copyOne(
  service: Service,
  key: string,
  from: ObjectStore,
  to: ObjectStore | null,
): Promise<ManifestEntry | null> {
  try {
    const found = await from.get(key);
    if (!found) return null;
    const hash = createHash('sha256');
    let bytes = 0;
    const measured = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        bytes += chunk.length;
        done(null, chunk);
      },
    });
    const taken = to === null ? drain(measured) : to.put(key, measured);
    await Promise.all([pipeline(await found.read(), measured), taken]);
    return { service, key, bytes, sha256: hash.digest('hex') };
  } catch (error) {
    if (error instanceof ObjectOvertaken) return null;
    throw error;
  }
}

async function drain(source: AsyncIterable<unknown>): Promise<void> {
  for await (const _chunk of source);
}
