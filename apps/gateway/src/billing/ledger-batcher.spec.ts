import type { Logger } from '@shipyard/platform/logger';
import type { PreparedStatements } from '../database/prepared-statements';
import { LedgerBatcher } from './ledger-batcher';
import { FIND_CHARGED, READ_RESERVATIONS, RESERVE_FUNDS, WRITE_BATCH } from './reservation-statements';
import { FundsReservation } from './funds-reservation';

const lost = Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });

const tooSlow = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });

type Outcome = 'replies' | 'dies before the commit' | 'dies after the commit' | 'is too slow' | 'falls silent';

/** A Postgres with one reservation. It follows `outcomes` batch by batch, then always replies. */
class FailingPostgres {
  readonly batches: string[][] = [];
  readonly charged: string[] = [];
  amount = 0n;
  private batchNumber = 0;
  private readonly kept: (() => void)[] = [];

  constructor(
    private readonly outcomes: Outcome[] = [],
    private readonly wrongRequest = '',
  ) {}

  readonly query = (statement: string, values: unknown[]): Promise<unknown[]> => {
    if (statement === RESERVE_FUNDS) {
      this.amount += 1_000n;
      return Promise.resolve([{ amount: this.amount.toString(), surplus: '900', free: '0', hasReclaimed: false }]);
    }
    if (statement === READ_RESERVATIONS) {
      const [, [asked]] = values as [string[], number[]];
      this.batchNumber = Math.max(this.batchNumber, asked ?? 0);
      return Promise.resolve([
        { id: 'block', amount: this.amount.toString(), batchNumber: this.batchNumber.toString() },
      ]);
    }
    if (statement === FIND_CHARGED) {
      const [asked] = values as [string[]];
      return Promise.resolve(asked.filter((id) => this.charged.includes(id)).map((id) => ({ request_id: id })));
    }
    if (statement !== WRITE_BATCH) throw new Error('An unknown statement');
    const [, [batchNumber], [target], , charges] = values as [string[], number[], string[], boolean[], string];
    const requests = (JSON.parse(charges) as { request_id: string }[]).map(({ request_id: requestId }) => requestId);
    this.batches.push(requests);
    if (requests.includes(this.wrongRequest)) return Promise.reject(new Error('invalid input syntax'));
    const outcome = this.outcomes.shift() ?? 'replies';
    if (outcome === 'is too slow') return Promise.reject(tooSlow);
    if (outcome === 'dies before the commit') return Promise.reject(lost);
    const write = () => {
      if (batchNumber !== this.batchNumber + 1) return;
      this.batchNumber += 1;
      this.charged.push(...requests);
      this.amount = BigInt(target ?? 0);
    };
    if (outcome === 'falls silent') {
      this.kept.push(write);
      return Promise.reject(tooSlow);
    }
    write();
    return outcome === 'replies' ? Promise.resolve([{ id: 'block', reclaimed: false }]) : Promise.reject(lost);
  };

  wakeUp(): void {
    for (const write of this.kept) write();
  }
}

describe('a ledger batcher', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());
  let late: [string, boolean][];
  let lostLines: jest.Mock;
  beforeEach(() => {
    late = [];
    lostLines = jest.fn();
  });

  const chargeOf = (reservation: FundsReservation, requestId: string, isDelivered = false) => ({
    reservation,
    heldNano: 10n,
    costNano: 4n,
    chargedNano: 4n,
    requestId,
    model: 'm',
    routeId: 'r',
    lines: [],
    supplierCostNano: null,
    isDelivered,
    isKept: false,
  });

  async function open(postgres: Pick<FailingPostgres, 'query'>) {
    const batcher = new LedgerBatcher(
      { query: postgres.query } as PreparedStatements,
      'process',
      { warn: jest.fn(), error: lostLines } as unknown as Logger,
      (charge, isCharged) => {
        late.push([charge.requestId, isCharged]);
      },
    );
    const reservation = new FundsReservation('block', 'customer', 'key', null, Infinity);
    const held = batcher.hold(reservation, 100n);
    await jest.runAllTimersAsync();
    expect(await held).toBe(true);
    const charge = async (...requestIds: string[]) => {
      const charges = requestIds.map((requestId) =>
        batcher.charge(chargeOf(reservation, requestId)).catch((error: unknown) => error),
      );
      await jest.runAllTimersAsync();
      return Promise.all(charges);
    };
    return { batcher, reservation, charge };
  }

  it.each<[Outcome[], number]>([
    [['replies'], 1],
    [['dies before the commit'], 2],
    [['dies after the commit'], 2],
    [['dies before the commit', 'dies after the commit', 'dies before the commit'], 4],
  ])('charges once when Postgres %j', async (outcomes, batches) => {
    const postgres = new FailingPostgres(outcomes);
    const { reservation, charge } = await open(postgres);
    expect(await charge('request')).toEqual([true]);
    expect([postgres.charged, postgres.batches.length]).toEqual([['request'], batches]);
    expect(reservation.amountNano).toBe(postgres.amount);
  });

  it('writes charges of the same moment in one batch', async () => {
    const postgres = new FailingPostgres();
    const { charge } = await open(postgres);
    expect(await charge('a', 'b', 'c')).toEqual([true, true, true]);
    expect(postgres.batches).toEqual([['a', 'b', 'c']]);
  });

  it('writes the other charges if one cannot be written', async () => {
    const postgres = new FailingPostgres([], 'wrong');
    const { reservation, charge } = await open(postgres);
    expect(await charge('a', 'wrong', 'b')).toEqual([true, new Error('invalid input syntax'), true]);
    expect([postgres.charged, reservation.amountNano]).toEqual([['a', 'b'], postgres.amount]);
    expect(reservation.heldNano).toBe(100n - 20n);
  });

  it('does not retry charges one by one when Postgres is too slow', async () => {
    const postgres = new FailingPostgres(Array<Outcome>(40).fill('is too slow'));
    const { reservation, charge } = await open(postgres);
    expect(await charge('a', 'b', 'c')).toEqual([tooSlow, tooSlow, tooSlow]);
    expect(new Set(postgres.batches.map((requestIds) => requestIds.join()))).toEqual(new Set(['a,b,c']));
    expect(reservation.isUnconfirmed).toBe(true);
  });

  it('writes that a reservation has no surplus when a reclaim leaves nothing to return', async () => {
    const surplusAfterBatch: boolean[] = [];
    const postgres = new FailingPostgres();
    const { batcher, reservation } = await open({
      query: async (statement, values) => {
        const answer = await postgres.query(statement, values);
        if (statement !== WRITE_BATCH) return answer;
        const [, , , [hasSurplus]] = values as [unknown, unknown, unknown, [boolean]];
        return [{ id: 'block', reclaimed: surplusAfterBatch.push(hasSurplus) === 1 }];
      },
    });
    reservation.tryHold(reservation.freeNano);
    const charged = batcher.charge({ ...chargeOf(reservation, 'a'), costNano: 10n, chargedNano: 10n });
    await jest.runAllTimersAsync();
    expect(await charged).toBe(true);
    expect([reservation.returnableNano, surplusAfterBatch]).toEqual([0n, [true, false]]);
  });

  it('gives up when Postgres stays away, and reads what was committed before it continues', async () => {
    const postgres = new FailingPostgres(Array<Outcome>(40).fill('dies after the commit'));
    const { batcher, reservation, charge } = await open(postgres);
    expect(await charge('a')).toEqual([lost]);
    expect([reservation.isUnconfirmed, reservation.tryHold(1n), postgres.charged]).toEqual([true, false, ['a']]);
    reservation.release(reservation.heldNano);
    while (postgres.batches.length < 40)
      await postgres.query(WRITE_BATCH, [[], [0], [], [], '[]', []]).catch(() => undefined);
    batcher.returnUnused(reservation);
    await jest.runAllTimersAsync();
    expect([reservation.isUnconfirmed, reservation.amountNano, postgres.amount]).toEqual([false, 0n, 0n]);
  });

  it.each<[string, (statement: string) => boolean]>([
    ['after the reservation was read', (statement) => statement === READ_RESERVATIONS],
    ['after the next batch', (statement) => statement === WRITE_BATCH],
  ])('ignores a late batch that arrives %s', async (_, isDone) => {
    const postgres = new FailingPostgres(Array<Outcome>(21).fill('falls silent'));
    const { reservation, charge } = await open({
      query: async (statement, values) => {
        const answer = await postgres.query(statement, values);
        if (isDone(statement)) postgres.wakeUp();
        return answer;
      },
    });
    expect(await charge('given up')).toEqual([tooSlow]);
    expect(postgres.batches).toHaveLength(21);
    expect(await charge('delivered')).toEqual([true]);
    expect(postgres.charged).toEqual(['delivered']);
    expect(reservation.amountNano).toBe(postgres.amount);
  });

  describe('keeps the charge of a delivered answer', () => {
    const AWAY = 30;

    it.each<Outcome>(['dies before the commit', 'dies after the commit', 'is too slow', 'falls silent'])(
      'and writes it once when Postgres, which %s, is back',
      async (outcome) => {
        const postgres = new FailingPostgres(Array<Outcome>(AWAY).fill(outcome));
        const { batcher, reservation } = await open(postgres);
        const delivered = chargeOf(reservation, 'delivered', true);
        const answers = Promise.allSettled(
          [delivered, chargeOf(reservation, 'not delivered')].map((charge) => batcher.charge(charge)),
        );
        await jest.advanceTimersByTimeAsync(5_500);
        expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
        expect([delivered.isKept, late]).toEqual([true, []]);
        // The other request releases its hold. The hold of this one stays.
        reservation.release(10n);
        expect([reservation.heldNano, reservation.openHolds]).toEqual([90n, 0]);
        await jest.runAllTimersAsync();
        postgres.wakeUp();
        expect(late).toEqual([['delivered', true]]);
        expect(postgres.charged.filter((id) => id === 'delivered')).toHaveLength(1);
        expect([reservation.heldNano, reservation.openHolds, lostLines.mock.calls]).toEqual([80n, -1, []]);
        reservation.release(reservation.heldNano);
        batcher.returnUnused(reservation);
        await jest.runAllTimersAsync();
        expect([reservation.amountNano, postgres.amount]).toEqual([0n, 0n]);
      },
    );

    it('and reports it if its reservation was gone by then', async () => {
      const postgres = new FailingPostgres(Array<Outcome>(21).fill('dies before the commit'));
      let isGone = false;
      const { batcher, reservation } = await open({
        query: async (statement, values) =>
          isGone && statement === READ_RESERVATIONS ? [] : postgres.query(statement, values),
      });
      const answer = batcher.charge(chargeOf(reservation, 'a', true)).catch(() => (isGone = true));
      await jest.runAllTimersAsync();
      await answer;
      expect([late, postgres.charged, reservation.isGone]).toEqual([[['a', false]], [], true]);
    });

    it('until the process ends, and logs it', async () => {
      const postgres = new FailingPostgres(Array<Outcome>(1_000).fill('is too slow'));
      const { batcher, reservation } = await open({
        query: (statement, values) =>
          statement === READ_RESERVATIONS ? Promise.reject(tooSlow) : postgres.query(statement, values),
      });
      const answer = batcher.charge(chargeOf(reservation, 'a', true)).catch((error: unknown) => error);
      const ended = batcher.end(8_000);
      await jest.advanceTimersByTimeAsync(30_000);
      await ended;
      expect([await answer, late]).toEqual([tooSlow, []]);
      expect(lostLines.mock.calls).toMatchObject([[{ request_id: 'a', charged_nano: '4' }, expect.any(String)]]);
    });

    it('up to a limit', async () => {
      const postgres = new FailingPostgres(Array<Outcome>(300).fill('is too slow'));
      const { batcher, reservation } = await open(postgres);
      const charges = Array.from({ length: 5_500 }, (_, at) => chargeOf(reservation, `request ${at}`, true));
      const answers = Promise.allSettled(charges.map((charge) => batcher.charge(charge)));
      await jest.advanceTimersByTimeAsync(120_000);
      await answers;
      expect(charges.filter(({ isKept }) => isKept).length).toBe(5_000);
      await jest.runAllTimersAsync();
      expect([late.length, postgres.charged.length]).toEqual([5_000, 5_000]);
    });
  });

  it('charges nothing when the reservation is gone', async () => {
    const postgres = new FailingPostgres();
    const { reservation, charge } = await open({
      query: (statement, values) =>
        statement === WRITE_BATCH ? Promise.resolve([]) : postgres.query(statement, values),
    });
    expect(await charge('a')).toEqual([false]);
    expect(reservation.isGone).toBe(true);
  });
});
