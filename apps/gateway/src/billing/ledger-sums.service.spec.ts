import { randomUUID } from 'node:crypto';
import type { Logger } from '@shipyard/platform/logger';
import { openSpecDatabase } from '@shipyard/testing';
import fc from 'fast-check';
import { DataSource } from 'typeorm';
import type { GatewayConfig } from '../config';
import { LongReads } from '../database/long-reads';
import { migrateDatabase } from '../database/migrate-schema';
import { UNIT_TYPES } from '../unit-types';
import { toLedgerLines, totalCostNano } from './charge';
import { REFUND_UNIT } from './ledger-lines';
import { LedgerLinesWrong, LedgerSumsService } from './ledger-sums.service';

const MODELS = ['a', 'b'];
const LISTS = ['base', 'partner', '客户'];

/** As the gateway writes them: a line of the base list has no name. */
const charge = fc.record({
  model: fc.constantFrom(...MODELS),
  lines: fc.array(
    fc.record({
      unitType: fc.constantFrom(...UNIT_TYPES),
      units: fc.nat({ max: 2_000_000_000 }),
      unitPriceNano: fc.bigInt({ min: 0n, max: 10n ** 7n }),
      list: fc.constantFrom(...LISTS),
    }),
    { maxLength: 6 },
  ),
  refund: fc.option(fc.integer({ min: 1, max: 100 })),
  isEarlier: fc.boolean(),
});

describe('the sums of a customer', () => {
  const DAY_MS = 86_400_000;
  const to = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS);
  const from = new Date(to.getTime() - DAY_MS / 4);
  let dataSource: DataSource;
  let longReads: LongReads;
  let sums: LedgerSumsService;

  beforeAll(async () => {
    const { ownerUrl, servingUrl } = await openSpecDatabase('gateway', migrateDatabase);
    dataSource = await new DataSource({
      type: 'postgres',
      url: ownerUrl,
      extra: { options: '-c search_path=gateway' },
    }).initialize();
    longReads = new LongReads({ GATEWAY_DATABASE_URL: servingUrl } as GatewayConfig, {} as Logger);
    sums = new LedgerSumsService(dataSource, longReads);
  });

  afterAll(async () => {
    await longReads.onApplicationShutdown();
    await dataSource.destroy();
  });

  const newCustomer = async () => {
    const customerId = randomUUID();
    await dataSource.query(`INSERT INTO customers (id, name) VALUES ($1, 'x')`, [customerId]);
    return customerId;
  };

  interface Row {
    at: Date;
    model: string;
    kind: 'charge' | 'credit';
    nano: bigint;
    lines?: object[];
    refundId?: string;
  }

  const write = (customerId: string, row: Row) =>
    dataSource.query(
      `INSERT INTO ledger_entries (id, created_at, request_id, customer_id, model, account, kind, amount_nano, lines, refund_id)
       SELECT gen_random_uuid(), $1, $2, $3, $4, account, $5, CASE account WHEN 'customer' THEN 1 ELSE -1 END * $6::bigint, $7, $8
       FROM unnest(ARRAY['customer', 'revenue']) AS account`,
      [
        row.at,
        randomUUID(),
        customerId,
        row.model,
        row.kind,
        row.nano.toString(),
        JSON.stringify(row.lines ?? []),
        row.refundId ?? null,
      ],
    );

  it('add up to the rows of the period to the nano, line by line as an oracle counts them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(charge, { maxLength: 8 }), async (charges) => {
        const customerId = await newCustomer();
        const expected = new Map<string, { units: bigint; nano: bigint }>();
        const add = (name: string, units: bigint, nano: bigint) => {
          const so = expected.get(name) ?? { units: 0n, nano: 0n };
          expected.set(name, { units: so.units + units, nano: so.nano + nano });
        };
        for (const { model, lines, refund, isEarlier } of charges) {
          const at = isEarlier ? new Date(from.getTime() - 1) : from;
          const charged = lines.map(({ list, ...line }) => ({
            ...line,
            terms: list === 'base' ? undefined : { price_list: list },
          }));
          const written = toLedgerLines(charged);
          await write(customerId, { at, model, kind: 'charge', nano: -totalCostNano(charged), lines: written });
          if (refund !== null)
            await write(customerId, { at, model, kind: 'credit', nano: BigInt(refund), refundId: randomUUID() });
          if (isEarlier) continue;
          for (const { unit_type, units, amount_nano, price_list = 'base' } of written)
            add(`${model} ${unit_type} ${price_list}`, BigInt(units), BigInt(amount_nano));
          if (refund !== null) add(`${model} ${REFUND_UNIT} null`, 1n, -BigInt(refund));
        }
        // Neither belongs to it: money that came in, and the first row of the next period.
        await write(customerId, { at: from, model: 'a', kind: 'credit', nano: 5n });
        await write(customerId, { at: to, model: 'a', kind: 'charge', nano: -1n });

        const { lines, totalNano } = await sums.ofCustomer(customerId, from, to);
        const found = new Map(
          lines.map(({ model, unit_type, price_list, units, amount_nano }) => [
            `${model} ${unit_type} ${price_list}`,
            { units: BigInt(units), nano: BigInt(amount_nano) },
          ]),
        );
        expect(found.size).toBe(lines.length);
        expect(found).toEqual(new Map([...expected].filter(([, { units, nano }]) => units !== 0n || nano !== 0n)));
        expect(totalNano).toBe([...expected.values()].reduce((sum, { nano }) => sum + nano, 0n));
      }),
      { numRuns: 30 },
    );
  });

  it('are refused if lines of a charge do not add up to it', async () => {
    const customerId = await newCustomer();
    const lines = [{ unit_type: 'request', units: 1, unit_price_nano: '5', amount_nano: '5' }];
    await write(customerId, { at: from, model: 'a', kind: 'charge', nano: -6n, lines });
    await expect(sums.ofCustomer(customerId, from, to)).rejects.toThrow(LedgerLinesWrong);
  });

  describe('of sealed days', () => {
    const wrong = { unit_type: 'request', units: 1, unit_price_nano: '5', amount_nano: '5' };
    const hoursAgo = (hours: number) => new Date(to.getTime() - hours * 3_600_000);
    const customers: string[] = [];
    let faulty: string;

    const seal = async () => {
      for (let call = 0; call < 3; call += 1) await dataSource.query('SELECT close_ledger_days()');
      await dataSource.query(
        `SELECT seal_ledger_day(day::date, '{}') FROM (SELECT (min(created_at) AT TIME ZONE 'UTC')::date::timestamp AS first FROM ledger_entries) AS ledger,
           generate_series(first, (now() AT TIME ZONE 'UTC')::date - 1, interval '1 day') AS day`,
      );
      const { signal } = new AbortController();
      await Promise.all([1, 2].map(() => sums.storeDays(signal)));
    };

    /** Whole days, days that a time zone cuts, parts of one day, and today too. */
    const readAll = async () => {
      const spans = [
        [96, 0],
        [72, 24],
        [80, 16],
        [73.5, 5.5],
        [49, 25],
        [30, 25],
        [72, -24],
      ];
      const sumOf = (customer: string, [first = 0, last = 0]: number[]) =>
        sums.ofCustomer(customer, hoursAgo(first), hoursAgo(last));
      return Promise.all(customers.flatMap((customer) => spans.map((span) => sumOf(customer, span))));
    };

    beforeAll(async () => {
      customers.push(await newCustomer(), await newCustomer());
      faulty = await newCustomer();
      for (const [at, { model, lines, refund }] of fc.sample(charge, { numRuns: 60, seed: 7 }).entries()) {
        const customer = customers[at % 2] ?? '';
        const charged = lines.map(({ list, ...line }) => ({
          ...line,
          terms: list === 'base' ? undefined : { price_list: list },
        }));
        const row = { at: hoursAgo(at * 1.6), model };
        const nano = -totalCostNano(charged);
        await write(customer, { ...row, kind: 'charge', nano, lines: toLedgerLines(charged) });
        const refunded = { ...row, kind: 'credit' as const, nano: BigInt(refund ?? 0), refundId: randomUUID() };
        if (refund !== null) await write(customer, refunded);
        await write(customer, { ...row, kind: 'credit', nano: 5n });
      }
    });

    it('are what the rows say', async () => {
      const fromRows = await readAll();
      expect(fromRows.every(({ lines }) => lines.length > 0)).toBe(true);
      await write(faulty, { at: hoursAgo(30), model: 'a', kind: 'charge', nano: -6n, lines: [wrong] });
      expect(await sums.summedUntil()).toBeNull();
      await seal();
      expect(await sums.summedUntil()).toEqual(to);
      expect(await readAll()).toEqual(fromRows);
    });

    it('come from the stored sums', async () => {
      await expect(dataSource.query('UPDATE ledger_line_sums SET units = 0')).rejects.toThrow(/append/);
      const before = await readAll();
      await dataSource.query('ALTER TABLE ledger_line_sums DISABLE TRIGGER USER');
      await dataSource.query('UPDATE ledger_line_sums SET units = units + 1');
      expect(await readAll()).not.toEqual(before);
      await dataSource.query('UPDATE ledger_line_sums SET units = units - 1');
      await dataSource.query('ALTER TABLE ledger_line_sums ENABLE TRIGGER USER');
    });

    it('are refused if lines of a charge do not add up to it', async () => {
      await expect(sums.ofCustomer(faulty, hoursAgo(48), to)).rejects.toThrow(LedgerLinesWrong);
    });
  });
});
