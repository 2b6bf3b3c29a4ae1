import { chmodSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { errorCodeOf } from '@shipyard/platform/error-code';

export function openDataFolder(dataDir: string): void {
  const probe = path.join(dataDir, `.probe-${process.pid}`);
  try {
    if (!existsSync(dataDir)) {
      mkdirSync(dataDir, { recursive: true });
      chmodSync(dataDir, 0o700);
    }
    // As root, the embedded Postgres runs as nobody, who must reach its own folder but not list this one.
    const { mode } = statSync(dataDir);
    if (process.getuid?.() === 0 && (mode & 0o001) === 0) chmodSync(dataDir, (mode & 0o7777) | 0o011);
    writeFileSync(probe, '');
    rmSync(probe);
    mkdirSync(path.join(dataDir, 'logs'), { recursive: true });
  } catch (error) {
    const code = errorCodeOf(error) || String(error);
    throw new Error(
      `DATA_DIR: ${dataDir} is not writable (${code}): make it writable for this user, or set another DATA_DIR`,
    );
  }
}
