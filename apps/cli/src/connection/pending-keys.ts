import { createHmac, randomUUID } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCodeOf } from '@shipyard/platform/error-code';
import { makePrivateFolder } from '../settings/config-folder';

/** The service replays a response for 24 hours. A little less, so that a key is never used at that edge. */
const KEPT_MS = 23 * 3600 * 1000;

export interface SentRequest {
  method: string;
  url: string;
  contentType: string;
  authorization: string;
  body: Uint8Array;
}

/** Idempotency-Keys of requests without an answer, one file each, so that processes share them without a lock. */
export class PendingKeys {
  private readonly folder: string;

  constructor(configFolder: string) {
    this.folder = path.join(configFolder, 'pending');
  }

  /** Returns the key of an equal request that got no answer, else a new one. */
  async keyFor(request: SentRequest): Promise<string> {
    const file = this.fileOf(request);
    const fresh = randomUUID();
    try {
      await makePrivateFolder(this.folder);
      await this.removeOld();
      await writeFile(file, fresh, { flag: 'wx', mode: 0o600 });
      return fresh;
    } catch (error) {
      if (errorCodeOf(error) !== 'EEXIST') return fresh;
      const kept = await readFile(file, 'utf8').catch(() => '');
      // Another process may be writing it just now.
      return kept.length === fresh.length ? kept : fresh;
    }
  }

  async answered(request: SentRequest): Promise<void> {
    await rm(this.fileOf(request), { force: true }).catch(() => undefined);
  }

  /** The hash has a secret, because an address for a parcel could be guessed from a plain one. */
  private fileOf({ method, url, contentType, authorization, body }: SentRequest): string {
    // The boundary of a form is random, and all else of it is the same in each attempt.
    const boundary = /boundary="?([^";]+)/.exec(contentType)?.[1];
    const content = boundary === undefined ? body : Buffer.from(body).toString('latin1').replaceAll(boundary, '');
    const hash = createHmac('sha256', authorization).update(`${method} ${url}\n`).update(content);
    return path.join(this.folder, hash.digest('hex'));
  }

  private async removeOld(): Promise<void> {
    const oldest = Date.now() - KEPT_MS;
    for (const name of await readdir(this.folder)) {
      const file = path.join(this.folder, name);
      const found = await stat(file).catch(() => null);
      if (found && found.mtimeMs < oldest) await rm(file, { force: true });
    }
  }
}
