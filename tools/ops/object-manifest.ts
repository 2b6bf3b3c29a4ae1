import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Service } from './object-rows';

export interface ManifestEntry {
  service: Service;
  key: string;
  bytes: number;
  sha256: string;
}

/** One object a line, so that no backup is too large to be read. */
export async function writeManifest(file: string, entries: Iterable<ManifestEntry>): Promise<void> {
  const lines = function* () {
    for (const { service, key, bytes, sha256 } of entries) yield `${JSON.stringify({ service, key, bytes, sha256 })}\n`;
  };
  await pipeline(Readable.from(lines()), createWriteStream(file, { mode: 0o600, flags: 'wx' }));
}

export async function* readManifest(file: string): AsyncGenerator<ManifestEntry> {
  let line = 0;
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    line += 1;
    const entry: unknown = JSON.parse(text);
    if (!isEntry(entry)) throw new Error(`Line ${line} of ${file} does not name an object`);
    yield entry;
  }
}

function isEntry(value: unknown): value is ManifestEntry {
  return (
    typeof value === 'object' &&
    value !== null &&
    'service' in value &&
    (value.service === 'submission' || value.service === 'gateway') &&
    'key' in value &&
    typeof value.key === 'string' &&
    'bytes' in value &&
    typeof value.bytes === 'number' &&
    'sha256' in value &&
    typeof value.sha256 === 'string'
  );
}

export async function hashOfFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
