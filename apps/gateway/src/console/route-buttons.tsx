import { CsrfField } from '@shipyard/pages';
import type { ReactNode } from 'react';
import { type PageContext } from '../pages';
import { consoleUrl } from './console-parts';
import type { RouteFacts } from './route-facts.query';

interface ButtonsProps {
  page: PageContext;
  facts: RouteFacts;
  /** Which page is shown again. */
  back: 'model' | 'routes';
}

/** Moves a route in the order, changes its share, and switches it. Each says the value that it sets, so that sending it twice is harmless. */
export function RouteButtons({ page, facts: { route, weights, isAlone }, back }: ButtonsProps) {
  const words = page.words.console.routes;
  const set = (field: string, value: string | number, text: string) => (
    <SetButton field={field} value={value}>
      {text}
      <span className="ui-unseen">
        {' '}
        {route.model}, {route.supplier_id}
      </span>
    </SetButton>
  );
  return (
    <form className="ui-route-buttons" method="post" action={consoleUrl('routes', route.id)}>
      <CsrfField page={page} />
      <input type="hidden" name="back" value={back} />
      {route.enabled && route.priority > 0 && set('priority', route.priority - 1, words.earlier)}
      {route.enabled && !isAlone && set('priority', route.priority + 1, words.later)}
      {route.enabled && !isAlone && set('weight', weights.more, words.more)}
      {route.enabled && !isAlone && weights.less < route.weight && set('weight', weights.less, words.less)}
      {set('enabled', route.enabled ? 'no' : 'yes', route.enabled ? words.switchOff : words.switchOn)}
      {isAlone && <p className="ui-hint">{words.alone}</p>}
    </form>
  );
}

/** Marks the row of a route that a script lets people drag. */
export const RouteDrag = ({ page, facts: { route, isAlone } }: Omit<ButtonsProps, 'back'>) =>
  page.session?.role !== 'viewer' &&
  route.enabled &&
  !isAlone && <span hidden data-drag={route.id} data-model={route.model} data-priority={route.priority} />;

const SetButton = ({ field, value, children }: { field: string; value: string | number; children: ReactNode }) => (
  <button className="ui-button ui-button-secondary" type="submit" name={field} value={value}>
    {children}
  </button>
);
