import { existsSync } from 'node:fs';
import path from 'node:path';
import { CONFIG_FILE } from '@shipyard/project-folder';

/** Looks in a folder and those above it, as Git does. */
export function findProjectFolder(start: string): string | null {
  for (let folder = start; ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, CONFIG_FILE))) return folder;
    if (path.dirname(folder) === folder) return null;
  }
}
