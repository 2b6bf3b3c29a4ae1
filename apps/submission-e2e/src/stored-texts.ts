import { readFileSync } from 'node:fs';
import type { JoinedStack } from '@shipyard/testing';
import type { Redis } from 'ioredis';

/** All encodings of a text: plain, escaped in JSON or a URL, hex, base64 and UTF-16. */
function spellings(text: string): Buffer[] {
  const escaped = text.replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const bytes = Buffer.from(text);
  const texts = [
    text,
    escaped,
    encodeURIComponent(text),
    bytes.toString('hex'),
    bytes.toString('base64').replace(/={1,2}$/, ''),
  ];
  return [...texts.map((each) => Buffer.from(each)), Buffer.from(text, 'utf16le')];
}

export const holdsText = (place: Buffer, text: string) => spellings(text).some((spelling) => place.includes(spelling));

/** Every row of every table, with bytes as hex, like a dump. */
export async function readDatabase(stack: JoinedStack, service: 'submission' | 'gateway'): Promise<Buffer> {
  const tables = await stack.query(
    service,
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );
  const rows: string[] = [];
  for (const { name } of tables)
    for (const { row } of await stack.query(service, `SELECT whole::text AS row FROM ${String(name)} whole`))
      rows.push(String(row));
  return Buffer.from(rows.join('\n'));
}

export async function readRedis(redis: Redis): Promise<Buffer> {
  const values: unknown[] = [];
  for (const key of await redis.keys('*')) {
    const type = await redis.type(key);
    // It expired, or was deleted, since the keys were listed.
    if (type === 'none') continue;
    const read: Record<string, () => Promise<unknown>> = {
      string: () => redis.get(key),
      hash: () => redis.hgetall(key),
      list: () => redis.lrange(key, 0, -1),
      set: () => redis.smembers(key),
      zset: () => redis.zrange(key, 0, -1),
      stream: () => redis.xrange(key, '-', '+'),
    };
    const value = read[type];
    if (!value) throw new Error(`Nothing reads a key of Redis that is a ${type}`);
    values.push(key, await value());
  }
  return Buffer.from(JSON.stringify(values));
}

/** A server may remove its files at any moment. */
export function readFileOrNull(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}
