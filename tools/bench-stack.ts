import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { type Stack, startStack } from '@shipyard/stack';
import { callApi, startFakeSupplier, writeFakeCatalog } from '@shipyard/testing';
import { buildApps } from './build-app';
import type { Load, LoadResult } from './drive-load';

/*
 * `npm run bench`: what each service costs beside the least that Node can do for the same bytes, as ratios of one run.
 *
 * 1. Start the stack on a catalog whose model lives at a fake supplier, and beside each contestant its bare counterpart.
 * 2. Warm all of them up, then measure in alternating order, round by round; the load comes from a process of its own.
 * 3. Print the medians and their ratios; write all of it to dist/bench.json.
 */

interface Contestant {
  name: string;
  load: Omit<Load, 'seconds' | 'connections'>;
  pid: number;
}

interface Row {
  name: string;
  against: string;
  perSecond: number;
  barePerSecond: number;
  ratio: number;
  cpuMicrosPerRequest: number | null;
  bareCpuMicrosPerRequest: number | null;
  p50Ms: number;
  p99Ms: number;
  errors: number;
}

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '5' },
    warmup: { type: 'string', default: '12' },
    connections: { type: 'string', default: '64' },
  },
});
const seconds = Number(options.seconds);
const rounds = Number(options.rounds);
const warmupSeconds = Number(options.warmup);
const connections = Number(options.connections);
const children: ChildProcess[] = [];

async function main(): Promise<void> {
  await buildApps(['submission', 'gateway']);
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'shipyard-bench-'));
  const supplier = await startFakeSupplier();
  const stack = await startBenchStack(dataDir, supplier);
  try {
    const pairs = [await chatPair(stack, supplier), await detailPair(stack)];
    for (const contestant of pairs.flat()) await measure(contestant, warmupSeconds / pairs.flat().length);
    const rows: Row[] = [];
    for (const [ours, bare] of pairs) rows.push(await compare(ours, bare));
    print(rows);
    await mkdir('dist', { recursive: true });
    await writeFile('dist/bench.json', JSON.stringify({ node: process.version, cpus: os.cpus().length, seconds, rounds, connections, rows }, null, 2));
  } finally {
    for (const child of children) child.kill();
    await stack.stop();
    await supplier.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

type Supplier = Awaited<ReturnType<typeof startFakeSupplier>>;
type Pair = [ours: Contestant, bare: Contestant];

async function startBenchStack(dataDir: string, supplier: Supplier): Promise<Stack> {
  const catalog = await writeFakeCatalog(supplier);
  return startStack({
    dataDir,
    environment: { ...process.env, SUBMISSION_PORT: '0', GATEWAY_PORT: '0', GATEWAY_CONFIG: catalog, DEMO: '1' },
    queue: 'auto',
    output: 'files',
    report: () => undefined,
    command: 'npm run bench',
  });
}

async function chatPair({ addresses, credentials, processes }: Stack, supplier: Supplier): Promise<Pair> {
  const body = JSON.stringify({ model: 'fake-chat', max_tokens: 64, messages: [{ role: 'user', content: 'Tell me something. '.repeat(50) }] });
  const load = (origin: string, key: string): Contestant['load'] => ({
    origin,
    method: 'POST',
    path: '/v1/chat/completions',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body,
  });
  const bare = await startBare('proxy', new URL(supplier.baseUrl).origin);
  return [
    { name: 'gateway chat', load: load(addresses.gatewayUrl, credentials?.enterprise_key ?? ''), pid: processes.gateway.pid ?? 0 },
    { name: 'bare proxy', load: load(bare.origin, supplier.apiKey), pid: bare.pid },
  ];
}

async function detailPair({ addresses, credentials, processes }: Stack): Promise<Pair> {
  if (credentials === null) throw new Error('The benchmark needs the demo');
  const token = credentials.participant.token;
  const slug = 'bench-project';
  await callApi(credentials.submission_url, 'POST', '/projects', { token, json: { program_id: credentials.program_id, slug, name: 'Bench' } });
  const readme = new FormData();
  readme.set('readme', `# Bench\n\n${'Some *text* with a [link](https://example.org).\n\n'.repeat(200)}`);
  await callApi(credentials.submission_url, 'PUT', `/projects/${slug}/readme`, { token, form: readme });
  for (let log = 1; log <= 20; log += 1) {
    const form = new FormData();
    form.set('title', `Log ${log}`);
    form.set('text', 'What was done today, in a few words. '.repeat(10));
    await callApi(credentials.submission_url, 'POST', `/projects/${slug}/logs`, { token, form });
  }
  const { status, text } = await callApi(credentials.submission_url, 'GET', `/projects/${slug}`);
  if (status !== 200) throw new Error(`The detail to measure answered ${status}`);
  const bare = await startBare('static', text);
  const load = (origin: string): Contestant['load'] => ({ origin, method: 'GET', path: `/api/v1/projects/${slug}`, headers: {} });
  return [
    { name: 'project detail', load: load(addresses.submissionUrl), pid: processes.submission.pid ?? 0 },
    { name: 'bare answer', load: load(bare.origin), pid: bare.pid },
  ];
}

async function startBare(mode: 'proxy' | 'static', argument: string): Promise<{ origin: string; pid: number }> {
  const child = spawn(process.execPath, ['tools/run.cjs', 'tools/serve-bare.ts', mode, argument], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  children.push(child);
  if (child.stdout === null) throw new Error('The bare server has no output');
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { origin: `http://127.0.0.1:${line}`, pid: child.pid ?? 0 };
}

async function measure({ load, pid }: Contestant, forSeconds: number): Promise<LoadResult & { cpuMicros: number | null }> {
  const order: Load = { ...load, seconds: forSeconds, connections };
  const cpuBefore = await cpuMicrosOf(pid);
  const child = spawn(process.execPath, ['tools/run.cjs', 'tools/drive-load.ts', JSON.stringify(order)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const result = JSON.parse(line) as LoadResult;
  const cpuAfter = await cpuMicrosOf(pid);
  return { ...result, cpuMicros: cpuBefore === null || cpuAfter === null ? null : (cpuAfter - cpuBefore) / result.requests };
}

/** User and system time that a process has used so far; null where /proc is not there to tell. */
async function cpuMicrosOf(pid: number): Promise<number | null> {
  try {
    const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
    // Fields 14 and 15 of the whole line, in ticks of 10 ms.
    return (Number(fields[11]) + Number(fields[12])) * 10_000;
  } catch {
    return null;
  }
}

async function compare(ours: Contestant, bare: Contestant): Promise<Row> {
  const results = { ours: [] as Awaited<ReturnType<typeof measure>>[], bare: [] as Awaited<ReturnType<typeof measure>>[] };
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? (['ours', 'bare'] as const) : (['bare', 'ours'] as const);
    for (const side of order) results[side].push(await measure(side === 'ours' ? ours : bare, seconds));
  }
  const perSecond = median(results.ours.map((result) => result.perSecond));
  const barePerSecond = median(results.bare.map((result) => result.perSecond));
  return {
    name: ours.name,
    against: bare.name,
    perSecond,
    barePerSecond,
    ratio: perSecond / barePerSecond,
    cpuMicrosPerRequest: medianOrNull(results.ours.map(({ cpuMicros }) => cpuMicros)),
    bareCpuMicrosPerRequest: medianOrNull(results.bare.map(({ cpuMicros }) => cpuMicros)),
    p50Ms: median(results.ours.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(results.ours.map(({ p99Ms }) => p99Ms)),
    errors: results.ours.reduce((sum, { errors }) => sum + errors, 0),
  };
}

function median(numbers: number[]): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function medianOrNull(numbers: (number | null)[]): number | null {
  const known = numbers.filter((number) => number !== null);
  return known.length === numbers.length ? median(known) : null;
}

function print(rows: Row[]): void {
  const table = rows.map((row) => ({
    row: row.name,
    'req/s': Math.round(row.perSecond),
    against: `${row.against} ${Math.round(row.barePerSecond)}`,
    ratio: `${Math.round(row.ratio * 100)} %`,
    'CPU µs/req': row.cpuMicrosPerRequest === null ? '?' : `${Math.round(row.cpuMicrosPerRequest)} : ${Math.round(row.bareCpuMicrosPerRequest ?? 0)}`,
    'p50 ms': row.p50Ms.toFixed(1),
    'p99 ms': row.p99Ms.toFixed(1),
    errors: row.errors,
  }));
  console.table(table);
}

void main();
