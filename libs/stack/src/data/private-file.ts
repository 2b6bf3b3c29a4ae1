import { chmodSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { errorCodeOf } from '@shipyard/platform/error-code';

export function writePrivateJson(file: string, value: unknown): void {
  const draft = `${file}.${randomUUID()}`;
  try {
    writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    chmodSync(draft, 0o600);
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

export function readJson(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${file} is damaged (not JSON): put back a good copy, or set another DATA_DIR`);
  }
}

export function textAt(value: unknown, ...path: string[]): string | undefined {
  let at = value;
  for (const key of path) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = Object.entries(at).find(([name]) => name === key)?.[1];
  }
  return typeof at === 'string' ? at : undefined;
}

export function isMissing(error: unknown): boolean {
  return errorCodeOf(error) === 'ENOENT';
}
