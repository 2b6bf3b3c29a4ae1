export interface RouteTerms {
  id: string;
  priority: number;
  weight: number;
}

export interface RouteBalance {
  inFlight: number;
  credit: number;
}

export function chooseRoute<Route extends RouteTerms>(
  routes: readonly Route[],
  balanceOf: (route: Route) => RouteBalance,
): Route | undefined {
  const priority = Math.min(...routes.map((route) => route.priority));
  const equals = routes.filter((route) => route.priority === priority);
  if (equals.length < 2) return equals[0];
  const weights = equals.reduce((sum, { weight }) => sum + weight, 0);
  let chosen: { route: Route; balance: RouteBalance; load: number } | undefined;
  for (const route of equals) {
    const balance = balanceOf(route);
    balance.credit += route.weight;
    const load = balance.inFlight / route.weight;
    if (!chosen || load < chosen.load || (load === chosen.load && balance.credit > chosen.balance.credit))
      chosen = { route, balance, load };
  }
  if (chosen) chosen.balance.credit -= weights;
  return chosen?.route;
}
