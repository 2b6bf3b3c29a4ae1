import type { Logger } from '@shipyard/platform';
import type { PreparedStatements } from '../database/prepared-statements';
import { BillingLane } from './billing-lane';
import { FIND_CHARGED, READ_BLOCKS, TAKE, TURN } from './block-statements';
import { HoldBlock } from './hold-block';

const lost = Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });

const tooSlow = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });

type Outcome = 'replies' | 'dies before the commit' | 'dies after the commit' | 'is too slow' | 'falls silent';

/** A Postgres with one block, which behaves as `outcomes` say at one turn after the other, and then replies. It does what the statements do. */
class FailingPostgres {
  readonly turns: string[][] = [];
  readonly charged: string[] = [];
  amount = 0n;
  private turn = 0;
  private readonly kept: (() => void)[] = [];

  constructor(
    private readonly outcomes: Outcome[] = [],
    private readonly wrongRequest = '',
  ) {}

  readonly query = (statement: string, values: unknown[]): Promise<unknown[]> => {
    if (statement === TAKE) {
      this.amount += 1_000n;
      return Promise.resolve([{ amount: this.amount.toString(), spare: '900', free: '0', isElsewhere: false }]);
    }
    if (statement === READ_BLOCKS) {
      const [, [asked]] = values as [string[], number[]];
      this.turn = Math.max(this.turn, asked ?? 0);
      return Promise.resolve([{ id: 'block', amount: this.amount.toString(), turn: this.turn.toString() }]);
    }
    if (statement === FIND_CHARGED) {
      const [asked] = values as [string[]];
      return Promise.resolve(asked.filter((id) => this.charged.includes(id)).map((id) => ({ request_id: id })));
    }
    if (statement !== TURN) throw new Error('An unknown statement');
    const [, [turn], [target], , charges] = values as [string[], number[], string[], boolean[], string];
    const requests = (JSON.parse(charges) as { request_id: string }[]).map(({ request_id: requestId }) => requestId);
    this.turns.push(requests);
    if (requests.includes(this.wrongRequest)) return Promise.reject(new Error('invalid input syntax'));
    const outcome = this.outcomes.shift() ?? 'replies';
    if (outcome === 'is too slow') return Promise.reject(tooSlow);
    if (outcome === 'dies before the commit') return Promise.reject(lost);
    const write = () => {
      if (turn !== this.turn + 1) return;
      this.turn += 1;
      this.charged.push(...requests);
      this.amount = BigInt(target ?? 0);
    };
    if (outcome === 'falls silent') {
      this.kept.push(write);
      return Promise.reject(tooSlow);
    }
    write();
    return outcome === 'replies' ? Promise.resolve([{ id: 'block', recalled: false }]) : Promise.reject(lost);
  };

  /** Does what it was asked while it was silent. */
  wakeUp(): void {
    for (const write of this.kept) write();
  }
}

describe('a lane', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());
  /** What became of charges that were kept. */
  let late: [string, boolean][];
  let lostLines: jest.Mock;
  beforeEach(() => {
    late = [];
    lostLines = jest.fn();
  });

  const chargeOf = (block: HoldBlock, requestId: string, isDelivered = false) => ({
    block, heldNano: 10n, costNano: 4n, chargedNano: 4n, requestId, model: 'm', routeId: 'r', lines: [], supplierCostNano: null, isDelivered, isKept: false,
  });

  async function open(postgres: Pick<FailingPostgres, 'query'>) {
    const lane = new BillingLane({ query: postgres.query } as PreparedStatements, 'process', { warn: jest.fn(), error: lostLines } as unknown as Logger, (charge, isCharged) => {
      late.push([charge.requestId, isCharged]);
    });
    const block = new HoldBlock('block', 'customer', 'key', null, Infinity);
    const held = lane.hold(block, 100n);
    await jest.runAllTimersAsync();
    expect(await held).toBe(true);
    const charge = async (...requestIds: string[]) => {
      const charges = requestIds.map((requestId) => lane.charge(chargeOf(block, requestId)).catch((error: unknown) => error));
      await jest.runAllTimersAsync();
      return Promise.all(charges);
    };
    return { lane, block, charge };
  }

  it.each<[Outcome[], number]>([
    [['replies'], 1],
    [['dies before the commit'], 2],
    [['dies after the commit'], 2],
    [['dies before the commit', 'dies after the commit', 'dies before the commit'], 4],
  ])('charges once when Postgres %j', async (outcomes, turns) => {
    const postgres = new FailingPostgres(outcomes);
    const { block, charge } = await open(postgres);
    expect(await charge('request')).toEqual([true]);
    expect([postgres.charged, postgres.turns.length]).toEqual([['request'], turns]);
    expect(block.amountNano).toBe(postgres.amount);
  });

  it('writes what comes together in one turn', async () => {
    const postgres = new FailingPostgres();
    const { charge } = await open(postgres);
    expect(await charge('a', 'b', 'c')).toEqual([true, true, true]);
    expect(postgres.turns).toEqual([['a', 'b', 'c']]);
  });

  it('writes the others where one charge cannot be written', async () => {
    const postgres = new FailingPostgres([], 'wrong');
    const { block, charge } = await open(postgres);
    expect(await charge('a', 'wrong', 'b')).toEqual([true, new Error('invalid input syntax'), true]);
    expect([postgres.charged, block.amountNano]).toEqual([['a', 'b'], postgres.amount]);
    // The hold of the one that failed is open still.
    expect(block.heldNano).toBe(100n - 20n);
  });

  it('does not look for a charge at fault where Postgres is too slow', async () => {
    const postgres = new FailingPostgres(Array<Outcome>(40).fill('is too slow'));
    const { block, charge } = await open(postgres);
    expect(await charge('a', 'b', 'c')).toEqual([tooSlow, tooSlow, tooSlow]);
    expect(new Set(postgres.turns.map((turn) => turn.join()))).toEqual(new Set(['a,b,c']));
    expect(block.isDoubtful).toBe(true);
  });

  it('writes that a block has no spare money any more where a recall leaves nothing to give back', async () => {
    const spare: boolean[] = [];
    const postgres = new FailingPostgres();
    const { lane, block } = await open({
      query: async (statement, values) => {
        const answer = await postgres.query(statement, values);
        if (statement !== TURN) return answer;
        const [, , , [isSpare]] = values as [unknown, unknown, unknown, [boolean]];
        return [{ id: 'block', recalled: spare.push(isSpare) === 1 }];
      },
    });
    block.tryHold(block.freeNano);
    const charged = lane.charge({ ...chargeOf(block, 'a'), costNano: 10n, chargedNano: 10n });
    await jest.runAllTimersAsync();
    expect(await charged).toBe(true);
    expect([block.owesNano, spare]).toEqual([0n, [true, false]]);
  });

  it('gives up when Postgres stays away, and reads what came through before it goes on', async () => {
    const postgres = new FailingPostgres(Array<Outcome>(40).fill('dies after the commit'));
    const { lane, block, charge } = await open(postgres);
    expect(await charge('a')).toEqual([lost]);
    expect([block.isDoubtful, block.tryHold(1n), postgres.charged]).toEqual([true, false, ['a']]);
    block.release(block.heldNano);
    while (postgres.turns.length < 40) await postgres.query(TURN, [[], [0], [], [], '[]', []]).catch(() => undefined);
    lane.giveBack(block);
    await jest.runAllTimersAsync();
    expect([block.isDoubtful, block.amountNano, postgres.amount]).toEqual([false, 0n, 0n]);
  });

  it.each<[string, (statement: string) => boolean]>([
    ['once the block was read', (statement) => statement === READ_BLOCKS],
    ['after the next turn', (statement) => statement === TURN],
  ])('counts a turn as done that may come late, and comes %s', async (_, isDone) => {
    const postgres = new FailingPostgres(Array<Outcome>(21).fill('falls silent'));
    const { block, charge } = await open({
      query: async (statement, values) => {
        const answer = await postgres.query(statement, values);
        if (isDone(statement)) postgres.wakeUp();
        return answer;
      },
    });
    expect(await charge('given up')).toEqual([tooSlow]);
    expect(postgres.turns).toHaveLength(21);
    expect(await charge('delivered')).toEqual([true]);
    expect(postgres.charged).toEqual(['delivered']);
    expect(block.amountNano).toBe(postgres.amount);
  });

  describe('keeps a charge for what was delivered', () => {
    const AWAY = 30;

    it.each<Outcome>(['dies before the commit', 'dies after the commit', 'is too slow', 'falls silent'])(
      'and writes it once when Postgres, which %s, is back', async (outcome) => {
        const postgres = new FailingPostgres(Array<Outcome>(AWAY).fill(outcome));
        const { lane, block } = await open(postgres);
        const delivered = chargeOf(block, 'delivered', true);
        const answers = Promise.allSettled([delivered, chargeOf(block, 'not delivered')].map((charge) => lane.charge(charge)));
        await jest.advanceTimersByTimeAsync(5_500);
        expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
        expect([delivered.isKept, late]).toEqual([true, []]);
        // The request of the other gives its hold back, and that of this one stays.
        block.release(10n);
        expect([block.heldNano, block.openHolds]).toEqual([90n, 0]);
        await jest.runAllTimersAsync();
        postgres.wakeUp();
        expect(late).toEqual([['delivered', true]]);
        expect(postgres.charged.filter((id) => id === 'delivered')).toHaveLength(1);
        expect([block.heldNano, block.openHolds, lostLines.mock.calls]).toEqual([80n, -1, []]);
        block.release(block.heldNano);
        lane.giveBack(block);
        await jest.runAllTimersAsync();
        expect([block.amountNano, postgres.amount]).toEqual([0n, 0n]);
      },
    );

    it('and says so where its block was gone by then', async () => {
      const postgres = new FailingPostgres(Array<Outcome>(21).fill('dies before the commit'));
      let isGone = false;
      const { lane, block } = await open({
        query: async (statement, values) => (isGone && statement === READ_BLOCKS ? [] : postgres.query(statement, values)),
      });
      const answer = lane.charge(chargeOf(block, 'a', true)).catch(() => (isGone = true));
      await jest.runAllTimersAsync();
      await answer;
      expect([late, postgres.charged, block.isGone]).toEqual([[['a', false]], [], true]);
    });

    it('until the process ends, and names it in the log', async () => {
      const postgres = new FailingPostgres(Array<Outcome>(1_000).fill('is too slow'));
      const { lane, block } = await open({
        query: (statement, values) => (statement === READ_BLOCKS ? Promise.reject(tooSlow) : postgres.query(statement, values)),
      });
      const answer = lane.charge(chargeOf(block, 'a', true)).catch((error: unknown) => error);
      const ended = lane.end(8_000);
      await jest.advanceTimersByTimeAsync(30_000);
      await ended;
      expect([await answer, late]).toEqual([tooSlow, []]);
      expect(lostLines.mock.calls).toMatchObject([[{ request_id: 'a', charged_nano: '4' }, expect.any(String)]]);
    });

    it('as far as there is room', async () => {
      const postgres = new FailingPostgres(Array<Outcome>(300).fill('is too slow'));
      const { lane, block } = await open(postgres);
      const charges = Array.from({ length: 5_500 }, (_, at) => chargeOf(block, `request ${at}`, true));
      const answers = Promise.allSettled(charges.map((charge) => lane.charge(charge)));
      await jest.advanceTimersByTimeAsync(120_000);
      await answers;
      expect(charges.filter(({ isKept }) => isKept).length).toBe(5_000);
      await jest.runAllTimersAsync();
      expect([late.length, postgres.charged.length]).toEqual([5_000, 5_000]);
    });
  });

  it('charges nothing when the block is gone', async () => {
    const postgres = new FailingPostgres();
    const { block, charge } = await open({
      query: (statement, values) => (statement === TURN ? Promise.resolve([]) : postgres.query(statement, values)),
    });
    expect(await charge('a')).toEqual([false]);
    expect(block.isGone).toBe(true);
  });
});
