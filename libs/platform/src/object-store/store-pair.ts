import type { Readable } from 'node:stream';
import { type FoundObject, ObjectStore, type StoredObject } from './object-store';

/** Reads fall back to the second store, so either order works during a migration. */
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

  /** Deletes from the second store first, so that a partial failure can be retried. */
  override async delete(key: string): Promise<void> {
    await this.second.delete(key);
    await this.first.delete(key);
  }

  override async *list(): AsyncGenerator<StoredObject> {
    yield* this.first.list();
    yield* this.second.list();
  }
}
