import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import type { RunningRecord } from '../data/running-record';

/*
 * Below the ranges from which Linux (32768 and up) and macOS (49152 and up) take the near ends of outgoing connections. A client that
 * keeps calling a closed port of those ranges may in the end be given that very port, meet itself, and so keep the server from coming back.
 */
const LOWEST = 20_000;
const HIGHEST = 32_000;
/** Each process picks in a range of its own, so that two that pick at once seldom meet before their servers listen. */
const RANGES = 24;
const RANGE = (HIGHEST - LOWEST) / RANGES;
const RANGE_STARTS_AT = LOWEST + (process.pid % RANGES) * RANGE;

/** What this process was given, and may not listen on yet. */
const given = new Set<number>();

/** The system's code for why nobody can listen there (`EADDRINUSE` …); null when one can. */
export async function findListenFault(port: number, host = '127.0.0.1'): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(null)));
  });
}

/** The first of `count` free loopback ports in a row. */
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

/** The port that a server of this data had before, when it is still free, so that addresses survive a restart. */
export async function keepPort(record: RunningRecord, server: string): Promise<number> {
  const before = record.port(server);
  const port = before !== undefined && (await findListenFault(before)) === null ? before : await pickFreePort();
  record.keepPort(server, port);
  return port;
}
