import type { Readable } from 'node:stream';
import { type FoundObject, ObjectStore, type StoredObject } from './object-store';

/**
 * Two stores while objects move from one to the other: all is written to the first, and what it lacks is read from the second. Processes that have them in
 * either order see the same objects, so that one can be restarted after the other.
 */
export class StorePair extends ObjectStore {
  constructor(
    private readonly first: ObjectStore,
    private readonly second: ObjectStore,
  ) {
    super();
  }

  override async check(): Promise<void> {
    await Promise.all([this.first.check(), this.second.check()]);
  }

  override put(key: string, content: Buffer | Readable): Promise<void> {
    return this.first.put(key, content);
  }

  override async get(key: string): Promise<FoundObject | null> {
    return (await this.first.get(key)) ?? (await this.second.get(key));
  }

  /** The second first: what is half deleted is still found in the first, and deleted when it is tried again. */
  override async delete(key: string): Promise<void> {
    await this.second.delete(key);
    await this.first.delete(key);
  }

  override async *list(): AsyncGenerator<StoredObject> {
    yield* this.first.list();
    yield* this.second.list();
  }
}
