import type { LookupAddress } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

/** Reads the addresses by name. A file that cannot be read has none. */
export async function readHostsFile(file: string): Promise<Map<string, LookupAddress[]>> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const found = new Map<string, LookupAddress[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = (line.split('#')[0] ?? '').trim().split(/\s+/);
    const family = isIP(address);
    if (family === 0) continue;
    for (const name of names) {
      const key = name.toLowerCase();
      found.set(key, [...(found.get(key) ?? []), { address, family }]);
    }
  }
  return found;
}
