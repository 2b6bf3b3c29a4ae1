import { uuidv7 } from '@shipyard/platform/ids';
import type { Logger } from '@shipyard/platform/logger';
import type { DataSource } from 'typeorm';
import type { BillingStatements } from '../database/billing-statements';
import type { LongReads } from '../database/long-reads';
import { BillingService, type Hold, knownCost } from './billing.service';
import {
  DELETE_EMPTY_RESERVATIONS,
  FIND_RECLAIMED,
  FIND_WINDOW,
  RESERVE_FUNDS,
  WRITE_BATCH,
} from './reservation-statements';
import type { HeartbeatsService } from '../processes';

/** Grants each reservation what it asks for, and deletes empty rows only when told to. */
class SlowClosingPostgres {
  readonly closing: string[][] = [];
  private letClose: () => void = () => undefined;
  private readonly mayClose = new Promise<void>((resolve) => (this.letClose = resolve));
  private readonly amounts = new Map<string, bigint>();

  close(): void {
    this.letClose();
  }

  readonly query = async (statement: string, values: unknown[]): Promise<unknown[]> => {
    if (statement === RESERVE_FUNDS) {
      const [id, , , , , needs] = values as [string, string, string, string, null, string[]];
      const amount = (this.amounts.get(id) ?? 0n) + BigInt(needs.at(-1) ?? 0);
      this.amounts.set(id, amount);
      return [{ amount: amount.toString(), surplus: '0', free: '0', hasReclaimed: false }];
    }
    if (statement === WRITE_BATCH) {
      const [ids, , targets] = values as [string[], number[], string[]];
      ids.forEach((id, at) => this.amounts.set(id, BigInt(targets[at] ?? 0)));
      return ids.map((id) => ({ id, reclaimed: false }));
    }
    if (statement !== DELETE_EMPTY_RESERVATIONS) throw new Error('An unknown statement');
    this.closing.push(values[0] as string[]);
    await this.mayClose;
    return [];
  };
}

/** Grants each reservation a surplus of 1,000 nano, and knows the window of each charge. */
class WindowedPostgres {
  readonly windows = new Map<string, Date>();
  readonly amounts = new Map<string, bigint>();
  readonly charged: { requestId: string; window: Date | undefined }[] = [];

  readonly query = (statement: string, values: unknown[]): Promise<unknown[]> => {
    if (statement === FIND_WINDOW) return Promise.resolve([{ used: '0' }]);
    if (statement === FIND_RECLAIMED) return Promise.resolve([]);
    if (statement === RESERVE_FUNDS) {
      const [id, , , , window, needs] = values as [string, string, string, string, Date, string[]];
      const amount = (this.amounts.get(id) ?? 0n) + BigInt(needs.at(-1) ?? 0) + 1_000n;
      this.amounts.set(id, amount);
      this.windows.set(id, window);
      return Promise.resolve([{ amount: amount.toString(), surplus: '1000', free: '0', hasReclaimed: false }]);
    }
    if (statement === DELETE_EMPTY_RESERVATIONS) {
      for (const id of values[0] as string[]) this.amounts.delete(id);
      return Promise.resolve([]);
    }
    if (statement !== WRITE_BATCH) throw new Error('An unknown statement');
    const [ids, , targets, , charges] = values as [string[], number[], string[], boolean[], string];
    ids.forEach((id, at) => this.amounts.set(id, BigInt(targets[at] ?? 0)));
    for (const { block_id: blockId, request_id: requestId } of JSON.parse(charges) as {
      block_id: string;
      request_id: string;
    }[]) {
      this.charged.push({ requestId, window: this.windows.get(blockId) });
    }
    return Promise.resolve(ids.map((id) => ({ id, reclaimed: false })));
  };
}

function billingOn(postgres: { query: (statement: string, values: unknown[]) => Promise<unknown[]> }): BillingService {
  const heartbeats = { processId: uuidv7(), onHeartbeat: () => undefined } as unknown as HeartbeatsService;
  return new BillingService({} as DataSource, postgres as BillingStatements, {} as LongReads, heartbeats, {
    warn: jest.fn(),
  } as unknown as Logger);
}

const midnights = [
  ['day', 'Asia/Shanghai', '2026-03-01T16:00:00Z', '2026-02-28T16:00:00Z'],
  ['month', 'America/New_York', '2026-03-01T05:00:00Z', '2026-02-01T05:00:00Z'],
] as const;

it.each(midnights)(
  'counts a hold from before the end of a %s in %s in that window, and later holds in the next',
  async (period, timeZone, midnight, before) => {
    const endsAt = Date.parse(midnight);
    jest.useFakeTimers({ now: endsAt - 1_000, doNotFake: ['setImmediate', 'nextTick', 'performance'] });
    try {
      const postgres = new WindowedPostgres();
      const billing = billingOn(postgres);
      const payer = { customerId: uuidv7(), keyId: uuidv7(), budget: { amountNano: 1_000_000n, period, timeZone } };
      const lines = [{ unitType: 'image' as const, units: 1, unitPriceNano: 7n }];
      const settle = (hold: Hold, requestId: string) =>
        billing.settle(hold, { requestId, model: 'm', lines, routeId: 'r', supplierCostNano: null });

      const early = await billing.hold(payer, knownCost(lines));
      jest.setSystemTime(endsAt - 1);
      const last = await billing.hold(payer, knownCost(lines));
      jest.setSystemTime(endsAt);
      const next = await billing.hold(payer, knownCost(lines));
      expect(last.reservation).toBe(early.reservation);
      expect(next.reservation).not.toBe(early.reservation);
      expect([early, next].map(({ reservation }) => postgres.windows.get(reservation.id))).toEqual([
        new Date(before),
        new Date(midnight),
      ]);

      await settle(next, 'next');
      await settle(early, 'early');
      await settle(last, 'last');
      expect(postgres.charged).toEqual([
        { requestId: 'next', window: new Date(midnight) },
        { requestId: 'early', window: new Date(before) },
        { requestId: 'last', window: new Date(before) },
      ]);
      await jest.advanceTimersByTimeAsync(200);
      expect([postgres.amounts.get(early.reservation.id), postgres.amounts.get(next.reservation.id)]).toEqual([
        0n,
        1_000n,
      ]);
      await billing.stop();
      expect(postgres.amounts).toEqual(new Map());
    } finally {
      jest.useRealTimers();
    }
  },
);

it('reserves no money in a reservation that is being deleted', async () => {
  const postgres = new SlowClosingPostgres();
  const billing = billingOn(postgres);
  const payers = ['0', '1'].map((last) => ({
    customerId: `00000000-0000-7000-8000-00000000000${last}`,
    keyId: uuidv7(),
    budget: null,
  }));
  const cost = knownCost([{ unitType: 'image', units: 1, unitPriceNano: 7n }]);
  const holds = await Promise.all(payers.map(async (payer) => billing.hold(payer, cost)));
  for (const hold of holds) billing.release(hold);

  const stopping = billing.stop();
  while (postgres.closing.length === 0) await new Promise(setImmediate);
  expect(postgres.closing[0]).toEqual([holds[0]?.reservation.id]);
  const [, second] = payers;
  const late = second && (await billing.hold(second, cost));
  expect(late?.reservation).not.toBe(holds[1]?.reservation);
  postgres.close();
  await stopping;
  expect(postgres.closing.flat()).toEqual(holds.map(({ reservation }) => reservation.id));
  expect(late?.reservation.isGone).toBe(false);
});
