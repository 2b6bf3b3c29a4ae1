import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeOwnFolder, OWN_FOLDER } from './base-file';

/** Files that wait beside a project until all of them are there. */
export class StagedFiles {
  private readonly waiting: { file: string; draft: string }[] = [];

  constructor(private readonly folder: string) {}

  async stage(file: string, bytes: Uint8Array): Promise<void> {
    await makeOwnFolder(this.folder);
    const draft = path.join(this.folder, OWN_FOLDER, `${randomUUID()}.tmp`);
    this.waiting.push({ file, draft });
    await writeFile(draft, bytes, { flag: 'wx' });
  }

  async move(write: (file: string, bytes: Uint8Array) => Promise<void>): Promise<void> {
    for (const { file, draft } of this.waiting) await write(file, await readFile(draft));
  }

  async remove(): Promise<void> {
    for (const { draft } of this.waiting) await rm(draft, { force: true });
  }
}
