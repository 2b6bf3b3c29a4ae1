import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isJsonObject } from '@shipyard/platform/json-object';
import type { StoredObject } from '@shipyard/platform/object-store';

export class MoveJournal {
  private readonly entries = new Map<string, string>();

  constructor(private readonly file: string) {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    for (const line of text.split('\n')) this.read(line);
    if (text !== '' && !text.endsWith('\n')) appendFileSync(file, '\n');
  }

  has(object: StoredObject): boolean {
    return this.entries.get(object.key) === stateOf(object);
  }

  add(object: StoredObject, sha256: string): void {
    this.entries.set(object.key, stateOf(object));
    appendFileSync(this.file, `${JSON.stringify({ key: object.key, state: stateOf(object), sha256 })}\n`, {
      mode: 0o600,
    });
  }

  private read(line: string): void {
    try {
      const entry: unknown = JSON.parse(line);
      if (isJsonObject(entry) && typeof entry.key === 'string' && typeof entry.state === 'string')
        this.entries.set(entry.key, entry.state);
    } catch {
      // The line is partial. Its object is compared again.
    }
  }
}

const stateOf = ({ bytes, modifiedAt }: StoredObject) => `${bytes} ${modifiedAt.toISOString()}`;
