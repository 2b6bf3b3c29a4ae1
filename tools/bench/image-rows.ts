import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { callApi, waitUntil } from '@shipyard/testing';
import { Client } from 'pg';
import { type Bench, type BenchStack, withStacks } from './bench-stack';
import { checkLedger, type LedgerCheck } from './ledger-check';
import { DRAWING_MS } from './serve-supplier-terms';

const CLIENTS = 32;
/** A customer may have 2,000 tasks that nobody retrieved, and the warm-up is one of them. */
const TASKS = 1_999;
const TASKS_QUICKLY = 100;

export interface TasksRow {
  tasks: number;
  submittedMs: number;
  readyMs: number;
  idealMs: number;
  retrieved: number;
}

export function measureTasks(bench: Bench): Promise<{ row: TasksRow; ledger: LedgerCheck }> {
  return withStacks(bench, async (processes, openStack, folder) => {
    const supplier = await processes.startSupplier();
    const catalog = path.join(folder, 'catalog.yaml');
    await writeFile(catalog, catalogOf(supplier.origin));
    const opened = await openStack({ GATEWAY_CONFIG: catalog });
    await bench.cores.giveOwn(opened.pids.gateway);
    const tasks = bench.quick ? TASKS_QUICKLY : TASKS;
    bench.report(`Measuring: ${tasks} image tasks`);
    const row = await measure(tasks, opened, bench.stopping);
    const { stack, credentials } = opened;
    return { row, ledger: await checkLedger(row.retrieved, stack.servers.gatewayDatabaseUrl, credentials) };
  });
}

async function measure(tasks: number, { stack, credentials }: BenchStack, stopping: AbortSignal): Promise<TasksRow> {
  const call = <Body>(method: string, to: string, json?: object) =>
    callApi<Body>(stack.addresses.gatewayUrl, method, to, { token: credentials.enterprise_key, json });
  const submit = async () => {
    const { status, body, text } = await call<{ id: string }>('POST', '/v1/images/tasks', {
      model: 'bench-image',
      prompt: 'A lighthouse',
    });
    if (status !== 202) throw new Error(`A submission was answered ${status} ${text}`);
    return body.id;
  };
  const client = new Client({ connectionString: stack.servers.gatewayDatabaseUrl });
  await client.connect();
  try {
    await waitUntil(
      () => call<{ id: string }>('POST', '/v1/images/tasks', { model: 'bench-image', prompt: 'A lighthouse' }),
      ({ status }) => status === 202,
    );
    await untilEnded(client, 1);
    const beganAt = performance.now();
    const ids = await manyAtOnce(Array.from({ length: tasks }), submit, stopping);
    const submittedMs = performance.now() - beganAt;
    await untilEnded(client, tasks + 1);
    const readyMs = performance.now() - beganAt;
    const answers = await manyAtOnce(ids, (id) => call<{ status: string }>('GET', `/v1/images/tasks/${id}`), stopping);
    const retrieved = answers.filter(({ body }) => body.status === 'succeeded').length;
    return { tasks, submittedMs, readyMs, idealMs: submittedMs + DRAWING_MS, retrieved };
  } finally {
    await client.end();
  }
}

async function untilEnded(client: Client, tasks: number): Promise<void> {
  const count = async () =>
    Number(
      (await client.query<{ count: string }>(`SELECT count(*) FROM image_tasks WHERE finished_at IS NOT NULL`)).rows[0]
        ?.count,
    );
  await waitUntil(count, (ended) => ended >= tasks, { giveUpAfterMs: 300_000, askEveryMs: 100 });
}

async function manyAtOnce<Item, Answer>(
  items: Item[],
  ask: (item: Item) => Promise<Answer>,
  stopping: AbortSignal,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  const left = items.values();
  const client = async () => {
    for (const item of left) {
      stopping.throwIfAborted();
      answers.push(await ask(item));
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return answers;
}

export const BENCH_IMAGE = `  - id: bench-image
    product: image
    owned_by: shipyard
    display_name: Pictures of the benchmark
    supports_streaming: false
    supports_function_calling: false
    supports_vision: false
    max_input_tokens: 32000
    max_output_tokens: 0
    input_modalities: [text]
    output_modalities: [image]
    sizes: [64x64]
    active: true
    prices:
      - { unit_type: image, unit_name: image, price_cny: '0.04' }
    routes:
      - { supplier_id: bench, upstream_model: bench }
`;

function catalogOf(supplierOrigin: string): string {
  return `suppliers:
  - { id: bench, kind: openai, base_url: '${supplierOrigin}/v1', api_keys: ['sk-bench'], internal: true }
models:
${BENCH_IMAGE}`;
}
