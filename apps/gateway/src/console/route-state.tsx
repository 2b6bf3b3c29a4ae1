import { Icon, type IconName } from '@shipyard/ui';
import type { RouteView } from '../models';
import type { PageContext } from '../pages';
import type { RouteHealth } from '../routing';

/** `unusable`: it is on, and still no call can reach it. */
export type SeenState = RouteHealth['state'] | 'off' | 'unusable';

export function stateOf({ enabled }: Pick<RouteView, 'enabled'>, health: RouteHealth | undefined): SeenState {
  if (!enabled) return 'off';
  return health?.state ?? 'unusable';
}

const LOOK: Readonly<Record<SeenState, { tone: string; icon: IconName }>> = {
  closed: { tone: 'ok', icon: 'tip' },
  open: { tone: 'stop', icon: 'caution' },
  half_open: { tone: 'wait', icon: 'warning' },
  off: { tone: 'note', icon: 'note' },
  unusable: { tone: 'wait', icon: 'warning' },
};

/** How a route is, as an icon and a word. */
export function RouteState({ page, state }: { page: PageContext; state: SeenState }) {
  return (
    <span className={`ui-state ui-tone-${LOOK[state].tone}`}>
      <Icon name={LOOK[state].icon} /> {page.words.console.overview.states[state]}
    </span>
  );
}

/** For the script that shows how routes are now. */
export const RouteLooks = ({ page }: { page: PageContext }) =>
  (['closed', 'open', 'half_open'] as const).map((state) => (
    <template key={state} data-look={state}>
      <RouteState page={page} state={state} />
    </template>
  ));
