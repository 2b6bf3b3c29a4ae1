import { grouped, LinkButton, Table } from '@shipyard/ui';
import { type PageContext } from '../pages';
import { ConsolePage } from './console-page';
import { consoleUrl, DRY_RUN_URL } from './console-parts';
import { RouteButtons, RouteDrag } from './route-buttons';
import type { RouteFacts } from './route-facts.query';
import { RouteLooks, RouteState, stateOf } from './route-state';
import { Share } from './share';

/** Who answers, of all models. */
export function RoutesPage({ page, routes }: { page: PageContext; routes: RouteFacts[] }) {
  const words = page.words.console.routes;
  return (
    <ConsolePage page={page} part="routes" title={words.title}>
      <div className="ui-spread">
        <h1 className="ui-title">{words.title}</h1>
        {page.session?.role !== 'viewer' && (
          <LinkButton kind="secondary" href={DRY_RUN_URL}>
            {words.dryRun}
          </LinkButton>
        )}
      </div>
      <p className="ui-hint">{words.lead}</p>
      {routes.length === 0 ? <p className="ui-lead">{words.none}</p> : <Rows page={page} routes={routes} />}
    </ConsolePage>
  );
}

function Rows({ page, routes }: { page: PageContext; routes: RouteFacts[] }) {
  const { routes: words, overview, requests } = page.words.console;
  const told = (ms: number | null | undefined) =>
    ms === null || ms === undefined ? '–' : requests.milliseconds(grouped(String(Math.round(ms))));
  return (
    <div data-live-routes="/admin/health/routes">
      <RouteLooks page={page} />
      <p className="ui-hint" hidden data-drag-hint>
        {words.dragHint}
      </p>
      <Table
        label={words.title}
        rows={routes}
        keyOf={({ route }) => route.id}
        isMarked={({ health }) => health?.state === 'open'}
        columns={[
          {
            name: overview.model,
            cell: (facts) => (
              <>
                <RouteDrag page={page} facts={facts} />
                <a href={consoleUrl('models', facts.route.model)}>{facts.route.model}</a> {overview.by}{' '}
                <a href={consoleUrl('suppliers', facts.route.supplier_id)}>{facts.route.supplier_id}</a>
                <br />
                <code>{facts.route.upstream_model}</code>
              </>
            ),
          },
          {
            name: overview.state,
            cell: ({ route, health }) => (
              <span data-route-state={route.id} data-state={health?.state}>
                <RouteState page={page} state={stateOf(route, health)} />
              </span>
            ),
          },
          { name: words.order, isNumber: true, cell: ({ route }) => route.priority + 1 },
          { name: page.words.console.models.share, cell: ({ sharePercent }) => <Share percent={sharePercent} /> },
          {
            name: overview.inFlight,
            isNumber: true,
            cell: ({ route, health }) => (
              <span data-route-figure={`in_flight ${route.id}`}>{health?.inFlight ?? '–'}</span>
            ),
          },
          {
            name: overview.failing,
            isNumber: true,
            cell: ({ route, health }) => (
              <span data-route-figure={`failing ${route.id}`}>
                {health ? `${(health.errorRate * 100).toFixed(1)} %` : '–'}
              </span>
            ),
          },
          {
            name: 'p50 · p99',
            isNumber: true,
            cell: ({ health }) => `${told(health?.p50Ms)} · ${told(health?.p99Ms)}`,
          },
          {
            name: words.atOnce,
            isNumber: true,
            cell: ({ route }) => (route.max_concurrency === null ? '–' : grouped(String(route.max_concurrency))),
          },
          ...(page.session?.role === 'viewer'
            ? []
            : [
                {
                  name: words.change,
                  cell: (facts: RouteFacts) => <RouteButtons page={page} facts={facts} back="routes" />,
                },
              ]),
        ]}
      />
    </div>
  );
}
