import type { ReactNode } from 'react';
import { CsrfField, LocalTime } from '@shipyard/pages';
import { Button, Callout, grouped, Icon, Table } from '@shipyard/ui';
import { type PageContext, Part } from '../pages';
import { DEFAULT_TIMEOUTS, type SupplierTestView, type SupplierView } from '../suppliers';
import { ConsolePage } from './console-page';
import { consoleUrl } from './console-parts';
import type { RouteFacts } from './route-facts.query';
import { RouteState, stateOf } from './route-state';
import { Share } from './share';
import { Served } from './suppliers.views';

interface SupplierProps {
  page: PageContext;
  supplier: SupplierView;
  routes: RouteFacts[];
  /** Null unless it was just tested. */
  tested: SupplierTestView | null;
}

/** One supplier: how it is called, how its keys are, and which routes use it. */
export function SupplierPage({ page, supplier, routes, tested }: SupplierProps) {
  const words = page.words.console.suppliers;
  return (
    <ConsolePage page={page} part="suppliers" title={supplier.id}>
      <p className="ui-crumb">
        <a href={consoleUrl('suppliers')}>{words.title}</a>
      </p>
      <h1 className="ui-title">{supplier.id}</h1>
      {tested && <Tested page={page} tested={tested} />}
      <div className="ui-overview">
        <Keys page={page} supplier={supplier} />
        <Facts page={page} supplier={supplier} />
      </div>
      <Part id="routes" title={words.routesUsing}>
        {routes.length === 0 ? <p className="ui-hint">{words.noRoutes}</p> : <Routes page={page} routes={routes} />}
      </Part>
    </ConsolePage>
  );
}

function Tested({ page, tested: { ok, checks } }: { page: PageContext; tested: SupplierTestView }) {
  const words = page.words.console.suppliers;
  const { milliseconds } = page.words.console.requests;
  return (
    <Part id="tested" title={words.tested}>
      <div role="status">
        <Callout kind={ok ? 'tip' : 'caution'} word={ok ? words.allWell : words.notAll}>
          {null}
        </Callout>
      </div>
      <Table
        label={words.tested}
        rows={checks.map((check, at) => ({ ...check, at }))}
        keyOf={({ at }) => String(at)}
        columns={[
          { name: words.key, cell: ({ last4 }) => (last4 === null ? '–' : <code>{last4}</code>) },
          {
            name: words.keyState,
            cell: (check) => (
              <span className={`ui-state ui-tone-${check.ok ? 'ok' : 'stop'}`}>
                <Icon name={check.ok ? 'tip' : 'caution'} /> {check.ok ? words.works : words.fails}
              </span>
            ),
          },
          { name: words.status, isNumber: true, cell: ({ status }) => status ?? '–' },
          { name: words.took, isNumber: true, cell: ({ ms }) => milliseconds(grouped(String(Math.round(ms)))) },
          { name: words.says, cell: ({ message }) => <span lang="en">{message}</span> },
        ]}
      />
    </Part>
  );
}

function Keys({ page, supplier }: { page: PageContext; supplier: SupplierView }) {
  const words = page.words.console.suppliers;
  return (
    <Part id="keys" title={words.keys}>
      <p className="ui-hint">{supplier.api_keys.length === 0 ? words.noKeys : words.restsWhy}</p>
      {supplier.api_keys.length > 0 && (
        <Table
          label={words.keys}
          rows={supplier.api_keys.map((key, at) => ({ ...key, at }))}
          keyOf={({ at }) => String(at)}
          columns={[
            { name: words.key, cell: ({ last4 }) => <code>{last4}</code> },
            {
              name: words.keyState,
              cell: ({ rests_until: until }) => (
                <span className={`ui-state ui-tone-${until === null ? 'ok' : 'wait'}`}>
                  <Icon name={until === null ? 'tip' : 'warning'} />{' '}
                  {until === null ? (
                    words.ready
                  ) : (
                    <>
                      {words.rests} <LocalTime page={page} time={new Date(until)} />
                    </>
                  )}
                </span>
              ),
            },
          ]}
        />
      )}
      {page.session?.role !== 'viewer' && (
        <form method="post" action={`${consoleUrl('suppliers', supplier.id, 'test')}#tested`}>
          <CsrfField page={page} />
          <div className="ui-buttons">
            <Button>{words.test}</Button>
          </div>
          <p className="ui-hint">{words.testLead}</p>
        </form>
      )}
    </Part>
  );
}

const Row = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
);

const TIMEOUTS = ['connect_ms', 'first_byte_ms', 'idle_ms', 'total_ms'] as const;

function Facts({ page, supplier }: { page: PageContext; supplier: SupplierView }) {
  const words = page.words.console.suppliers;
  const { milliseconds } = page.words.console.requests;
  return (
    <dl className="ui-fact-rows">
      <Row term={page.words.console.overview.state}>
        <Served page={page} supplier={supplier} />
      </Row>
      <Row term={words.kind}>
        <code>{supplier.kind}</code>
      </Row>
      <Row term={words.url}>{supplier.base_url === null ? words.usualUrl : <code>{supplier.base_url}</code>}</Row>
      <Row term={words.internal}>{supplier.internal ? words.yes : words.no}</Row>
      {TIMEOUTS.map((name) => {
        const own = supplier.timeouts[name];
        return (
          <Row key={name} term={words.timeouts + page.words.console.afterLabel + words.timeoutNames[name]}>
            {own === undefined
              ? `${milliseconds(grouped(String(DEFAULT_TIMEOUTS[name])))} · ${words.usual}`
              : milliseconds(grouped(String(own)))}
          </Row>
        );
      })}
    </dl>
  );
}

function Routes({ page, routes }: { page: PageContext; routes: RouteFacts[] }) {
  const { routes: words, overview, models } = page.words.console;
  return (
    <Table
      label={page.words.console.suppliers.routesUsing}
      rows={routes}
      keyOf={({ route }) => route.id}
      columns={[
        {
          name: models.model,
          cell: ({ route }) => <a href={consoleUrl('models', route.model)}>{route.model}</a>,
        },
        { name: page.words.console.suppliers.itsName, cell: ({ route }) => <code>{route.upstream_model}</code> },
        {
          name: overview.state,
          cell: ({ route, health }) => <RouteState page={page} state={stateOf(route, health)} />,
        },
        { name: words.order, isNumber: true, cell: ({ route }) => route.priority + 1 },
        { name: models.share, cell: ({ sharePercent }) => <Share percent={sharePercent} /> },
      ]}
    />
  );
}
