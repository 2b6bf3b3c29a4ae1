import * as fc from 'fast-check';
import { CustomerTurns } from './customer-turns';

/** Lets each waiter that may begin go on to its next step. */
const settle = () => new Promise(setImmediate);

async function orderOf(customers: string[], atOnce: number): Promise<{ order: string[]; most: number }> {
  const turns = new CustomerTurns(atOnce);
  const order: string[] = [];
  const open: (() => void)[] = [];
  let most = 0;
  for (const customer of customers)
    void turns.take(customer).then((end) => {
      order.push(customer);
      open.push(end);
      most = Math.max(most, open.length);
    });
  for (await settle(); open.length > 0; await settle()) {
    const end = open.shift();
    end?.();
    end?.();
  }
  return { order, most };
}

it('goes on with the next customer, whoever has more that waits', async () => {
  const { order } = await orderOf(['a', 'a', 'a', 'a', 'b', 'c', 'b'], 1);
  expect(order).toEqual(['a', 'a', 'b', 'c', 'a', 'b', 'a']);
});

it('gives each one a turn, never more at once, and no customer two while another waits', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 1, max: 4 }),
      async (customers, atOnce) => {
        const { order, most } = await orderOf(customers, atOnce);
        expect([...order].sort()).toEqual([...customers].sort());
        expect(most).toBeLessThanOrEqual(atOnce);
        const waited = order.slice(atOnce);
        waited.forEach((customer, at) => {
          const since = waited.slice(0, at).lastIndexOf(customer);
          if (since < 0) return;
          // Between two turns of a customer, each other one that has a turn later had one.
          const between = new Set(waited.slice(since + 1, at));
          for (const other of new Set(waited.slice(at + 1)))
            if (other !== customer) expect(between.has(other)).toBe(true);
        });
      },
    ),
  );
});
