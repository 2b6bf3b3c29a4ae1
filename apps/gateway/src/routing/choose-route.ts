/** What of a route decides whether and when it is asked. */
export interface RouteTerms {
  id: string;
  /** 0 first. */
  priority: number;
  /** Its share among routes of one priority, at least 1. */
  weight: number;
}

/** How busy a route is, and its turn among equals. */
export interface RouteBalance {
  inFlight: number;
  /** Of the smooth weighted round: what it is owed. */
  credit: number;
}

/**
 * The route to ask: of the first priority that has any, the one with the least in flight for its weight; among equals by turns, in proportion to
 * their weights. Changes what the routes are owed. Undefined: there is none.
 */
export function chooseRoute<Route extends RouteTerms>(routes: readonly Route[], balanceOf: (route: Route) => RouteBalance): Route | undefined {
  const priority = Math.min(...routes.map((route) => route.priority));
  const equals = routes.filter((route) => route.priority === priority);
  if (equals.length < 2) return equals[0];
  const weights = equals.reduce((sum, { weight }) => sum + weight, 0);
  let chosen: { route: Route; balance: RouteBalance; load: number } | undefined;
  for (const route of equals) {
    const balance = balanceOf(route);
    balance.credit += route.weight;
    const load = balance.inFlight / route.weight;
    if (!chosen || load < chosen.load || (load === chosen.load && balance.credit > chosen.balance.credit)) chosen = { route, balance, load };
  }
  if (chosen) chosen.balance.credit -= weights;
  return chosen?.route;
}
