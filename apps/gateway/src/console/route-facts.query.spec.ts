import type { RouteView } from '../models';
import { routeFactsOf } from './route-facts.query';

const route = (id: string, priority: number, weight: number, enabled = true) =>
  ({ id, priority, weight, enabled }) as unknown as RouteView;

describe('the routes of a model', () => {
  it('stand in the order in which they are asked, with their share of the calls of their priority', () => {
    const facts = routeFactsOf(
      [route('off', 0, 9, false), route('last', 1, 5), route('less', 0, 30), route('most', 0, 70)],
      new Map(),
    );
    expect(facts.map((each) => [each.route.id, each.sharePercent, each.weights])).toEqual([
      ['most', 70, { more: 80, less: 60 }],
      ['less', 30, { more: 40, less: 20 }],
      ['last', 100, { more: 6, less: 4 }],
      ['off', 0, { more: 19, less: 1 }],
    ]);
  });

  it('are alone if nobody else is switched on, and never go below a weight of 1', () => {
    const [only, off] = routeFactsOf([route('only', 0, 1), route('off', 0, 1, false)], new Map());
    expect([only?.isAlone, off?.isAlone, only?.weights.less]).toEqual([true, false, 1]);
  });
});
