import fc from 'fast-check';
import { StoredBytes } from './stored-bytes';

describe('the stored bytes of customers', () => {
  it("are checked with a customer's first answer, and then after a number of bytes", () => {
    const answers = fc.array(fc.record({ customerId: fc.constantFrom('a', 'b', 'c'), bytes: fc.nat(60) }), {
      maxLength: 100,
    });
    fc.assert(
      fc.property(answers, (stored) => {
        const counted = new StoredBytes(100);
        const unseen = new Map<string, number>();
        for (const { customerId, bytes } of stored) {
          const isFirst = !unseen.has(customerId);
          const isDue = counted.add(customerId, bytes);
          const came = (unseen.get(customerId) ?? 0) + bytes;
          expect(isDue).toBe(isFirst || came >= 100);
          unseen.set(customerId, isDue ? 0 : came);
        }
      }),
    );
  });

  it('forget the customers that stored nothing for longest', () => {
    const counted = new StoredBytes(100);
    for (let customer = 0; customer <= 10_000; customer += 1) counted.add(String(customer), 1);
    expect([counted.add('0', 1), counted.add('10000', 1)]).toEqual([true, false]);
  });
});
