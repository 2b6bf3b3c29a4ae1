import { randomUUID } from 'node:crypto';
import type { Logger } from '@shipyard/platform/logger';
import { openSpecDatabase } from '@shipyard/testing';
import { DataSource } from 'typeorm';
import { LedgerSumsService } from '../billing';
import type { GatewayConfig } from '../config';
import { LongReads } from '../database/long-reads';
import { migrateDatabase } from '../database/migrate-schema';
import { StatementClosing } from './statement-closing.service';

interface Closed {
  number: number;
  customer_id: string;
  month: string;
  starts_at: Date;
  ends_at: Date;
  total: string;
}

const MONTHS = 3;
const neverAborted = new AbortController().signal;

describe('closing', () => {
  let dataSource: DataSource;
  let longReads: LongReads;
  const errors: object[] = [];

  beforeAll(async () => {
    const { ownerUrl, servingUrl } = await openSpecDatabase('gateway', migrateDatabase);
    dataSource = await new DataSource({
      type: 'postgres',
      url: ownerUrl,
      extra: { options: '-c search_path=gateway' },
    }).initialize();
    const logger = { error: (fields: object) => errors.push(fields) } as unknown as Logger;
    longReads = new LongReads({ GATEWAY_DATABASE_URL: servingUrl } as GatewayConfig, logger);
    closers = Array.from(
      { length: 3 },
      () => new StatementClosing(dataSource, new LedgerSumsService(dataSource, longReads), logger),
    );
  });
  let closers: StatementClosing[] = [];

  afterAll(async () => {
    await longReads.onApplicationShutdown();
    await dataSource.destroy();
  });

  const closeTogether = () => Promise.all(closers.map((closer) => closer.closeDue(neverAborted)));
  const allClosed = () =>
    dataSource.query<Closed[]>(
      `SELECT number, customer_id, to_char(month, 'YYYY-MM') AS month, starts_at, ends_at, total_nano::text AS total FROM statements ORDER BY number`,
    );

  const newCustomer = async (timeZone: string, monthsAgo = MONTHS) => {
    const id = randomUUID();
    await dataSource.query(
      `INSERT INTO customers (id, name, time_zone, created_at)
       VALUES ($1, 'x', $2, (date_trunc('month', now() AT TIME ZONE $2) - make_interval(months => $3) + interval '3 days') AT TIME ZONE $2)`,
      [id, timeZone, monthsAgo],
    );
    return id;
  };

  /** On the first moment of each of the months, by the clock of the customer. */
  const charge = (customerId: string, nano = 7, lineNano = nano) =>
    dataSource.query(
      `INSERT INTO ledger_entries (id, created_at, request_id, customer_id, model, account, kind, amount_nano, lines)
       SELECT gen_random_uuid(), (date_trunc('month', now() AT TIME ZONE time_zone) - make_interval(months => ago)) AT TIME ZONE time_zone, gen_random_uuid(),
         $1, 'm', account, 'charge', CASE account WHEN 'customer' THEN -$2::bigint ELSE $2 END,
         jsonb_build_array(jsonb_build_object('unit_type', 'request', 'units', 1, 'unit_price_nano', $3::text, 'amount_nano', $3::text))
       FROM customers, generate_series(0, ${MONTHS - 1}) AS ago, unnest(ARRAY['customer', 'revenue']) AS account WHERE customers.id = $1`,
      [customerId, nano, String(lineNano)],
    );

  const seal = async () => {
    for (let call = 0; call < 3; call += 1) await dataSource.query('SELECT close_ledger_days()');
    await dataSource.query(
      `SELECT seal_ledger_day(day::date, '{}')
       FROM (SELECT (min(created_at) AT TIME ZONE 'UTC')::date::timestamp AS first FROM ledger_entries) AS ledger,
         generate_series(first, (now() AT TIME ZONE 'UTC')::date - 1, interval '1 day') AS day`,
    );
  };

  it('waits for the seals, then gives each month of a customer one number, also if several close at once', async () => {
    const zones = ['Asia/Shanghai', 'America/New_York', 'UTC', 'Pacific/Kiritimati'];
    const customers = await Promise.all(zones.map((zone) => newCustomer(zone)));
    const wrong = await newCustomer('UTC');
    for (const customerId of customers) await charge(customerId);
    await charge(wrong, 7, 8);
    await closeTogether();
    expect(await allClosed()).toEqual([]);

    await seal();
    // The first transactions with a number are lost, as if their workers were killed.
    await dataSource.query('ALTER TABLE statements ADD CONSTRAINT killed CHECK (number <> 2)');
    const killed = await Promise.allSettled(closers.map((closer) => closer.closeDue(neverAborted)));
    expect(killed.map(({ status }) => status)).toContain('rejected');
    await dataSource.query('ALTER TABLE statements DROP CONSTRAINT killed');
    await closeTogether();
    const closed = await allClosed();
    const ofWrong = closed.filter(({ customer_id }) => customer_id === wrong);
    expect(closed.map(({ number }) => number)).toEqual(closed.map((_, at) => at + 1));
    for (const customerId of customers) {
      const months = closed.filter(({ customer_id }) => customer_id === customerId);
      // The row on the first moment of the present month is in none of them, and there was none in the first.
      expect(months.map(({ total }) => total)).toEqual(['0', ...Array.from({ length: MONTHS - 1 }, () => '7')]);
      expect(months.slice(1).map(({ starts_at }) => starts_at)).toEqual(
        months.slice(0, -1).map(({ ends_at }) => ends_at),
      );
    }
    expect(ofWrong.map(({ total }) => total)).toEqual(['0']);
    expect(errors).toContainEqual(expect.objectContaining({ customer_id: wrong }));

    await closeTogether();
    expect(await allClosed()).toEqual(closed);
  });

  it('begins where the month before ended if the time zone changed', async () => {
    const customerId = await newCustomer('Asia/Shanghai', 1);
    await closeTogether();
    const [first] = (await allClosed()).filter(({ customer_id }) => customer_id === customerId);
    // The month is closed, and the present one will be by the new clock.
    await dataSource.query(
      `UPDATE customers SET time_zone = 'America/New_York', created_at = created_at - interval '1 month' WHERE id = $1`,
      [customerId],
    );
    await dataSource.query('ALTER TABLE statements DISABLE TRIGGER USER');
    await dataSource.query(
      `UPDATE statements SET month = month - interval '1 month', starts_at = starts_at - interval '31 days', ends_at = starts_at WHERE customer_id = $1`,
      [customerId],
    );
    await closeTogether();
    const [earlier, later] = (await allClosed()).filter(({ customer_id }) => customer_id === customerId);
    expect(later?.month).toBe(first?.month);
    expect(later?.starts_at).toEqual(earlier?.ends_at);
    const [{ ends_at } = {}] = await dataSource.query<{ ends_at: Date }[]>(
      `SELECT date_trunc('month', now() AT TIME ZONE 'America/New_York') AT TIME ZONE 'America/New_York' AS ends_at`,
    );
    expect(later?.ends_at).toEqual(ends_at);
  });
});
