import type { ProjectFiles } from '../types';

export const NOW = new Date('2026-05-06T12:00:00Z');

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A PNG by its header, with `mark` behind it. */
export function imageBytes(mark: string, width = 8, height = 8): Uint8Array {
  const header = Buffer.alloc(33);
  header.write('\x89PNG\r\n\x1a\n', 'latin1');
  header.writeUInt32BE(13, 8);
  header.write('IHDR', 12, 'latin1');
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  return Uint8Array.from([...header, ...bytesOf(mark)]);
}

export const CONFIG = 'program: demo\nslug: lamp\nname: Lamp\n';

export function projectOf(files: Readonly<Record<string, string | Uint8Array>>): ProjectFiles {
  const all = { 'shipyard.yaml': CONFIG, ...files };
  return new Map(Object.entries(all).map(([path, file]) => [path, typeof file === 'string' ? bytesOf(file) : file]));
}
