import type { Readable } from 'node:stream';
import type { Logger } from '../logger';

/** The store does not answer, or refuses the call. */
export class ObjectStoreUnavailable extends Error {}

/** The checksum of an object does not match its bytes. */
export class ObjectCorrupt extends Error {}

/** The object was deleted or replaced meanwhile. Look it up again. */
export class ObjectOvertaken extends ObjectStoreUnavailable {}

export interface StoredObject {
  key: string;
  bytes: number;
  modifiedAt: Date;
}

export interface FoundObject {
  bytes: number;
  /** The range is inclusive. Fails before the first byte if possible, so that a request can still be refused. */
  read(range?: ByteSpan): Promise<Readable>;
}

export interface ByteSpan {
  start: number;
  end: number;
}

const ORPHANS_BATCH = 500;

/** The prefix of incomplete objects. No key can start with it. */
export const LEFT_OVER = '.tmp/';

/**
 * An object is absent or complete, and survives a power cut, so a row may name it. Keys are `a/b/c` with `[a-z0-9._-]`
 * segments. Each method can throw ObjectStoreUnavailable.
 */
export abstract class ObjectStore {
  abstract check(): Promise<void>;

  abstract put(key: string, content: Buffer | Readable): Promise<void>;

  abstract get(key: string): Promise<FoundObject | null>;

  /** Accepts any key from `list`. An absent object is no error. */
  abstract delete(key: string): Promise<void>;

  /** Yields complete objects in any order, and incomplete ones under `.tmp/`. */
  abstract list(): AsyncGenerator<StoredObject>;

  /** `findNamed` returns those of the keys that a row names. */
  async deleteOrphans(
    olderThan: Date,
    findNamed: (keys: string[]) => Promise<ReadonlySet<string>>,
    logger: Logger,
  ): Promise<void> {
    let keys: string[] = [];
    const deleteUnnamed = async () => {
      const named = await findNamed(keys);
      for (const key of keys) {
        if (named.has(key)) continue;
        await this.delete(key);
        logger.info({ key }, 'An object without a row was removed');
      }
      keys = [];
    };
    for await (const { key, modifiedAt } of this.list()) {
      if (modifiedAt < olderThan) keys.push(key);
      if (keys.length === ORPHANS_BATCH) await deleteUnnamed();
    }
    await deleteUnnamed();
  }
}

const KEY = /^(?:[a-z0-9_-][a-z0-9._-]*)(?:\/[a-z0-9_-][a-z0-9._-]*)*$/;

export const isObjectKey = (key: string) => KEY.test(key);

export function assertObjectKey(key: string): void {
  if (!isObjectKey(key)) throw new Error('An object key has only segments of [a-z0-9._-]');
}
