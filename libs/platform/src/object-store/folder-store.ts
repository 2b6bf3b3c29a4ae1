import { randomUUID } from 'node:crypto';
import { access, chmod, constants, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { errorCodeOf } from '../error-code';
import {
  assertObjectKey,
  type ByteSpan,
  type FoundObject,
  LEFT_OVER,
  ObjectOvertaken,
  ObjectStore,
  ObjectStoreUnavailable,
  type StoredObject,
} from './object-store';

const TEMPORARY = LEFT_OVER.slice(0, -1);

export class FolderStore extends ObjectStore {
  private constructor(private readonly root: string) {
    super();
  }

  static async open(root: string): Promise<FolderStore> {
    try {
      await mkdir(path.join(root, TEMPORARY), { recursive: true, mode: 0o700 });
      // The folder has images of private projects, which other users of the machine must not read.
      for (const folder of [root, path.join(root, TEMPORARY)]) await chmod(folder, 0o700);
      await access(root, constants.W_OK);
      return new FolderStore(root);
    } catch (error) {
      throw new ObjectStoreUnavailable(`The object store's folder ${root} cannot be written`, { cause: error });
    }
  }

  override async check(): Promise<void> {
    await this.guard(() => access(path.join(this.root, TEMPORARY), constants.W_OK));
  }

  override async put(key: string, content: Buffer | Readable): Promise<void> {
    const target = this.locate(key);
    const temporary = path.join(this.root, TEMPORARY, randomUUID());
    await this.guard(async () => {
      try {
        const file = await open(temporary, 'wx', 0o600);
        try {
          await writeFile(file, content);
          await file.sync();
        } finally {
          await file.close();
        }
        await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
        await rename(temporary, target);
        await this.syncFolders(path.dirname(target));
      } catch (error) {
        if (content instanceof Readable) content.destroy();
        await rm(temporary, { force: true }).catch(() => undefined);
        throw error;
      }
    });
  }

  override async get(key: string): Promise<FoundObject | null> {
    const target = this.locate(key);
    return this.guard(async () => {
      try {
        const { size, ino } = await stat(target);
        return { bytes: size, read: (range) => this.read(target, ino, range) };
      } catch (error) {
        if (isAbsent(error)) return null;
        throw error;
      }
    });
  }

  override async delete(key: string): Promise<void> {
    const target = key.startsWith(LEFT_OVER) ? path.join(this.root, TEMPORARY, path.basename(key)) : this.locate(key);
    await this.guard(() => rm(target, { force: true }));
  }

  override async *list(): AsyncGenerator<StoredObject> {
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

  /** The bytes are complete even if the file is deleted or replaced meanwhile. */
  private read(target: string, ino: number, range?: ByteSpan): Promise<Readable> {
    return this.guard(async () => {
      const file = await open(target, 'r').catch((error: unknown) => {
        if (isAbsent(error)) throw new ObjectOvertaken('An object was removed just before it was read');
        throw error;
      });
      if ((await file.stat()).ino === ino) return file.createReadStream(range);
      await file.close();
      throw new ObjectOvertaken('An object was written anew just before it was read');
    });
  }

  /** Syncs the folders above too, because each may be new. */
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
    assertObjectKey(key);
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
const DISK_FAULTS = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
  'EIO',
  'EMFILE',
  'ENFILE',
  'ENOENT',
  'ENOTDIR',
]);
const isDiskFault = (error: unknown) => DISK_FAULTS.has(errorCodeOf(error));
