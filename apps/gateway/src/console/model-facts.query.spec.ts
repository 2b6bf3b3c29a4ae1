import type { RouteView } from '../models';
import { pricedUnit } from './model-facts.query';

const route = (enabled: boolean, ...prices: [string, string][]) =>
  ({
    enabled,
    supplier_prices: prices.map(([unit_type, price_cny]) => ({ unit_type, price_cny })),
  }) as unknown as RouteView;
const unit = (unit_type: 'output_1k_tokens' | 'reasoning_1k_tokens', price_cny: string) => ({
  unit_type,
  unit_name: 'Unit',
  price_cny,
});

describe('a unit that customers pay for', () => {
  it('is beside the dearest route that takes calls', () => {
    const routes = [
      route(true, ['output_1k_tokens', '0.1']),
      route(true, ['output_1k_tokens', '0.1265']),
      route(false, ['output_1k_tokens', '9']),
      route(true),
    ];
    const { dearestCny, marginPercent } = pricedUnit(unit('output_1k_tokens', '0.12'), routes);
    expect([dearestCny, marginPercent?.toFixed(1)]).toEqual(['0.1265', '-5.4']);
  });

  it('costs as its parent where a supplier has no price for it', () => {
    const routes = [route(true, ['output_1k_tokens', '0.1'])];
    expect(pricedUnit(unit('reasoning_1k_tokens', '0.2'), routes)).toMatchObject({
      dearestCny: '0.10',
      marginPercent: 50,
    });
  });

  it('has no margin where the cost is not known, or the price is 0', () => {
    expect(pricedUnit(unit('output_1k_tokens', '1'), [])).toMatchObject({ dearestCny: null, marginPercent: null });
    const free = pricedUnit(unit('output_1k_tokens', '0'), [route(true, ['output_1k_tokens', '1'])]);
    expect([free.dearestCny, free.marginPercent]).toEqual(['1.00', null]);
  });
});
