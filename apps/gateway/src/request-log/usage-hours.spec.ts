import { randomUUID } from 'node:crypto';
import type { Logger } from '@shipyard/platform/logger';
import { openSpecDatabase, waitUntil } from '@shipyard/testing';
import fc from 'fast-check';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import type { GatewayConfig } from '../config';
import { LongReads } from '../database/long-reads';
import { migrateDatabase } from '../database/migrate-schema';
import type { UsageGroup } from './sum-usage';
import { UsageHours } from './usage-hours';
import { UsageService } from './usage.service';

const HOUR_MS = 3_600_000;
const GROUPS: readonly UsageGroup[][] = [[], ['day'], ['day', 'customer', 'key', 'model', 'route']];
const { signal } = new AbortController();

describe('the usage of hours that are over', () => {
  const thisHour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  const ago = (hours: number) => new Date(thisHour - hours * HOUR_MS);
  let dataSource: DataSource;
  let longReads: LongReads;
  let workers: UsageHours[];
  let usage: UsageService;
  let ownerUrl: string;
  let customerId: string;
  let keyId: string;

  beforeAll(async () => {
    const { servingUrl, ...urls } = await openSpecDatabase('gateway', migrateDatabase);
    ownerUrl = urls.ownerUrl;
    const open = (url: string) =>
      new DataSource({ type: 'postgres', url, extra: { options: '-c search_path=gateway' } }).initialize();
    dataSource = await open(ownerUrl);
    longReads = new LongReads({ GATEWAY_DATABASE_URL: servingUrl } as GatewayConfig, {} as Logger);
    workers = [1, 2].map(() => new UsageHours(dataSource, longReads));
    usage = new UsageService(longReads);
    // By this clock, an hour has two days.
    const [customer] = await dataSource.query<{ id: string }[]>(
      `INSERT INTO customers (id, name, time_zone) VALUES (gen_random_uuid(), 'x', 'Asia/Kolkata') RETURNING id`,
    );
    customerId = customer?.id ?? '';
    const [key] = await dataSource.query<{ id: string }[]>(
      `INSERT INTO enterprise_keys (id, customer_id, name, secret_hash, last4, scopes)
       VALUES (gen_random_uuid(), $1, 'x', sha256('x'), '0000', ARRAY['text']) RETURNING id`,
      [customerId],
    );
    keyId = key?.id ?? '';
    for (let at = 0; at < 90; at += 1) await write(ago(at * 0.41 - 0.2), at);
  });

  afterAll(async () => {
    await longReads.onApplicationShutdown();
    await dataSource.destroy();
  });

  type Asks = (statement: string, values: unknown[]) => Promise<unknown>;

  /** A request with its charge. Each third fails. */
  async function write(
    at: Date,
    units: number,
    ask: Asks = (statement, values) => dataSource.query(statement, values),
  ): Promise<void> {
    const requestId = randomUUID();
    const isFailed = units % 3 === 0;
    await ask(
      `INSERT INTO request_log (request_id, at, customer_id, key_id, model, endpoint, status, latency_ms)
       VALUES ($1, $2, $3, $4, 'm', 'POST /v1/chat/completions', $5, $6)`,
      [requestId, at, customerId, keyId, isFailed ? 502 : 200, units],
    );
    if (isFailed) return;
    const lines = [{ unit_type: 'request', units, unit_price_nano: '1000', amount_nano: String(units * 1000) }];
    await ask(
      `INSERT INTO ledger_entries (id, created_at, request_id, customer_id, key_id, model, account, kind, amount_nano, lines, supplier_cost_nano)
       SELECT gen_random_uuid(), $2, $1, $3, $4, 'm', account, 'charge', nano, $5, 3
       FROM (VALUES ('customer', -$6::bigint), ('revenue', $6::bigint)) AS entry (account, nano)`,
      [requestId, at, customerId, keyId, JSON.stringify(lines), units * 1000],
    );
  }

  const sumTogether = () => Promise.all(workers.map((worker) => worker.sum(signal)));
  /** A transaction of another suite, in another database of the server, may be older than an hour's horizon. */
  const sumAll = () =>
    waitUntil(
      async () => {
        await sumTogether();
        return dataSource.query<object[]>('SELECT hour FROM usage_hours WHERE summed_at IS NULL');
      },
      (waiting) => waiting.length === 0,
    );
  const inOneTransaction = async (work: (ask: Asks) => Promise<void>) => {
    const client = new Client({ connectionString: ownerUrl, options: '-c search_path=gateway' });
    await client.connect();
    try {
      await client.query('BEGIN');
      await work((statement, values) => client.query(statement, values));
      await client.query('COMMIT');
    } finally {
      await client.end();
    }
  };
  const summed = async () =>
    (await dataSource.query<{ hour: Date }[]>('SELECT hour FROM usage_hours WHERE summed_at IS NOT NULL')).length;
  const read = (from: Date, to: Date) =>
    Promise.all([
      ...GROUPS.map((groups) => usage.sum(from, to, groups)),
      usage.sum(from, to, ['day'], { customerId, keyId, model: 'm' }),
      usage.sumFigures(from, to, ['customer']),
      usage.sumDays(from, to),
    ]);
  const readAll = () => read(ago(48), ago(-1));
  /** From the rows alone. */
  const readRows = async () => {
    await dataSource.query('DELETE FROM usage_hours');
    return readAll();
  };

  it('comes from their sums, and is what the rows say, whatever is asked and whichever sums are there', async () => {
    const spans = fc
      .sample(fc.tuple(fc.float({ min: 0, max: 40, noNaN: true }), fc.integer({ min: -1, max: 20 })), {
        numRuns: 10,
        seed: 11,
      })
      .map(([first, last]) => [ago(Math.max(first, last) + 1), ago(last)] as const);
    const readSpans = () => Promise.all(spans.map(([from, to]) => read(from, to)));
    const fromRows = await readSpans();
    const all = await readAll();
    await sumAll();
    expect(await summed()).toBeGreaterThan(35);
    expect(await readAll()).toEqual(all);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 3 }), async (missing) => {
        await sumAll();
        await dataSource.query('DELETE FROM usage_hours WHERE hour = ANY ($1)', [missing.map(ago)]);
        expect(await readSpans()).toEqual(fromRows);
      }),
      { numRuns: 5 },
    );
    await sumAll();
    await dataSource.query('UPDATE usage_hour_sums SET requests = requests + 1');
    expect(await readAll()).not.toEqual(all);
    await dataSource.query('UPDATE usage_hour_sums SET requests = requests - 1');
  });

  it('has a row that came late at once', async () => {
    const before = await summed();
    await write(ago(20.5), 700);
    expect(await summed()).toBe(before - 1);
    const withLate = await readAll();
    await sumAll();
    expect([await summed(), await readAll()]).toEqual([before, withLate]);
    expect(await readRows()).toEqual(withLate);
  });

  it('waits for a write that had not seen that the hour is to be summed', async () => {
    await dataSource.query('DELETE FROM usage_hours');
    await inOneTransaction(async (ask) => {
      await write(ago(10.5), 800, ask);
      await sumTogether();
      expect(await summed()).toBe(0);
    });
    await sumAll();
    const found = await readAll();
    expect(await summed()).toBeGreaterThan(35);
    expect(await readRows()).toEqual(found);
  });

  it('is not stored if a row comes while it is summed', async () => {
    await sumAll();
    await dataSource.query('UPDATE usage_hours SET summed_at = NULL WHERE hour = $1', [ago(6)]);
    await dataSource.query('DELETE FROM usage_hour_sums WHERE hour = $1', [ago(6)]);
    let isWritten = false;
    /** The row is written before the snapshot, and committed after it. Then another worker marks the hour anew. */
    const reads = {
      read: async (...[options, work]: Parameters<LongReads['read']>) => {
        if (isWritten) return longReads.read(options, work);
        isWritten = true;
        let answer: unknown;
        await inOneTransaction(async (ask) => {
          await write(ago(5.5), 901, ask);
          answer = await longReads.read(options, work);
        });
        await dataSource.query(
          'INSERT INTO usage_hours (hour, horizon) VALUES ($1, pg_snapshot_xmax(pg_current_snapshot()))',
          [ago(6)],
        );
        return answer;
      },
    } as LongReads;
    await new UsageHours(dataSource, reads).sum(signal);
    expect(await dataSource.query('SELECT summed_at FROM usage_hours WHERE hour = $1', [ago(6)])).toEqual([
      { summed_at: null },
    ]);
    const found = await readAll();
    await sumAll();
    expect(await readAll()).toEqual(found);
    expect(await readRows()).toEqual(found);
  });

  it('is kept for two months', async () => {
    const hours = [63 * 24, 61 * 24].map(ago);
    await dataSource.query('INSERT INTO usage_hours (hour, summed_at) SELECT unnest($1::timestamptz[]), now()', [
      hours,
    ]);
    await sumTogether();
    const [kept] = await dataSource.query<{ first: Date }[]>('SELECT min(hour) AS first FROM usage_hours');
    expect(kept?.first).toEqual(hours[1]);
  });
});
