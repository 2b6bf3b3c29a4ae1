import type { Readable } from 'node:stream';

/** The store does not answer, or refuses what it is asked. */
export class ObjectStoreUnavailable extends Error {}

/** The bytes of an object are not those that were put: it is known by their checksum. */
export class ObjectCorrupt extends Error {}

/** What was found is gone, or another object by now: who looks again will see. */
export class ObjectOvertaken extends ObjectStoreUnavailable {}

export interface StoredObject {
  key: string;
  bytes: number;
  modifiedAt: Date;
}

export interface FoundObject {
  bytes: number;
  /** Opens the inclusive range, or all of it. Fails before the first byte where that can be known, so that a request can still be refused. */
  read(range?: ByteSpan): Promise<Readable>;
}

export interface ByteSpan {
  start: number;
  end: number;
}

/** Keys of what was being written begin with it. No object's key can. */
export const LEFT_OVER = '.tmp/';

/**
 * Keeps bytes under keys (`a/b/c`, of `[a-z0-9._-]` segments). A key is either absent or whole: nobody ever sees half an object.
 * What was put outlives a power cut, so that a row may name it. A store that cannot be used throws ObjectStoreUnavailable.
 */
export abstract class ObjectStore {
  /** Answers where the store can be used: the probe of a process asks it. */
  abstract check(): Promise<void>;

  abstract put(key: string, content: Buffer | Readable): Promise<void>;

  /** Null when the key is absent. */
  abstract get(key: string): Promise<FoundObject | null>;

  /** Takes any key that `list` gives. Also answers when it was absent. */
  abstract delete(key: string): Promise<void>;

  /** All whole objects, in no order, and what was left half written, under keys that begin with `.tmp/`. */
  abstract list(): AsyncGenerator<StoredObject>;
}

const KEY = /^(?:[a-z0-9_-][a-z0-9._-]*)(?:\/[a-z0-9_-][a-z0-9._-]*)*$/;

export const isObjectKey = (key: string) => KEY.test(key);

/** Throws for a key that could lead elsewhere. */
export function assertObjectKey(key: string): void {
  if (!isObjectKey(key)) throw new Error('An object key has only segments of [a-z0-9._-]');
}
