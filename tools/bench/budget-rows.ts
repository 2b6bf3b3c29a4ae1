import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { callApi } from '@shipyard/testing';
import { Client } from 'pg';
import { type Bench, type BenchStack, withStacks } from './bench-stack';
import { catalogOf, chat } from './gateway-rows';
import { type Payer, payersOf } from './paying-customers';

const QUICK_ROWS = 200_000;
const SEEDED_AT_ONCE = 500_000;
const PER_SECOND = 150;
const CONNECTIONS = 32;

const GRACE_MS = 30_000;

export interface BudgetsRow {
  ledgerRows: number;
  mostMs: { without: number; with: number };
  errors: number;
  countedMs: number;
}

export function measureBudgets(bench: Bench, ledgerRows: number): Promise<BudgetsRow> {
  return withStacks(bench, async (processes, openStack, folder) => {
    const supplier = await processes.startSupplier();
    const catalog = path.join(folder, 'catalog.yaml');
    await writeFile(catalog, catalogOf(supplier.origin));
    const opened = await openStack({ GATEWAY_CONFIG: catalog });
    const [counted] = await payersOf(opened, 1);
    if (!counted) throw new Error('There is no customer');
    const other = await anotherKey(opened, counted);
    const rows = bench.quick ? QUICK_ROWS : ledgerRows;
    await opened.stack.processes.gatewayWorker.stop('SIGTERM', GRACE_MS);
    await seed(opened, counted, rows, bench);
    await opened.stack.processes.gatewayWorker.start(bench.stopping);

    const origin = opened.stack.addresses.gatewayUrl;
    const effort = { connections: CONNECTIONS, perSecond: PER_SECOND, seconds: bench.quick ? 2 : 10 };
    const drive = () => processes.drive({ ...chat(origin, other, false), ...effort });
    await drive();
    const [withoutMs, withMs, countedMs]: [number[], number[], number[]] = [[], [], []];
    let errors = 0;
    for (let round = 0; round < 3; round += 1) {
      bench.report(`Measuring: a new budget, round ${round + 1}`);
      const without = await drive();
      const [result, waitedMs] = await Promise.all([drive(), budgetAnew(opened, counted)]);
      withoutMs.push(without.mostMs);
      withMs.push(result.mostMs);
      countedMs.push(waitedMs);
      errors += without.errors + result.errors;
    }
    return {
      ledgerRows: rows,
      mostMs: { without: Math.max(...withoutMs), with: Math.max(...withMs) },
      errors,
      countedMs: Math.max(...countedMs),
    };
  });
}

async function budgetAnew({ stack, credentials }: BenchStack, { keyId, secret }: Payer): Promise<number> {
  const origin = stack.addresses.gatewayUrl;
  for (const budget of [null, { amount_cny: '1000', period: 'month' }]) {
    const { status, text } = await callApi(origin, 'PATCH', `/admin/keys/${keyId}`, {
      token: credentials.gateway_admin_key,
      json: { budget },
    });
    if (status !== 200) throw new Error(`A budget was answered ${status} ${text}`);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  const beganAt = performance.now();
  const { status, text } = await callApi(origin, 'POST', '/v1/chat/completions', {
    token: secret,
    json: { model: 'bench-chat', messages: [{ role: 'user', content: 'Hi' }] },
  });
  if (status !== 200) throw new Error(`The first chat with a budget was answered ${status} ${text}`);
  return performance.now() - beganAt;
}

async function anotherKey({ stack, credentials }: BenchStack, { customerId }: Payer): Promise<string> {
  const { body } = await callApi<{ data: { secret: string } }>(stack.addresses.gatewayUrl, 'POST', '/admin/keys', {
    token: credentials.gateway_admin_key,
    json: { customer_id: customerId, name: 'Bench', scopes: ['text'] },
  });
  return body.data.secret;
}

async function seed(
  { stack }: BenchStack,
  { customerId, keyId }: Payer,
  ledgerRows: number,
  { report, stopping }: Bench,
): Promise<void> {
  const client = new Client({ connectionString: stack.servers.gatewayOwnerUrl ?? stack.servers.gatewayDatabaseUrl });
  await client.connect();
  try {
    const charges = Math.round(ledgerRows / 2);
    for (let from = 1; from <= charges; from += SEEDED_AT_ONCE / 2) {
      stopping.throwIfAborted();
      const to = Math.min(charges, from + SEEDED_AT_ONCE / 2 - 1);
      await client.query(SEED, [customerId, keyId, from, to, charges]);
      report(`Seeded ${to * 2} of ${charges * 2} ledger rows`);
    }
    await client.query('UPDATE customers SET balance_nano = balance_nano - $2 WHERE id = $1', [customerId, charges]);
    await client.query('VACUUM (ANALYZE) ledger_entries');
  } finally {
    await client.end();
  }
}

const SEED = `
  INSERT INTO ledger_entries (id, created_at, request_id, customer_id, key_id, model, account, kind, amount_nano, lines)
  SELECT gen_random_uuid(), month.starts_at + (now() - interval '1 minute' - month.starts_at) * (charge::float / $5::float), 'seed ' || charge, $1::uuid, $2::uuid, 'seed',
    side.account, 'charge', side.nano, '[{"unit_type": "request", "units": 1, "unit_price_nano": "1", "amount_nano": "1"}]'
  FROM (SELECT date_trunc('month', now() AT TIME ZONE 'Asia/Shanghai') AT TIME ZONE 'Asia/Shanghai' AS starts_at) month,
    generate_series($3::int, $4::int) charge, (VALUES ('customer', -1), ('revenue', 1)) AS side (account, nano)`;
