import { mkdir, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { startTestStack, type TestStack } from '@shipyard/testing';
import { type HostileReport, soakHostile } from '@shipyard/testing/hostile';

const SLOWEST_MS = 5_000;

const PROCESSES = ['submission', 'submission worker', 'gateway', 'gateway worker'];
const MEMORY = { factor: 1.5, extraMb: 64 };
const HEAP = { factor: 1.5, extraMb: 32 };
const FILES_EXTRA = 40;
const IDLE_MS = 60_000;
const LOOK_EVERY_MS = 2_000;

export interface HostileOptions {
  requests: number;
  seed: number;
  atOnce: number;
}

interface Footprint {
  rssMb: number;
  heapMb: number;
  openFiles: number;
  startedAt: number;
}

/**
 * Sends hostile requests to a stack of its own:
 * 1. Send a tenth of the requests as a warm-up, and measure each process when idle.
 * 2. Send the rest and measure again.
 * 3. Print the figures and write dist/hostile-soak.json. Returns whether nothing broke.
 */
export async function runHostileSoak({ requests, seed, atOnce }: HostileOptions): Promise<boolean> {
  print(`Hostile soak: ${requests} requests, ${atOnce} at once. --seed ${seed} repeats it.`);
  const stack = await startTestStack();
  try {
    const startedAt = Date.now();
    const warmUp = Math.ceil(requests / 10);
    const first = await soakHostile(stack, {
      requests: warmUp,
      seed,
      atOnce,
      slowestMs: SLOWEST_MS,
      onProgress: progress(0, requests, startedAt),
      onTrouble,
    });
    const before = await idleFootprints(stack);
    const second = await soakHostile(stack, {
      requests: requests - warmUp,
      seed: seed + 1,
      atOnce,
      slowestMs: SLOWEST_MS,
      onProgress: progress(warmUp, requests, startedAt),
      onTrouble,
    });
    const after = await idleFootprints(stack);
    const faults = [
      ...troublesIn(first, 'warm-up', seed),
      ...troublesIn(second, 'soak', seed + 1),
      ...comparedFootprints(before, after),
      ...(await unreadyServices(stack)),
    ];
    printTallies([first, second]);
    const minutes = (Date.now() - startedAt) / 60_000;
    print(
      `${requests} requests in ${minutes.toFixed(1)} min; 503 on purpose ${first.deliberate + second.deliberate}; upstream errors ${first.upstream + second.upstream}; faults ${faults.length}`,
    );
    await mkdir('dist', { recursive: true });
    const tallies = [first, second].map((report) => Object.fromEntries(report.tallies));
    await writeFile(
      'dist/hostile-soak.json',
      `${JSON.stringify({ requests, seed, minutes, before, after, faults, tallies }, null, 2)}\n`,
    );
    for (const fault of faults.slice(0, 20)) print(`\nFAULT ${fault}`);
    return faults.length === 0;
  } finally {
    await stack.stop();
  }
}

const onTrouble = ({ number, why, request }: HostileReport['troubles'][number]) =>
  print(`TROUBLE ${why}: request ${number}, ${request.split('\n')[0]}`);

function progress(offset: number, requests: number, startedAt: number) {
  return (done: number) => {
    const seconds = (Date.now() - startedAt) / 1_000;
    if ((offset + done) % 2_000 < 400) print(`${offset + done} of ${requests} after ${Math.round(seconds)} s`);
  };
}

const troublesIn = ({ troubles }: HostileReport, part: string, seed: number) =>
  troubles.map(
    ({ number, why, request, answer }) =>
      `${why}: request ${number} of the ${part} (seed ${seed})\n${request}\n--\n${answer}`,
  );

async function idleFootprints(stack: TestStack): Promise<Footprint[]> {
  let least = await footprints(stack);
  for (const endsAt = Date.now() + IDLE_MS; Date.now() < endsAt; await wait(LOOK_EVERY_MS)) {
    const now = await footprints(stack);
    least = least.map((one, at) => {
      const other = now[at] ?? one;
      return {
        rssMb: Math.min(one.rssMb, other.rssMb),
        heapMb: Math.min(one.heapMb, other.heapMb),
        openFiles: Math.min(one.openFiles, other.openFiles),
        startedAt: other.startedAt,
      };
    });
  }
  return least;
}

function footprints(stack: TestStack): Promise<Footprint[]> {
  return Promise.all(
    PROCESSES.map(async (_, at) => {
      const text = await (await fetch(`http://127.0.0.1:${(stack.view.metricsPort ?? 0) + at}/metrics`)).text();
      const read = (name: string) => Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1]);
      return {
        rssMb: read('process_resident_memory_bytes') / 2 ** 20,
        heapMb: read('nodejs_heap_size_used_bytes') / 2 ** 20,
        openFiles: read('process_open_fds'),
        startedAt: read('process_start_time_seconds'),
      };
    }),
  );
}

function comparedFootprints(before: Footprint[], after: Footprint[]): string[] {
  return PROCESSES.flatMap((name, at) => {
    const [one, other] = [before[at], after[at]];
    if (!one || !other) return [`${name}: no figures`];
    print(
      `${name}: RSS ${one.rssMb.toFixed(0)} -> ${other.rssMb.toFixed(0)} MB, heap ${one.heapMb.toFixed(0)} -> ${other.heapMb.toFixed(0)} MB, open files ${one.openFiles} -> ${other.openFiles}`,
    );
    return [
      ...(one.startedAt === other.startedAt ? [] : [`${name} died`]),
      ...(other.rssMb > one.rssMb * MEMORY.factor + MEMORY.extraMb
        ? [`${name} keeps its memory: ${one.rssMb} -> ${other.rssMb} MB`]
        : []),
      ...(other.heapMb > one.heapMb * HEAP.factor + HEAP.extraMb
        ? [`${name} keeps its heap: ${one.heapMb} -> ${other.heapMb} MB`]
        : []),
      ...(other.openFiles > one.openFiles + FILES_EXTRA
        ? [`${name} keeps files open: ${one.openFiles} -> ${other.openFiles}`]
        : []),
    ];
  });
}

async function unreadyServices({ submissionUrl, gatewayUrl }: TestStack): Promise<string[]> {
  const answers = await Promise.all(
    [submissionUrl, gatewayUrl].map(async (url) => ({ url, status: (await fetch(`${url}/readyz`)).status })),
  );
  return answers.flatMap(({ url, status }) => (status === 200 ? [] : [`${url} is not ready: ${status}`]));
}

function printTallies(reports: HostileReport[]): void {
  const labels = [...new Set(reports.flatMap(({ tallies }) => [...tallies.keys()]))].sort();
  for (const label of labels) {
    const tallies = reports.flatMap(({ tallies: each }) => each.get(label) ?? []);
    const statuses: Record<string, number> = {};
    for (const tally of tallies)
      for (const [status, count] of Object.entries(tally.statuses)) statuses[status] = (statuses[status] ?? 0) + count;
    const count = tallies.reduce((sum, tally) => sum + tally.count, 0);
    const mean = tallies.reduce((sum, tally) => sum + tally.totalMs, 0) / count;
    const slowest = Math.max(...tallies.map(({ slowestMs }) => slowestMs));
    print(
      `${label.padEnd(70)} ${String(count).padStart(6)}  mean ${mean.toFixed(0).padStart(5)} ms  slowest ${slowest.toFixed(0).padStart(5)} ms  ${Object.entries(
        statuses,
      )
        .map(([status, times]) => `${status}:${times}`)
        .join(' ')}`,
    );
  }
}

const print = (line: string) => void process.stdout.write(`${line}\n`);
