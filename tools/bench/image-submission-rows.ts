import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Bench, withStacks } from './bench-stack';
import { catalogOf, chat } from './gateway-rows';
import { BENCH_IMAGE } from './image-rows';
import type { Load, LoadResult } from './load';
import { payersOf } from './paying-customers';

const CHATS_PER_SECOND = 50;
const SUBMISSIONS_AT_ONCE = 24;

interface Waits {
  p50Ms: number;
  p99Ms: number;
}

export interface SubmissionsRow {
  submissionsAtOnce: number;
  submitted: number;
  alone: Waits;
  beside: Waits;
  errors: number;
}

/** The chats of one customer, with and without another customer who submits image tasks as fast as they are taken. */
export function measureSubmissions(bench: Bench): Promise<SubmissionsRow> {
  return withStacks(bench, async (processes, openStack, folder) => {
    const supplier = await processes.startSupplier();
    const catalog = path.join(folder, 'catalog.yaml');
    await writeFile(catalog, catalogOf(supplier.origin) + BENCH_IMAGE);
    const opened = await openStack({ GATEWAY_CONFIG: catalog });
    await bench.cores.giveOwn(opened.pids.gateway);
    const origin = opened.stack.addresses.gatewayUrl;
    const rounds = bench.quick ? 1 : 5;
    const seconds = bench.quick ? 2 : 8;
    // A new customer each round, because tasks that nobody retrieves add up.
    const [chatting, ...submitting] = (await payersOf(opened, 2 + rounds, ['text', 'image'])).map(
      ({ secret }) => secret,
    );
    if (chatting === undefined) throw new Error('There is no customer');
    const chats: Load = {
      ...chat(origin, chatting, false),
      connections: 16,
      seconds,
      perSecond: CHATS_PER_SECOND,
    };
    const submitter = processes.driver();
    const results: { alone: LoadResult[]; beside: LoadResult[] } = { alone: [], beside: [] };
    let [submitted, errors] = [0, 0];
    for (const [round, key] of submitting.entries()) {
      bench.report(`Measuring: submissions of image tasks, ${round === 0 ? 'warm-up' : `round ${round}`}`);
      bench.stopping.throwIfAborted();
      const alone = await processes.drive(chats);
      const [beside, other] = await Promise.all([
        processes.drive(chats),
        submitter(submissionsTo(origin, key, seconds)),
      ]);
      if (round === 0) continue;
      results.alone.push(alone);
      results.beside.push(beside);
      submitted += other.answers;
      errors += alone.errors + beside.errors;
    }
    return {
      submissionsAtOnce: SUBMISSIONS_AT_ONCE,
      submitted,
      alone: medians(results.alone),
      beside: medians(results.beside),
      errors,
    };
  });
}

function submissionsTo(origin: string, key: string, seconds: number): Load {
  return {
    origin,
    method: 'POST',
    paths: ['/v1/images/tasks'],
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'bench-image', prompt: 'A lighthouse' }),
    connections: SUBMISSIONS_AT_ONCE,
    seconds,
    perSecond: null,
  };
}

function medians(results: LoadResult[]): Waits {
  const median = (values: number[]) =>
    [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;
  return { p50Ms: median(results.map(({ p50Ms }) => p50Ms)), p99Ms: median(results.map(({ p99Ms }) => p99Ms)) };
}
