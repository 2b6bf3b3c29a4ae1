import fc from 'fast-check';
import { chooseRoute, type RouteTerms, type RouteBalance } from './choose-route';

const anyRoutes = fc
  .array(fc.record({ priority: fc.nat(2), weight: fc.integer({ min: 1, max: 9 }) }), { minLength: 1, maxLength: 5 })
  .map((routes) => routes.map((route, at) => ({ ...route, id: String(at) })));

function balances(): (route: RouteTerms) => RouteBalance {
  const known = new Map<string, RouteBalance>();
  return ({ id }) => {
    const balance = known.get(id) ?? { inFlight: 0, credit: 0 };
    known.set(id, balance);
    return balance;
  };
}

describe('the choice of a route', () => {
  it('is undefined without routes', () => {
    expect(chooseRoute([], balances())).toBeUndefined();
  });

  it('has the highest priority', () => {
    fc.assert(
      fc.property(anyRoutes, (routes) => {
        expect(chooseRoute(routes, balances())?.priority).toBe(Math.min(...routes.map(({ priority }) => priority)));
      }),
    );
  });

  it('gives each route exactly its share of sequential calls', () => {
    fc.assert(
      fc.property(anyRoutes, (drawn) => {
        const routes = drawn.map((route) => ({ ...route, priority: 0 }));
        const balanceOf = balances();
        const rounds = routes.reduce((sum, { weight }) => sum + weight, 0);
        const counts = new Map<string, number>();
        for (let call = 0; call < rounds * 2; call += 1) {
          const chosen = chooseRoute(routes, balanceOf);
          if (chosen) counts.set(chosen.id, (counts.get(chosen.id) ?? 0) + 1);
        }
        expect(routes.map(({ id }) => counts.get(id))).toEqual(routes.map(({ weight }) => weight * 2));
      }),
    );
  });

  it('keeps the calls in flight proportional to the weights', () => {
    fc.assert(
      fc.property(anyRoutes, fc.nat(200), (drawn, calls) => {
        const routes = drawn.map((route) => ({ ...route, priority: 0 }));
        const balanceOf = balances();
        for (let call = 0; call < calls; call += 1) {
          const chosen = chooseRoute(routes, balanceOf);
          if (chosen) balanceOf(chosen).inFlight += 1;
        }
        const loads = routes.map((route) => balanceOf(route).inFlight / route.weight);
        expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
