import { createHash } from 'node:crypto';
import { CONFIG_FILE, type ProjectFiles } from '@shipyard/project-folder';

/** The SHA-256 of each image of a folder, by its path. Unlike a whole check, it takes a folder that is half written. */
export function imageHashes(files: ProjectFiles): Map<string, string> {
  return new Map(
    [...files]
      .filter(([file]) => file !== CONFIG_FILE && !file.endsWith('.md'))
      .map(([file, bytes]) => [file.normalize('NFC'), createHash('sha256').update(bytes).digest('hex')]),
  );
}
