import { uuidv7 } from '@shipyard/platform/ids';
import type { Logger } from '@shipyard/platform/logger';
import { openSpecDatabase } from '@shipyard/testing';
import { Pool, type QueryResultRow } from 'pg';
import { migrateDatabase } from '../database/migrate-schema';
import { PreparedStatements } from '../database/prepared-statements';
import { LedgerBatcher } from './ledger-batcher';
import { READ_RESERVATIONS, RECLAIM, WRITE_BATCH } from './reservation-statements';
import { FundsReservation } from './funds-reservation';

const lost = Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });

const tooSlow = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });

const readOnly = Object.assign(new Error('cannot execute SELECT FOR NO KEY UPDATE in a read-only transaction'), {
  code: '25006',
});
/** Nobody thought of it. */
const unheardOf = Object.assign(new Error('no partition of relation "ledger_entries" found for row'), {
  code: '23514',
});

type Outcome =
  | 'replies'
  | 'dies before the commit'
  | 'dies after the commit'
  | 'is too slow'
  | 'falls silent'
  | 'is read-only'
  | 'fails like never before';

let pool: Pool;

beforeAll(async () => {
  const { servingUrl } = await openSpecDatabase('gateway', migrateDatabase);
  // Without a limit for idle connections the pool sets no timer, and all timers are those of the batcher.
  pool = new Pool({ connectionString: servingUrl, options: '-c search_path=gateway', idleTimeoutMillis: 0 });
});
afterAll(() => pool.end());

/**
 * A connection to Postgres that fails: each batch meets the next of `outcomes`. When there are none left, it always
 * replies.
 */
class FailingConnection {
  readonly batches: string[][] = [];
  readonly surplusAfterBatch: boolean[] = [];
  /** Fails every statement. */
  isAway = false;
  /** Runs after each statement that Postgres replied to. */
  afterStatement: (statement: string) => Promise<void> = () => Promise.resolve();
  inFlight = 0;
  private readonly real = new PreparedStatements(() => pool);
  private readonly silent: (() => Promise<unknown>)[] = [];

  constructor(readonly outcomes: Outcome[] = []) {}

  async query<Row extends QueryResultRow>(statement: string, values: unknown[]): Promise<Row[]> {
    this.inFlight += 1;
    try {
      const rows = await this.send<Row>(statement, values);
      await this.afterStatement(statement);
      return rows;
    } finally {
      this.inFlight -= 1;
    }
  }

  /** Executes the statements it received while it was silent. */
  async wakeUp(): Promise<void> {
    for (const send of this.silent.splice(0)) await send();
  }

  private async send<Row extends QueryResultRow>(statement: string, values: unknown[]): Promise<Row[]> {
    if (this.isAway) throw tooSlow;
    const send = () => this.real.query<Row>(statement, values);
    if (statement !== WRITE_BATCH) return send();
    const [, , , [hasSurplus = false] = [], charges] = values as [string[], number[], string[], boolean[], string];
    this.batches.push((JSON.parse(charges) as { request_id: string }[]).map(({ request_id }) => nameOf(request_id)));
    this.surplusAfterBatch.push(hasSurplus);
    switch (this.outcomes.shift() ?? 'replies') {
      case 'replies':
        return send();
      case 'dies after the commit':
        await send();
        throw lost;
      case 'dies before the commit':
        throw lost;
      case 'falls silent':
        this.silent.push(send);
        throw tooSlow;
      case 'is too slow':
        throw tooSlow;
      case 'is read-only':
        throw readOnly;
      case 'fails like never before':
        throw unheardOf;
    }
  }
}

/** A request is in the ledger once, so the ids of each test are its own. */
let run: string;
const idOf = (name: string) => `${name} of ${run}`;
const nameOf = (requestId: string) => requestId.replace(` of ${run}`, '');

describe('a ledger batcher', () => {
  // The timers of pg run out only if time passes while a statement is under way. See `settle`.
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] }));
  afterEach(() => jest.useRealTimers());
  /** What became of kept charges. */
  let late: [string, string][];
  let lostLines: jest.Mock;
  let writeFailed: jest.Mock;
  let customerId: string;
  beforeEach(() => {
    late = [];
    lostLines = jest.fn();
    writeFailed = jest.fn();
    run = uuidv7();
    customerId = uuidv7();
  });

  const ROUTE = uuidv7();
  const chargeOf = (reservation: FundsReservation, name: string, isDelivered = false) => ({
    reservation,
    heldNano: 10n,
    costNano: 4n,
    chargedNano: 4n,
    requestId: idOf(name),
    model: 'm',
    routeId: ROUTE,
    lines: [],
    supplierCostNano: null,
    isDelivered,
    isKept: false,
  });

  async function charged(): Promise<string[]> {
    const { rows } = await pool.query<{ request_id: string }>(
      `SELECT request_id FROM ledger_entries WHERE customer_id = $1 AND account = 'customer' AND kind = 'charge' ORDER BY request_id`,
      [customerId],
    );
    return rows.map(({ request_id }) => nameOf(request_id));
  }

  async function storedAmount({ id }: FundsReservation): Promise<bigint | undefined> {
    const { rows } = await pool.query<{ amount_nano: string }>('SELECT amount_nano FROM hold_blocks WHERE id = $1', [
      id,
    ]);
    return rows[0] && BigInt(rows[0].amount_nano);
  }

  /** What the reaper does with the reservations of a process that it takes for dead. */
  const reap = ({ id }: FundsReservation) => pool.query('DELETE FROM hold_blocks WHERE id = $1', [id]);

  async function open(connection: FailingConnection, holdNano = 100n) {
    const keyId = uuidv7();
    await pool.query(`INSERT INTO customers (id, name, balance_nano) VALUES ($1, 'Batches', 1000000000)`, [customerId]);
    await pool.query(
      `INSERT INTO enterprise_keys (id, customer_id, name, secret_hash, last4, scopes) VALUES ($1, $2, 'a', $3, 'abcd', '{text}')`,
      [keyId, customerId, Buffer.from(keyId.repeat(2)).subarray(0, 32)],
    );
    const batcher = new LedgerBatcher(
      connection,
      uuidv7(),
      { warn: jest.fn(), error: lostLines } as unknown as Logger,
      {
        lateCharge: (charge, outcome) => late.push([nameOf(charge.requestId), outcome]),
        writeFailed,
      },
    );
    const reservation = new FundsReservation(uuidv7(), customerId, keyId, null, Infinity);
    const tillIdle = () => passUntilIdle(connection);
    const held = batcher.hold(reservation, holdNano);
    await tillIdle();
    expect(await held).toBe(true);
    expect(reservation.hasSurplus).toBe(true);
    const charge = async (...names: string[]) => {
      const charges = names.map((name) => batcher.charge(chargeOf(reservation, name)).catch((error: unknown) => error));
      await tillIdle();
      return Promise.all(charges);
    };
    return { batcher, reservation, charge, tillIdle, pass: (ms: number) => pass(connection, ms) };
  }

  it.each<[Outcome[], number]>([
    [['replies'], 1],
    [['dies before the commit'], 2],
    [['dies after the commit'], 2],
    [['dies before the commit', 'dies after the commit', 'dies before the commit'], 4],
  ])('charges once when Postgres %j', async (outcomes, batches) => {
    const postgres = new FailingConnection(outcomes);
    const { reservation, charge } = await open(postgres);
    expect(await charge('request')).toEqual([true]);
    expect([await charged(), postgres.batches.length]).toEqual([['request'], batches]);
    expect(reservation.amountNano).toBe(await storedAmount(reservation));
  });

  it('writes charges of the same moment in one batch', async () => {
    const postgres = new FailingConnection();
    const { charge } = await open(postgres);
    expect(await charge('a', 'b', 'c')).toEqual([true, true, true]);
    expect(postgres.batches).toEqual([['a', 'b', 'c']]);
  });

  it('writes the other charges if one cannot be written', async () => {
    const { batcher, reservation, tillIdle } = await open(new FailingConnection());
    const charges = [
      chargeOf(reservation, 'a'),
      { ...chargeOf(reservation, 'wrong'), routeId: 'not an id' },
      chargeOf(reservation, 'b'),
    ].map((charge) => batcher.charge(charge).catch((error: unknown) => error));
    await tillIdle();
    const [a, wrong, b] = await Promise.all(charges);
    expect([a, b]).toEqual([true, true]);
    expect(wrong).toHaveProperty('message', 'invalid input syntax for type uuid: "not an id"');
    expect([await charged(), reservation.amountNano]).toEqual([['a', 'b'], await storedAmount(reservation)]);
    expect(writeFailed).not.toHaveBeenCalled();
    // The hold of the failed charge is still open.
    expect(reservation.heldNano).toBe(100n - 20n);
  });

  it('does not retry charges one by one when Postgres is too slow', async () => {
    const postgres = new FailingConnection(Array<Outcome>(40).fill('is too slow'));
    const { batcher, reservation, pass } = await open(postgres);
    const charges = ['a', 'b', 'c'].map((name) => batcher.charge(chargeOf(reservation, name)));
    const answers = Promise.allSettled(charges);
    await pass(5_500);
    expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(new Set(postgres.batches.map((requestIds) => requestIds.join()))).toEqual(new Set(['a,b,c']));
    expect([reservation.isUnconfirmed, reservation.tryHold(1n), batcher.isKeeping]).toEqual([true, false, true]);
    expect(writeFailed).toHaveBeenCalled();
  });

  it('writes that a reservation has no surplus when a reclaim leaves nothing to return', async () => {
    const postgres = new FailingConnection();
    const { batcher, reservation, tillIdle } = await open(postgres);
    reservation.tryHold(reservation.freeNano);
    await pool.query(RECLAIM, [customerId]);
    const answer = batcher.charge({ ...chargeOf(reservation, 'a'), costNano: 10n, chargedNano: 10n });
    await tillIdle();
    expect(await answer).toBe(true);
    expect([reservation.returnableNano, postgres.surplusAfterBatch]).toEqual([0n, [true, false]]);
    // Nobody waits any more for money of this reservation.
    expect((await pool.query(RECLAIM, [customerId])).rows).toEqual([]);
  });

  it('gives up when Postgres stays away, and reads what was committed before it continues', async () => {
    const postgres = new FailingConnection(Array<Outcome>(21).fill('dies after the commit'));
    const { batcher, reservation, charge, tillIdle } = await open(postgres);
    expect(await charge('a')).toEqual([lost]);
    expect([late, await charged(), batcher.isKeeping]).toEqual([[['a', 'charged']], ['a'], false]);
    // It was read again, and takes no new requests.
    expect([reservation.isUnconfirmed, reservation.isRetired]).toEqual([false, true]);
    reservation.release(reservation.heldNano);
    batcher.returnUnused(reservation);
    await tillIdle();
    expect([reservation.amountNano, await storedAmount(reservation)]).toEqual([0n, 0n]);
  });

  it.each<[string, (statement: string) => boolean]>([
    ['after the reservation was read', (statement) => statement === READ_RESERVATIONS],
    ['after the next batch', (statement) => statement === WRITE_BATCH],
  ])('ignores a late batch that arrives %s', async (_, isDone) => {
    const postgres = new FailingConnection(Array<Outcome>(21).fill('falls silent'));
    const { reservation, charge } = await open(postgres);
    postgres.afterStatement = async (statement) => {
      if (isDone(statement)) await postgres.wakeUp();
    };
    expect(await charge('given up')).toEqual([tooSlow]);
    expect(postgres.batches).toHaveLength(21);
    expect(await charge('delivered')).toEqual([true]);
    expect(await charged()).toEqual(['delivered']);
    expect(reservation.amountNano).toBe(await storedAmount(reservation));
  });

  describe('keeps the charge of a delivered answer', () => {
    const AWAY = 30;

    it.each<Outcome>([
      'dies before the commit',
      'dies after the commit',
      'is too slow',
      'falls silent',
      'is read-only',
      'fails like never before',
    ])('and writes it once when Postgres, which %s, is back', async (outcome) => {
      const postgres = new FailingConnection(Array<Outcome>(AWAY).fill(outcome));
      const { batcher, reservation, tillIdle, pass } = await open(postgres);
      const delivered = chargeOf(reservation, 'delivered', true);
      const answers = Promise.allSettled(
        [delivered, chargeOf(reservation, 'not delivered')].map((charge) => batcher.charge(charge)),
      );
      await pass(5_500);
      expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
      expect([delivered.isKept, late.filter(([name]) => name === 'delivered')]).toEqual([true, []]);
      await tillIdle();
      await postgres.wakeUp();
      const isCommitted = outcome === 'dies after the commit';
      expect(late.sort()).toEqual([
        ['delivered', 'charged'],
        ['not delivered', isCommitted ? 'charged' : 'undelivered'],
      ]);
      expect(await charged()).toEqual(['delivered', ...(isCommitted ? ['not delivered'] : [])]);
      expect([reservation.heldNano, reservation.openHolds, lostLines.mock.calls]).toEqual([80n, -1, []]);
      reservation.release(reservation.heldNano);
      batcher.returnUnused(reservation);
      await tillIdle();
      expect([reservation.amountNano, await storedAmount(reservation)]).toEqual([0n, 0n]);
    });

    it('and reports it if its reservation was gone by then', async () => {
      const postgres = new FailingConnection(Array<Outcome>(21).fill('dies before the commit'));
      const { batcher, reservation, tillIdle } = await open(postgres);
      const answer = batcher.charge(chargeOf(reservation, 'a', true)).catch(() => reap(reservation));
      await tillIdle();
      await answer;
      expect([late, await charged(), reservation.isGone]).toEqual([[['a', 'gone']], [], true]);
    });

    it('and writes it without waiting when somebody asks, unless Postgres is still away', async () => {
      const postgres = new FailingConnection();
      const { batcher, reservation, pass } = await open(postgres);
      postgres.isAway = true;
      const answer = batcher.charge(chargeOf(reservation, 'a', true)).catch((error: unknown) => error);
      await pass(5_500);
      expect(await answer).toBe(tooSlow);
      await batcher.writeKept();
      expect([late, batcher.isKeeping]).toEqual([[], true]);
      postgres.isAway = false;
      await batcher.writeKept();
      expect([late, await charged(), batcher.isKeeping]).toEqual([[['a', 'charged']], ['a'], false]);
    });

    it('until the process ends, and logs it', async () => {
      const postgres = new FailingConnection();
      const { batcher, reservation, pass } = await open(postgres);
      postgres.isAway = true;
      const answer = batcher.charge(chargeOf(reservation, 'a', true)).catch((error: unknown) => error);
      const ended = batcher.end(8_000);
      await pass(30_000);
      await ended;
      expect([await answer, late]).toEqual([tooSlow, []]);
      expect(lostLines.mock.calls).toMatchObject([[{ request_id: idOf('a'), charged_nano: '4' }, expect.any(String)]]);
    });

    it('and gives it up if Postgres refuses this very charge', async () => {
      const postgres = new FailingConnection(Array<Outcome>(25).fill('is read-only'));
      const { batcher, reservation, tillIdle } = await open(postgres);
      const charges = [
        { ...chargeOf(reservation, 'wrong', true), routeId: 'not an id' },
        chargeOf(reservation, 'a', true),
      ];
      const answers = Promise.allSettled(charges.map((charge) => batcher.charge(charge)));
      await tillIdle();
      expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
      expect(late.sort()).toEqual([
        ['a', 'charged'],
        ['wrong', 'refused'],
      ]);
      expect([await charged(), batcher.isKeeping]).toEqual([['a'], false]);
      expect(reservation.heldNano).toBe(80n);
    });

    it('however many there are', async () => {
      const postgres = new FailingConnection(Array<Outcome>(100).fill('is read-only'));
      const { batcher, reservation, tillIdle } = await open(postgres, 10n * 1_200n);
      const charges = Array.from({ length: 1_200 }, (_, at) => chargeOf(reservation, `request ${at}`, true));
      const answers = Promise.allSettled(charges.map((charge) => batcher.charge(charge)));
      await tillIdle();
      await answers;
      expect([late.length, (await charged()).length]).toEqual([1_200, 1_200]);
    });
  });

  it('charges nothing when the reservation is gone', async () => {
    const { reservation, charge } = await open(new FailingConnection());
    await reap(reservation);
    expect(await charge('a')).toEqual([false]);
    expect(reservation.isGone).toBe(true);
  });
});

/** Lets time pass only while no statement is under way, so that no real wait looks long. */
async function pass(connection: FailingConnection, ms: number): Promise<void> {
  const until = performance.now() + ms;
  while (performance.now() < until) {
    await settle(connection);
    await jest.advanceTimersByTimeAsync(Math.min(10, until - performance.now()));
  }
  await settle(connection);
}

async function passUntilIdle(connection: FailingConnection): Promise<void> {
  for (await settle(connection); jest.getTimerCount() > 0; await settle(connection))
    await jest.advanceTimersToNextTimerAsync();
}

/** Waits until the batcher waits for a timer, or for nothing. */
async function settle(connection: FailingConnection): Promise<void> {
  for (let quietRounds = 0; quietRounds < 5; quietRounds += 1) {
    await new Promise(setImmediate);
    if (connection.inFlight > 0) quietRounds = 0;
  }
}
