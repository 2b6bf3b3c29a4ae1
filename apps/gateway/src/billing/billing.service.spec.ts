import type { Logger } from '@shipyard/platform';
import type { DataSource } from 'typeorm';
import { BillingService } from './billing.service';
import type { ProcessBeatsService } from './process-beats.service';

const charge = { requestId: 'request-1', model: 'm', lines: [{ unitType: 'image', units: 2, unitPriceNano: 50n }], routeId: 'route-1' };
const lost = Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });

type Outcome = 'replies' | 'dies before the commit' | 'dies after the commit';

/** A Postgres with one hold, which behaves as `outcomes` say at one settlement after the other, and then replies. */
class FailingPostgres {
  settlements = 0;
  private held = true;
  private readonly charged = new Map<string, string>();

  constructor(private readonly outcomes: Outcome[]) {}

  query(statement: string, values: unknown[]): Promise<{ charged: string }[]> {
    if (!statement.includes('DELETE FROM holds')) {
      const amount = this.charged.get(String(values[0]));
      return Promise.resolve(amount === undefined ? [] : [{ charged: amount }]);
    }
    this.settlements += 1;
    const outcome = this.outcomes.shift() ?? 'replies';
    if (outcome === 'dies before the commit') return Promise.reject(lost);
    const rows = this.held ? [{ charged: String(values[1]) }] : [];
    if (this.held) this.charged.set(String(values[2]), String(values[1]));
    this.held = false;
    return outcome === 'replies' ? Promise.resolve(rows) : Promise.reject(lost);
  }
}

describe('settling', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const warn = jest.fn();
  const over = (query: (statement: string, values: unknown[]) => Promise<unknown>) =>
    new BillingService(
      { query } as unknown as DataSource,
      { onBeat: () => undefined } as unknown as ProcessBeatsService,
      { warn } as unknown as Logger,
    );

  async function settle(billing: BillingService, requestId = charge.requestId) {
    const settled = billing.settle('hold-1', { ...charge, requestId }).catch((error: unknown) => error);
    await jest.runAllTimersAsync();
    return settled;
  }

  it.each<[Outcome[], number]>([
    [['replies'], 1],
    [['dies before the commit'], 2],
    [['dies after the commit'], 2],
    [['dies before the commit', 'dies after the commit', 'dies before the commit'], 4],
  ])('charges once when Postgres %j', async (outcomes, settlements) => {
    const postgres = new FailingPostgres(outcomes);
    expect(await settle(over(postgres.query.bind(postgres)))).toEqual({ chargedNano: 100n });
    expect(postgres.settlements).toBe(settlements);
  });

  it('answers the same request with the same charge, and another one with none', async () => {
    const postgres = new FailingPostgres([]);
    const billing = over(postgres.query.bind(postgres));
    expect(await settle(billing)).toEqual({ chargedNano: 100n });
    expect(await settle(billing)).toEqual({ chargedNano: 100n });
    expect(await settle(billing, 'request-2')).toBeNull();
  });

  it('tries again while only the ledger is out of reach', async () => {
    const postgres = new FailingPostgres(['dies after the commit']);
    let refusals = 1;
    const billing = over((statement, values) =>
      statement.includes('DELETE FROM holds') || refusals-- <= 0 ? postgres.query(statement, values) : Promise.reject(lost),
    );
    expect(await settle(billing)).toEqual({ chargedNano: 100n });
  });

  it('gives up when Postgres stays away', async () => {
    expect(await settle(over(() => Promise.reject(lost)))).toBe(lost);
  });

  it('does not repeat a statement that is wrong', async () => {
    const wrong = new Error('syntax error');
    const query = jest.fn(() => Promise.reject(wrong));
    expect(await settle(over(query))).toBe(wrong);
    expect(query).toHaveBeenCalledTimes(1);
  });
});
