import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pickFreePort, superviseService } from '@shipyard/stack';
import { type Bench, type BenchStack, withStacks } from './bench-stack';
import { catalogOf, chat } from './gateway-rows';
import type { LoadResult } from './load';
import { payersOf } from './paying-customers';

const OTHERS = 40;
const OF_OTHERS = 100;
const OF_HOT = 150;

export interface HotCustomerRow {
  alone: { p50Ms: number; p99Ms: number };
  besideMany: { p50Ms: number; p99Ms: number };
  besideHot: { p50Ms: number; p99Ms: number };
  errors: number;
}

export function measureHotCustomer(bench: Bench): Promise<HotCustomerRow> {
  return withStacks(bench, async (processes, openStack, folder) => {
    const supplier = await processes.startSupplier();
    const catalog = path.join(folder, 'catalog.yaml');
    await writeFile(catalog, catalogOf(supplier.origin));
    const opened = await openStack({ GATEWAY_CONFIG: catalog });
    const second = await startSecond(opened, folder);
    try {
      const origins = [opened.stack.addresses.gatewayUrl, second.origin] as const;
      const [hot, ...others] = (await payersOf(opened, 1 + 2 * OTHERS)).map(({ secret }) => secret);
      if (hot === undefined) throw new Error('There is no customer');
      const [measured, many] = [others.slice(0, OTHERS), others.slice(OTHERS)];
      const effort = { connections: 32, seconds: bench.quick ? 2 : 10 };
      const load = (origin: string, keys: string[], perSecond: number) => ({
        ...chat(origin, keys[0] ?? '', false),
        keys,
        perSecond,
        ...effort,
      });
      const drivers = [processes.driver(), processes.driver()];
      const round = async (beside: string[] | null): Promise<LoadResult[]> => {
        const loads =
          beside === null ? [] : drivers.map((driver, at) => driver(load(origins[at] ?? '', beside, OF_HOT)));
        return Promise.all([processes.drive(load(origins[0], measured, OF_OTHERS)), ...loads]);
      };
      const kinds = { alone: null, besideMany: many, besideHot: [hot] };
      const results: Record<keyof typeof kinds, LoadResult[]> = { alone: [], besideMany: [], besideHot: [] };
      let errors = 0;
      for (let at = 0; at <= (bench.quick ? 1 : 5); at += 1) {
        bench.report(`Measuring: a hot customer, ${at === 0 ? 'warm-up' : `round ${at}`}`);
        for (const kind of ['alone', 'besideMany', 'besideHot'] as const) {
          bench.stopping.throwIfAborted();
          const [result, ...rest] = await round(kinds[kind]);
          if (at === 0 || !result) continue;
          results[kind].push(result);
          errors += [result, ...rest].reduce((sum, each) => sum + each.errors, 0);
        }
      }
      return {
        alone: medians(results.alone),
        besideMany: medians(results.besideMany),
        besideHot: medians(results.besideHot),
        errors,
      };
    } finally {
      await second.stop();
    }
  });
}

async function startSecond(
  { stack }: BenchStack,
  folder: string,
): Promise<{ origin: string; stop: () => Promise<void> }> {
  const port = await pickFreePort(1);
  const environment: NodeJS.ProcessEnv = { ...stack.environments.gateway, GATEWAY_PORT: String(port) };
  delete environment.METRICS_PORT;
  const dataDir = path.join(folder, 'second');
  await mkdir(path.join(dataDir, 'logs'), { recursive: true });
  const second = superviseService('gateway', 'main', environment, {
    bundlesDir: path.resolve('dist/apps'),
    dataDir,
    output: 'files',
    report: () => undefined,
    record: null,
  });
  await second.start(new AbortController().signal);
  return { origin: `http://127.0.0.1:${port}`, stop: () => second.stop('SIGTERM', 30_000) };
}

function medians(results: LoadResult[]): { p50Ms: number; p99Ms: number } {
  const median = (values: number[]) =>
    [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;
  return { p50Ms: median(results.map(({ p50Ms }) => p50Ms)), p99Ms: median(results.map(({ p99Ms }) => p99Ms)) };
}
