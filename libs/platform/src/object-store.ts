import { createReadStream } from 'node:fs';
import { access, chmod, constants, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { errorCodeOf } from './error-code';

/** The store's folder or disk does not answer. */
export class ObjectStoreUnavailable extends Error {}

export interface StoredObject {
  key: string;
  bytes: number;
  modifiedAt: Date;
}

const TEMPORARY = '.tmp';

/**
 * Keeps bytes under keys (`a/b/c`, of `[a-z0-9._-]` segments) in a local folder.
 * A key is either absent or whole: bytes are written beside it, forced to disk, then renamed. What was put outlives a power cut, so that a row
 * may name it.
 */
export class ObjectStore {
  constructor(private readonly root: string) {}

  /** Makes the folder and proves that it can be written. */
  async open(): Promise<void> {
    try {
      await mkdir(path.join(this.root, TEMPORARY), { recursive: true });
      // Pictures of private projects lie here: other users of the machine need not see them.
      await chmod(this.root, 0o700);
      await access(this.root, constants.W_OK);
    } catch (error) {
      throw new ObjectStoreUnavailable(`The object store's folder ${this.root} cannot be written`, { cause: error });
    }
  }

  /** Answers when the store takes writes, else throws ObjectStoreUnavailable. */
  async check(): Promise<void> {
    await this.guard(() => access(path.join(this.root, TEMPORARY), constants.W_OK));
  }

  async put(key: string, content: Buffer | Readable): Promise<void> {
    const target = this.locate(key);
    const temporary = path.join(this.root, TEMPORARY, randomUUID());
    await this.guard(async () => {
      try {
        const file = await open(temporary, 'wx');
        try {
          await writeFile(file, content);
          await file.sync();
        } finally {
          await file.close();
        }
        await mkdir(path.dirname(target), { recursive: true });
        await rename(temporary, target);
        await this.syncFolders(path.dirname(target));
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => undefined);
        throw error;
      }
    });
  }

  /** Size and a stream (of the inclusive byte range, if given); null when the key is absent. */
  async get(key: string): Promise<{ bytes: number; read(range?: { start: number; end: number }): Readable } | null> {
    const target = this.locate(key);
    return this.guard(async () => {
      try {
        const { size } = await stat(target);
        return { bytes: size, read: (range) => createReadStream(target, range) };
      } catch (error) {
        if (isAbsent(error)) return null;
        throw error;
      }
    });
  }

  /** Takes any key that `list` gives. Also answers when it was absent. */
  async delete(key: string): Promise<void> {
    const leftOver = key.startsWith(`${TEMPORARY}/`) ? key.slice(TEMPORARY.length + 1) : null;
    const target = leftOver === null ? this.locate(key) : path.join(this.root, TEMPORARY, path.basename(leftOver));
    await this.guard(() => rm(target, { force: true }));
  }

  /** All whole objects, in no order, and left-over temporary files under keys that begin with `.tmp/`. */
  async *list(): AsyncGenerator<StoredObject> {
    const folders = [''];
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      const here = folder;
      const entries = await this.guard(() => readdir(path.join(this.root, here), { withFileTypes: true }));
      for (const entry of entries) {
        const key = here === '' ? entry.name : `${here}/${entry.name}`;
        if (entry.isDirectory()) folders.push(key);
        else {
          const found = await stat(path.join(this.root, key)).catch(() => null);
          if (found) yield { key, bytes: found.size, modifiedAt: found.mtime };
        }
      }
    }
  }

  /** Forces a name to disk, and those of the folders that lead to it: each may be new, made here or by a put at the same time. */
  private async syncFolders(lowest: string): Promise<void> {
    for (let folder = lowest; folder.startsWith(this.root); folder = path.dirname(folder)) {
      const opened = await open(folder, 'r');
      try {
        await opened.sync();
      } finally {
        await opened.close();
      }
    }
  }

  private locate(key: string): string {
    if (!/^(?:[a-z0-9_-][a-z0-9._-]*)(?:\/[a-z0-9_-][a-z0-9._-]*)*$/.test(key)) throw new Error('An object key has only segments of [a-z0-9._-]');
    return path.join(this.root, key);
  }

  private async guard<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (isDiskFault(error)) throw new ObjectStoreUnavailable('The object store cannot be used', { cause: error });
      throw error;
    }
  }
}

const isAbsent = (error: unknown) => errorCodeOf(error) === 'ENOENT';
const DISK_FAULTS = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EMFILE', 'ENFILE', 'ENOENT', 'ENOTDIR']);
const isDiskFault = (error: unknown) => DISK_FAULTS.has(errorCodeOf(error));
