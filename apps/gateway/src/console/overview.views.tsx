import type { ReactNode } from 'react';
import { LocalTime } from '@shipyard/pages';
import { DayChart, Figure, grouped, Icon, PersonText, Sum, sumText, Table } from '@shipyard/ui';
import type { RouteView } from '../models';
import { type PageContext, Part } from '../pages';
import { ConsolePage } from './console-page';
import { consoleUrl } from './console-parts';
import { LatencyChart } from './latency-chart.views';
import { overviewUrl } from './overview-address';
import { OverviewFilters } from './overview-filters.views';
import { RouteState } from './route-state';
import {
  type Figures,
  type LowCustomer,
  type Overview,
  type OverviewFilter,
  type Range,
  RANGES,
} from './overview.query';

interface OverviewProps {
  page: PageContext;
  facts: Overview;
}

/** Is all well? What is not, comes first. */
export function OverviewPage({
  page,
  facts,
  filter,
  routes,
}: OverviewProps & { filter: OverviewFilter; routes: RouteView[] }) {
  const words = page.words.console.overview;
  return (
    <ConsolePage page={page} part="overview" title={words.title}>
      <div className="ui-spread">
        <h1 className={isWrong(facts) ? 'ui-title ui-overview-wrong' : 'ui-title'}>{sentenceOf(page, facts)}</h1>
        <Ranges page={page} range={facts.range} filter={filter} />
      </div>
      <OverviewFilters page={page} range={facts.range} filter={filter} routes={routes} />
      <FigureRail page={page} facts={facts} />
      <div className="ui-overview">
        <Part id="charged" title={words.chart}>
          <DayChart words={words} days={facts.days} />
          <p className="ui-hint">{words.zones}</p>
        </Part>
        <Part id="latency" title={words.latency}>
          <LatencyChart page={page} days={facts.latencies} />
          <p className="ui-hint">{words.latencyHow}</p>
        </Part>
        <Routes page={page} facts={facts} />
        <Books page={page} facts={facts} />
        <RunningLow page={page} low={facts.low} />
        <Processes page={page} processes={facts.processes} />
      </div>
    </ConsolePage>
  );
}

const isWrong = ({ books }: Overview) => Number(books.drift_cny) !== 0 || books.mismatches.length > 0;

function sentenceOf({ language, words }: PageContext, facts: Overview): string {
  const text = words.console.overview;
  const count = (state: string) => facts.routes.filter(({ health }) => health.state === state).length;
  const [cutOff, tested] = [count('open'), count('half_open')];
  const silent = facts.processes.filter(({ isAlive }) => !isAlive).length;
  const others = [
    ...(cutOff > 0 ? [text.cutOff(cutOff)] : []),
    ...(tested > 0 ? [text.tested(tested)] : []),
    ...(facts.routes.length > 0 && cutOff + tested === 0 ? [text.wellRoutes] : []),
    ...(facts.low.length > 0 ? [text.low(facts.low.length)] : []),
    ...(silent > 0 ? [text.silent(silent)] : []),
  ];
  const books = isWrong(facts) ? text.booksDiffer(sumText(facts.books.drift_cny)) : text.booksAgree;
  return [books, ...others].join(language === 'zh-CN' ? '' : ' ');
}

function Ranges({ page, range, filter }: { page: PageContext; range: Range; filter: OverviewFilter }) {
  const words = page.words.console.overview;
  return (
    <nav className="ui-segments" aria-label={words.range}>
      {(Object.keys(RANGES) as Range[]).map((each) => (
        <a key={each} href={overviewUrl(each, filter)} aria-current={each === range ? 'true' : undefined}>
          {words.ranges[each]}
        </a>
      ))}
    </nav>
  );
}

const percent = (share: number) => `${(share * 100).toFixed(share !== 0 && share < 0.1 ? 2 : 1)} %`;

function marginOf({ chargedCny, paidCny }: Figures, none: string): string {
  const charged = Number(chargedCny);
  return charged === 0 ? none : percent((charged - Number(paidCny)) / charged);
}

function FigureRail({ page, facts: { figures, before, customers } }: OverviewProps) {
  const words = page.words.console.overview;
  const failed = figures.requests === 0 ? words.none : percent(figures.errors / figures.requests);
  return (
    <dl className="ui-figures">
      <Figure term={words.requests} note={words.before(grouped(String(before.requests)))}>
        {grouped(String(figures.requests))}
      </Figure>
      <Figure term={words.charged} note={words.customers(customers)}>
        <Sum cny={figures.chargedCny} />
      </Figure>
      <Figure term={words.paid} note={words.asPrices}>
        <Sum cny={figures.paidCny} />
      </Figure>
      <Figure term={words.margin} note={words.before(marginOf(before, words.none))}>
        {marginOf(figures, words.none)}
      </Figure>
      <Figure term={words.failed} note={words.ofThem(grouped(String(figures.errors)))}>
        {failed}
      </Figure>
    </dl>
  );
}

function Books({ page, facts }: OverviewProps) {
  const words = page.words.console.overview;
  const { books } = facts;
  return (
    <Part id="books" title={words.books}>
      <p className={isWrong(facts) ? 'ui-tone-stop ui-state' : 'ui-tone-ok ui-state'}>
        <Icon name={isWrong(facts) ? 'caution' : 'tip'} /> {isWrong(facts) ? words.differ : words.agree}
      </p>
      <dl className="ui-fact-rows">
        <Row term={words.drift}>
          <Sum cny={books.drift_cny} />
        </Row>
        <Row term={words.checked}>
          <LocalTime page={page} time={new Date(books.checked_at)} />
        </Row>
        <Row term={words.openHolds}>{grouped(String(books.open_holds.count))}</Row>
        <Row term={words.oldestHold}>{words.seconds(grouped(String(books.open_holds.oldest_seconds)))}</Row>
      </dl>
      {books.mismatches.length > 0 && (
        <ul className="ui-mismatches" aria-label={words.mismatches}>
          {books.mismatches.map(({ kind, id, recorded_cny, recomputed_cny }) => (
            <li key={`${kind} ${id}`}>
              <code>{kind}</code> <code>{id}</code> {sumText(recorded_cny)} ≠ {sumText(recomputed_cny)}
            </li>
          ))}
        </ul>
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

function Routes({ page, facts: { routes } }: OverviewProps) {
  const words = page.words.console.overview;
  const { milliseconds } = page.words.console.requests;
  const told = (ms: number | null) => (ms === null ? '–' : milliseconds(grouped(String(Math.round(ms)))));
  return (
    <Part id="routes" title={words.routes}>
      <p className="ui-hint">{routes.length === 0 ? words.noRoutes : words.routesOf}</p>
      {routes.length > 0 && (
        <Table
          label={words.routes}
          rows={routes}
          keyOf={({ id }) => id}
          columns={[
            {
              name: words.model,
              cell: ({ model, supplier }) => (
                <>
                  <a href={consoleUrl('models', model)}>{model}</a> {words.by} {supplier}
                </>
              ),
            },
            { name: words.state, cell: ({ health }) => <RouteState page={page} state={health.state} /> },
            { name: words.inFlight, isNumber: true, cell: ({ health }) => health.inFlight },
            { name: words.failing, isNumber: true, cell: ({ health }) => percent(health.errorRate) },
            { name: 'p50', isNumber: true, cell: ({ health }) => told(health.p50Ms) },
            { name: 'p99', isNumber: true, cell: ({ health }) => told(health.p99Ms) },
          ]}
        />
      )}
    </Part>
  );
}

function RunningLow({ page, low }: { page: PageContext; low: LowCustomer[] }) {
  const words = page.words.console.overview;
  const lasts = (days: number) => {
    if (days <= 0) return words.over;
    return days < 1 ? words.hours(String(Math.floor(days * 24))) : words.days(String(Math.floor(days)));
  };
  return (
    <Part id="low" title={words.running}>
      <p className="ui-hint">{low.length === 0 ? words.nobody : words.runningHow}</p>
      {low.length > 0 && (
        <dl className="ui-fact-rows">
          {low.map(({ id, name, canSpendCny, days }) => (
            <div key={id}>
              <dt>
                <a href={consoleUrl('customers', id)}>
                  <PersonText text={name} />
                </a>
              </dt>
              <dd>
                <Sum cny={canSpendCny} />
              </dd>
              <dd className={`ui-state ui-tone-${days < 1 ? 'stop' : 'wait'}`}>
                <Icon name="warning" /> {lasts(days)}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Part>
  );
}

function Processes({ page, processes }: Pick<OverviewProps, 'page'> & Pick<Overview, 'processes'>) {
  const words = page.words.console.overview;
  return (
    <Part id="processes" title={words.processes}>
      <p className="ui-hint">{words.processesHow}</p>
      <dl className="ui-fact-rows">
        {processes.map(({ id, serves, isThis, isAlive, startedAt, beatenAt }) => (
          <div key={id}>
            <dt>
              {serves ? words.serves : words.works} {isThis && `· ${words.thisOne}`}
            </dt>
            <dd>
              {words.startedAt} <LocalTime page={page} time={startedAt} />
            </dd>
            <dd className={`ui-state ui-tone-${isAlive ? 'ok' : 'stop'}`}>
              <Icon name={isAlive ? 'tip' : 'caution'} /> {isAlive ? words.alive : words.silentSince}{' '}
              {!isAlive && <LocalTime page={page} time={beatenAt} />}
            </dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}
