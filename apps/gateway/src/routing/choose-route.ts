/** What of a route decides whether and when it is asked. */
export interface RouteTerms {
  id: string;
  /** 0 first. */
  priority: number;
  /** Its share among routes of one priority, at least 1. */
  weight: number;
}

/** How busy a route is, and its turn among equals. */
export interface RouteTurn {
  inFlight: number;
  /** Of the smooth weighted round: what it is owed. */
  owed: number;
}

/**
 * The route to ask: of the first priority that has any, the one with the least in flight for its weight; among equals by turns, in proportion to
 * their weights. Changes what the routes are owed. Undefined: there is none.
 */
export function chooseRoute<Route extends RouteTerms>(routes: readonly Route[], turnOf: (route: Route) => RouteTurn): Route | undefined {
  const priority = Math.min(...routes.map((route) => route.priority));
  const equals = routes.filter((route) => route.priority === priority);
  if (equals.length < 2) return equals[0];
  const weights = equals.reduce((sum, { weight }) => sum + weight, 0);
  let chosen: { route: Route; turn: RouteTurn; load: number } | undefined;
  for (const route of equals) {
    const turn = turnOf(route);
    turn.owed += route.weight;
    const load = turn.inFlight / route.weight;
    if (!chosen || load < chosen.load || (load === chosen.load && turn.owed > chosen.turn.owed)) chosen = { route, turn, load };
  }
  if (chosen) chosen.turn.owed -= weights;
  return chosen?.route;
}
