import { readFile } from 'node:fs/promises';
import { StalledBody, waitUntil } from '@shipyard/testing';
import { type Bench, withStacks } from './bench-stack';
import { HttpConnection, requestBytes } from './http-connection';

const KEYS = 900_000;
const BODIES = 20;
const BODIES_QUICKLY = 3;
const STALLED = 100;
const STALLED_BYTES = 640 * 1024;
const PROBED_FOR_MS = 2_000;
const FLOOD = 200;
const FLOOD_BYTES = 20 * 1024 * 1024;
const FLOOD_PROBED_EVERY_MS = 20;

export interface BodiesRow {
  path: string;
  alone: Latency;
  beside: Latency;
  statuses: number[];
  stalled: { clients: number; refused: number; heldMiB: number; residentGrowthMiB: number | null };
}

export interface FloodRow {
  path: string;
  clients: number;
  bytesEach: number;
  statuses: Record<number, number>;
  residentMiB: { before: number; most: number } | null;
}

interface Latency {
  asked: number;
  p50Ms: number;
  mostMs: number;
}

export function measureBodies(bench: Bench): Promise<BodiesRow[]> {
  return withStacks(bench, async (_, openStack) => {
    const { stack, credentials, pids } = await openStack();
    const { submissionUrl, gatewayUrl } = stack.addresses;
    const participant = credentials.participant.token;
    const targets: Target[] = [
      { origin: submissionUrl, path: '/api/v1/projects/sync', token: participant, pid: pids.submission },
      { origin: gatewayUrl, path: '/v1/chat/completions', token: credentials.enterprise_key, pid: pids.gateway },
      { origin: gatewayUrl, path: '/v1/images/generations', token: credentials.enterprise_key, pid: pids.gateway },
    ];
    const rows: BodiesRow[] = [];
    for (const target of targets) {
      bench.report(`Measuring: bodies to ${target.path}`);
      bench.stopping.throwIfAborted();
      const alone = await probe(target, () => new Promise((resolve) => setTimeout(resolve, PROBED_FOR_MS)));
      const statuses: number[] = [];
      const beside = await probe(target, () => sendManyKeys(target, bench.quick ? BODIES_QUICKLY : BODIES, statuses));
      rows.push({ path: target.path, alone, beside, statuses: [...new Set(statuses)], stalled: await stall(target) });
    }
    return rows;
  });
}

export function measureFlood(bench: Bench): Promise<FloodRow> {
  return withStacks(bench, async (_, openStack) => {
    const { stack, credentials, pids } = await openStack();
    const target: Target = {
      origin: stack.addresses.gatewayUrl,
      path: '/v1/chat/completions',
      token: credentials.enterprise_key,
      pid: pids.gateway,
    };
    bench.report(`Measuring: ${FLOOD} bodies of 20 MiB at once to ${target.path}`);
    const around = ['{"model":"sandbox-chat","messages":[{"role":"user","content":"', '"}]}'] as const;
    const content = 'a'.repeat(FLOOD_BYTES - around.join('').length);
    const request = requestBytes(
      { origin: target.origin, method: 'POST', headers: headersOf(target), body: around.join(content) },
      target.path,
    );
    const before = await residentMiB(target.pid);
    let most = before;
    const watching = setInterval(() => {
      void residentMiB(target.pid).then((now) => (most = now === null || most === null ? null : Math.max(most, now)));
    }, FLOOD_PROBED_EVERY_MS);
    const statuses: Record<number, number> = {};
    const send = async () => {
      const connection = await HttpConnection.open(target.origin);
      // The connection of a refused client may close while it sends. That counts as status 0.
      const status = await connection.ask(request).catch(() => 0);
      statuses[status] = (statuses[status] ?? 0) + 1;
      connection.close();
    };
    await Promise.all(Array.from({ length: FLOOD }, send)).finally(() => clearInterval(watching));
    return {
      path: target.path,
      clients: FLOOD,
      bytesEach: FLOOD_BYTES,
      statuses,
      residentMiB: before === null || most === null ? null : { before, most },
    };
  });
}

interface Target {
  origin: string;
  path: string;
  token: string;
  pid: number;
}

async function probe({ origin }: Target, work: () => Promise<void>): Promise<Latency> {
  const connection = await HttpConnection.open(origin);
  const request = requestBytes({ origin, method: 'GET', headers: {} }, '/health');
  const latencies: number[] = [];
  let isOver = false;
  const working = work().finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const askedAt = performance.now();
    await connection.ask(request);
    latencies.push(performance.now() - askedAt);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await working;
  connection.close();
  const sorted = latencies.sort((one, other) => one - other);
  return { asked: sorted.length, p50Ms: sorted[Math.floor(sorted.length / 2)] ?? NaN, mostMs: sorted.at(-1) ?? NaN };
}

const headersOf = ({ token }: Target) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });

async function sendManyKeys(target: Target, bodies: number, statuses: number[]): Promise<void> {
  const keys = Array.from({ length: KEYS }, (_, at) => `"${at.toString(36).padStart(4, 'z')}":1`);
  const request = requestBytes(
    { origin: target.origin, method: 'POST', headers: headersOf(target), body: `{${keys.join(',')}}` },
    target.path,
  );
  for (let body = 0; body < bodies; body += 1) {
    const connection = await HttpConnection.open(target.origin);
    statuses.push(await connection.ask(request));
    connection.close();
  }
}

async function stall(target: Target): Promise<BodiesRow['stalled']> {
  const before = await residentMiB(target.pid);
  const headers = { ...headersOf(target), 'content-length': String(8 * 1024 * 1024) };
  const beginning = Buffer.from(`{"a":"${'x'.repeat(STALLED_BYTES)}`);
  const clients: StalledBody[] = [];
  try {
    for (let client = 0; client < STALLED; client += 1)
      clients.push(await StalledBody.send(target.origin, 'POST', target.path, headers, beginning));
    const held = () => clients.filter(({ status }) => status === null).length * STALLED_BYTES;
    const heldBytes = await waitUntil(
      () => Promise.resolve(held()),
      (bytes) => bytes <= 32 * 1024 * 1024,
      { giveUpAfterMs: 10_000 },
    ).catch(held);
    const after = await residentMiB(target.pid);
    return {
      clients: STALLED,
      refused: clients.filter(({ status }) => status !== null).length,
      heldMiB: heldBytes / 1024 / 1024,
      residentGrowthMiB: before === null || after === null ? null : after - before,
    };
  } finally {
    for (const client of clients) client.leave();
  }
}

async function residentMiB(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / 1024;
}
