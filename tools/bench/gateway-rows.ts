import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Contestant, type Effort, measureRow, type Row } from './alternating-rounds';
import { type Bench, type BenchStack, withStacks } from './bench-stack';
import { checkLedger, type LedgerCheck } from './ledger-check';

export const CHAT_ROW = 'chat';
export const STREAM_ROW = 'chat, streamed';
export const PACED_ROW = 'chat, at 500/s';

const CONNECTIONS = 64;
const PACED_PER_SECOND = 500;

export function measureGateway(bench: Bench): Promise<{ rows: Row[]; ledger: LedgerCheck }> {
  return withStacks(bench, async (processes, openStack, folder) => {
    const supplier = await processes.startSupplier();
    const catalog = path.join(folder, 'catalog.yaml');
    await writeFile(catalog, catalogOf(supplier.origin));
    const bare = await processes.startBare({ proxyTo: supplier.origin });
    const opened = await openStack({ GATEWAY_CONFIG: catalog });
    await bench.cores.giveOwn(opened.pids.gateway);
    await bench.cores.giveOwn(bare.pid);

    const contestants = (stream: boolean): [Contestant, Contestant] => [
      {
        name: 'gateway',
        asked: chat(opened.stack.addresses.gatewayUrl, opened.credentials.enterprise_key, stream),
        pid: opened.pids.gateway,
      },
      { name: 'bare proxy', asked: chat(bare.origin, opened.credentials.enterprise_key, stream), pid: bare.pid },
    ];
    const measure = (name: string, stream: boolean, perSecond: number | null) => {
      bench.report(`Measuring: ${name}`);
      return measureRow(name, contestants(stream), effortOf(bench.quick, perSecond), processes, bench.stopping);
    };
    const rows = [
      await measure(CHAT_ROW, false, null),
      await measure(STREAM_ROW, true, null),
      await measure(PACED_ROW, false, PACED_PER_SECOND),
    ];
    return { rows, ledger: await checkBooks(opened, rows) };
  });
}

function effortOf(quick: boolean, perSecond: number | null): Effort {
  return quick
    ? { warmupSeconds: 2, rounds: 2, seconds: 1, connections: CONNECTIONS, perSecond }
    : { warmupSeconds: 12, rounds: 5, seconds: 4, connections: CONNECTIONS, perSecond };
}

export function chat(origin: string, key: string, stream: boolean): Contestant['asked'] {
  const messages = [{ role: 'user', content: 'Tell me something about building things. '.repeat(24) }];
  return {
    origin,
    method: 'POST',
    paths: ['/v1/chat/completions'],
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'bench-chat',
      max_tokens: 64,
      messages,
      ...(stream && { stream: true, stream_options: { include_usage: true } }),
    }),
  };
}

export function catalogOf(supplierOrigin: string): string {
  return `suppliers:
  - { id: bench, kind: openai, base_url: '${supplierOrigin}/v1', api_keys: ['sk-bench'], internal: true }
models:
  - id: bench-chat
    product: text
    owned_by: shipyard
    display_name: Chat of the benchmark
    supports_streaming: true
    supports_function_calling: true
    supports_vision: false
    max_input_tokens: 128000
    max_output_tokens: 4096
    input_modalities: [text]
    output_modalities: [text]
    active: true
    prices:
      - { unit_type: input_1k_tokens, unit_name: 1K input tokens, price_cny: '0.002' }
      - { unit_type: output_1k_tokens, unit_name: 1K output tokens, price_cny: '0.006' }
    routes:
      - { supplier_id: bench, upstream_model: bench }
`;
}

async function checkBooks({ stack, credentials }: BenchStack, rows: Row[]): Promise<LedgerCheck> {
  const answers = rows.reduce((sum, row) => sum + (row.answers.gateway ?? 0), 0);
  return checkLedger(answers, stack.servers.gatewayDatabaseUrl, credentials);
}
