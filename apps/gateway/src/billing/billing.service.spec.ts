import { type Logger, uuidv7 } from '@shipyard/platform';
import { DataSource } from 'typeorm';
import { BillingService, knownCost } from './billing.service';
import { CLOSE_BLOCKS, TAKE, TURN } from './block-statements';
import type { ProcessBeatsService } from '../processes/process-beats.service';

/** A Postgres that gives each block what it asks for and nothing to spare, and removes rows of blocks only when it is let. */
class SlowClosingPostgres {
  readonly closing: string[][] = [];
  private letClose: () => void = () => undefined;
  private readonly mayClose = new Promise<void>((resolve) => (this.letClose = resolve));
  private readonly amounts = new Map<string, bigint>();

  close(): void {
    this.letClose();
  }

  readonly query = async (statement: string, values: unknown[]): Promise<unknown[]> => {
    if (statement === TAKE) {
      const [id, , , , , needs] = values as [string, string, string, string, null, string[]];
      const amount = (this.amounts.get(id) ?? 0n) + BigInt(needs.at(-1) ?? 0);
      this.amounts.set(id, amount);
      return [{ amount: amount.toString(), spare: '0', free: '0', isElsewhere: false }];
    }
    if (statement === TURN) {
      const [ids, , targets] = values as [string[], number[], string[]];
      ids.forEach((id, at) => this.amounts.set(id, BigInt(targets[at] ?? 0)));
      return ids.map((id) => ({ id, recalled: false }));
    }
    if (statement !== CLOSE_BLOCKS) throw new Error('An unknown statement');
    this.closing.push(values[0] as string[]);
    await this.mayClose;
    return [];
  };
}

it('takes no money into a block that is about to be closed', async () => {
  const postgres = new SlowClosingPostgres();
  const dataSource = new DataSource({ type: 'postgres' });
  jest.spyOn(dataSource, 'query').mockImplementation((statement, values) => postgres.query(statement, Array.isArray(values) ? values : []));
  const pool = { query: async ({ text, values }: { text: string; values: unknown[] }) => ({ rows: await postgres.query(text, values) }) };
  Object.assign(dataSource.driver, { master: pool });
  const beats = { processId: uuidv7(), onBeat: () => undefined } as unknown as ProcessBeatsService;
  const billing = new BillingService(dataSource, beats, { warn: jest.fn() } as unknown as Logger);
  // Of two customers in two lanes.
  const payers = ['0', '1'].map((last) => ({ customerId: `00000000-0000-7000-8000-00000000000${last}`, keyId: uuidv7(), budget: null }));
  const cost = knownCost([{ unitType: 'image', units: 1, unitPriceNano: 7n }]);
  const holds = await Promise.all(payers.map(async (payer) => billing.hold(payer, cost)));
  for (const hold of holds) billing.release(hold);

  const stopping = billing.stop();
  while (postgres.closing.length === 0) await new Promise(setImmediate);
  expect(postgres.closing[0]).toEqual([holds[0]?.block.id]);
  const [, second] = payers;
  const late = second && (await billing.hold(second, cost));
  expect(late?.block).not.toBe(holds[1]?.block);
  postgres.close();
  await stopping;
  expect(postgres.closing.flat()).toEqual(holds.map(({ block }) => block.id));
  expect(late?.block.isGone).toBe(false);
});
