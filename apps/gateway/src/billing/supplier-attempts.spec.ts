import fc from 'fast-check';
import { type EndedAttempt, SupplierAttempts } from './supplier-attempts';

const attempt = (id: string, particulars: Partial<EndedAttempt> = {}): EndedAttempt => ({
  route: { id, supplierPrices: [{ unit_type: 'request', price_nano: '3' }] },
  bill: 'perhaps_billed',
  units: () => [{ unitType: 'request', units: 2 }],
  ...particulars,
});

describe('the attempts of a request', () => {
  const attempts = () => new SupplierAttempts('request-1', 'm');

  it('are losses if a supplier bills them, or may, and nobody pays', () => {
    const ended = attempts();
    ended.ended(attempt('perhaps'));
    ended.ended(attempt('surely', { bill: 'billed', reason: 'hold_lost' }));
    ended.ended(attempt('refused', { bill: 'not_billed' }));
    ended.ended(attempt('paid', { bill: 'billed' }));
    ended.charging('paid');
    const loss = { requestId: 'request-1', model: 'm', supplierCostNano: 6n };
    expect(ended.losses).toEqual([
      { ...loss, routeId: 'perhaps', reason: 'undelivered' },
      { ...loss, routeId: 'surely', reason: 'hold_lost' },
    ]);
  });

  it('count the units of no attempt that is paid', () => {
    const ended = attempts();
    const units = jest.fn(() => []);
    ended.ended(attempt('a', { bill: 'billed', units }));
    ended.charging('a');
    expect([ended.losses, units.mock.calls]).toEqual([[], []]);
  });

  it('may be paid for once one may be billed or a charge begins', () => {
    const refused = attempts();
    refused.ended(attempt('a', { bill: 'not_billed' }));
    const billed = attempts();
    billed.ended(attempt('a'));
    const charged = attempts();
    charged.charging('a');
    expect([refused, billed, charged].map(({ mayBePaidFor }) => mayBePaidFor)).toEqual([false, true, true]);
  });

  it('leave one loss for each route at most, and none for what is paid or not billed', () => {
    const event = fc.record({
      route: fc.constantFrom('a', 'b', 'c'),
      bill: fc.constantFrom('billed' as const, 'perhaps_billed' as const, 'not_billed' as const),
      isCharged: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const ended = attempts();
        const owed = new Set<string>();
        for (const { route, bill, isCharged } of events) {
          ended.ended(attempt(route, { bill }));
          if (bill !== 'not_billed') owed.add(route);
          if (!isCharged) continue;
          ended.charging(route);
          owed.delete(route);
        }
        expect(ended.losses.map(({ routeId }) => routeId).toSorted()).toEqual([...owed].toSorted());
      }),
    );
  });
});
