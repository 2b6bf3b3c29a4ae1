import { Price, Table } from '@shipyard/ui';
import { type PageContext, Part } from '../pages';
import { consoleUrl, newRecordUrl } from './console-parts';
import type { ModelFacts } from './model-facts.query';
import { RouteButtons } from './route-buttons';
import type { RouteFacts } from './route-facts.query';
import { RouteState, stateOf } from './route-state';
import { Share } from './share';

interface RoutesProps {
  page: PageContext;
  facts: ModelFacts;
}

/** Who answers: asked from the top, and within one priority by share. */
export function ModelRoutes({ page, facts: { model, routes } }: RoutesProps) {
  const words = page.words.console.models;
  const mayChange = page.session?.role !== 'viewer';
  return (
    <Part id="who" title={words.who}>
      <p className="ui-hint">{routes.length === 0 ? words.noRoutes : words.whoLead}</p>
      {mayChange && (
        <p>
          <a href={newRecordUrl('routes', { model: model.id })}>{page.words.console.newRecord.routes.link}</a>
        </p>
      )}
      {routes.length > 0 && (
        <Table
          label={words.who}
          rows={routes}
          keyOf={({ route }) => route.id}
          columns={[
            {
              name: words.supplier,
              cell: ({ route }) => (
                <>
                  <a href={consoleUrl('suppliers', route.supplier_id)}>{route.supplier_id}</a>
                  <br />
                  <code>{route.upstream_model}</code>
                </>
              ),
            },
            { name: page.words.console.routes.order, isNumber: true, cell: ({ route }) => route.priority + 1 },
            { name: words.share, cell: ({ sharePercent }) => <Share percent={sharePercent} /> },
            { name: words.costs, cell: (facts) => <Costs facts={facts} /> },
            {
              name: words.state,
              cell: ({ route, health }) => <RouteState page={page} state={stateOf(route, health)} />,
            },
            ...(mayChange
              ? [
                  {
                    name: words.used,
                    cell: (facts: RouteFacts) => <RouteButtons page={page} facts={facts} back="model" />,
                  },
                ]
              : []),
          ]}
        />
      )}
    </Part>
  );
}

const Costs = ({ facts: { route } }: { facts: RouteFacts }) =>
  route.supplier_prices.map(({ unit_type, price_cny }) => (
    <div key={unit_type}>
      <code>{unit_type}</code> <Price cny={price_cny} />
    </div>
  ));
