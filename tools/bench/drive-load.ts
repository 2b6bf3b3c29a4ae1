import { createHistogram } from 'node:perf_hooks';
import { HttpConnection, requestBytes } from './http-connection';
import type { Load, LoadResult } from './load';

process.on('message', (load: Load) => {
  void driveLoad(load).then((result) => process.send?.(result));
});
process.once('disconnect', () => process.exit(0));

const LATE_AFTER_NS = 2_000_000n;

interface Tally {
  latency: ReturnType<typeof createHistogram>;
  answers: number;
  errors: number;
  sent: number;
  late: number;
}

async function driveLoad(load: Load): Promise<LoadResult> {
  const connections = await Promise.all(
    Array.from({ length: load.connections }, () => HttpConnection.open(load.origin)),
  );
  const requests = callersOf(load).flatMap((caller) => load.paths.map((path) => requestBytes(caller, path)));
  const tally: Tally = { latency: createHistogram(), answers: 0, errors: 0, sent: 0, late: 0 };
  const startedAt = process.hrtime.bigint();
  const cpuBefore = process.cpuUsage();
  if (load.perSecond === null) await driveAtWill(connections, requests, load.seconds, tally);
  else await driveAtRate(connections, requests, load.perSecond, load.seconds, tally);
  const seconds = Number(process.hrtime.bigint() - startedAt) / 1e9;
  const { user, system } = process.cpuUsage(cpuBefore);
  for (const connection of connections) connection.close();
  return {
    answers: tally.answers,
    errors: tally.errors,
    perSecond: tally.answers / seconds,
    p50Ms: tally.latency.percentile(50) / 1e6,
    p99Ms: tally.latency.percentile(99) / 1e6,
    mostMs: tally.latency.max / 1e6,
    loadCpuShare: (user + system) / 1e6 / seconds,
    lateShare: tally.sent === 0 ? 0 : tally.late / tally.sent,
  };
}

function callersOf(load: Load): Load[] {
  if (load.keys !== undefined)
    return load.keys.map((key) => ({ ...load, headers: { ...load.headers, authorization: `Bearer ${key}` } }));
  if (load.addresses === undefined) return [load];
  return Array.from({ length: load.addresses }, (_, at) => ({
    ...load,
    headers: { ...load.headers, 'x-forwarded-for': `198.18.${at >> 8}.${at & 255}` },
  }));
}

async function ask(connection: HttpConnection, requests: Buffer[], tally: Tally, askedAt: bigint): Promise<boolean> {
  const request = requests[tally.sent % requests.length];
  tally.sent += 1;
  if (request === undefined) return false;
  try {
    const status = await connection.ask(request);
    tally.latency.record(process.hrtime.bigint() - askedAt);
    tally.answers += 1;
    if (status >= 400) tally.errors += 1;
    return true;
  } catch {
    tally.errors += 1;
    return false;
  }
}

async function driveAtWill(
  connections: HttpConnection[],
  requests: Buffer[],
  seconds: number,
  tally: Tally,
): Promise<void> {
  const endsAt = process.hrtime.bigint() + BigInt(Math.round(seconds * 1e9));
  const drive = async (connection: HttpConnection) => {
    for (let now = process.hrtime.bigint(); now < endsAt; now = process.hrtime.bigint()) {
      if (!(await ask(connection, requests, tally, now))) return;
    }
  };
  await Promise.all(connections.map(drive));
}

async function driveAtRate(
  connections: HttpConnection[],
  requests: Buffer[],
  perSecond: number,
  seconds: number,
  tally: Tally,
): Promise<void> {
  const total = Math.round(perSecond * seconds);
  const intervalNs = 1e9 / perSecond;
  const startedAt = process.hrtime.bigint();
  const dueAt = (index: number) => startedAt + BigInt(Math.round(index * intervalNs));
  const idle = [...connections];
  const waiting: bigint[] = [];
  const running = new Set<Promise<void>>();

  async function use(connection: HttpConnection, askedAt: bigint): Promise<void> {
    for (let next: bigint | undefined = askedAt; next !== undefined; next = waiting.shift()) {
      if (!(await ask(connection, requests, tally, next))) return;
    }
    idle.push(connection);
  }

  for (let index = 0; index < total;) {
    const now = process.hrtime.bigint();
    for (; index < total && dueAt(index) <= now; index += 1) {
      if (now - dueAt(index) > LATE_AFTER_NS) tally.late += 1;
      const connection = idle.shift();
      if (connection === undefined) {
        waiting.push(now);
        continue;
      }
      const used = use(connection, now).finally(() => running.delete(used));
      running.add(used);
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(running);
  tally.errors += waiting.length;
}
