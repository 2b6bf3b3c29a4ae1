import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import type { RunningRecord } from '../data/running-record';

/** Below the ephemeral ports, where a client of a closed port could connect to itself and occupy it. */
const LOWEST = 20_000;
const HIGHEST = 32_000;
/** Each process has its own range, so that two rarely collide. */
const RANGES = 24;
const RANGE = (HIGHEST - LOWEST) / RANGES;
const RANGE_STARTS_AT = LOWEST + (process.pid % RANGES) * RANGE;

const given = new Set<number>();

export async function findListenFault(port: number, host = '127.0.0.1'): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(null)));
  });
}

export async function pickFreePort(count = 1): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (given.size > RANGE / 2) given.clear();
    const first = RANGE_STARTS_AT + randomInt(0, RANGE - count);
    const row = Array.from({ length: count }, (_, index) => first + index);
    if (row.some((port) => given.has(port))) continue;
    for (const port of row) given.add(port);
    const faults = await Promise.all(row.map((port) => findListenFault(port)));
    if (faults.every((fault) => fault === null)) return first;
  }
  throw new Error(`No ${count} free ports in a row between ${RANGE_STARTS_AT} and ${RANGE_STARTS_AT + RANGE}`);
}

/** Keeps the previous port if it is free, so that URLs survive a restart. */
export async function keepPort(record: RunningRecord, server: string): Promise<number> {
  const before = record.port(server);
  const port = before !== undefined && (await findListenFault(before)) === null ? before : await pickFreePort();
  record.keepPort(server, port);
  return port;
}
