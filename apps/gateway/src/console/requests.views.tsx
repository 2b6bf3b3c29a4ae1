import { exactTime, LocalTime } from '@shipyard/pages';
import { Button, Field, grouped, Icon, type IconName, Sum, Table } from '@shipyard/ui';
import { type PageContext, Part } from '../pages';
import type { RequestFilter, RequestView } from '../request-log';
import { ConsolePage } from './console-page';
import { consoleUrl } from './console-parts';
import { isFiltered, type RequestFields, requestsUrl } from './requests-address';

interface ListProps {
  page: PageContext;
  fields: RequestFields;
  items: RequestView[];
  next: RequestFilter['after'] | null;
}

/** What happened to the calls, newest first. */
export function RequestsPage(list: ListProps) {
  const { page, fields, items, next } = list;
  const words = page.words.console.requests;
  return (
    <ConsolePage page={page} part="requests" title={words.title}>
      <h1 className="ui-title">{words.title}</h1>
      <p className="ui-lead">{words.lead}</p>
      <FindForm page={page} id="" />
      <Filters page={page} fields={fields} />
      {items.length === 0 ? <Nothing page={page} fields={fields} /> : <Rows page={page} items={items} />}
      <p className="ui-buttons">
        {fields.after && <a href={requestsUrl({ ...fields, after: null })}>{words.newest}</a>}
        {next && (
          <a rel="next" href={requestsUrl({ ...fields, after: next })}>
            {words.older}
          </a>
        )}
      </p>
    </ConsolePage>
  );
}

function FindForm({ page, id }: { page: PageContext; id: string }) {
  const words = page.words.console.requests;
  return (
    <form
      className="ui-filters"
      method="get"
      action={consoleUrl('requests', 'find')}
      role="search"
      aria-label={words.id}
    >
      <Field name="id" label={words.id} value={id} autoComplete="off" isCode />
      <Button>{words.show}</Button>
    </form>
  );
}

function Filters({ page, fields }: Pick<ListProps, 'page' | 'fields'>) {
  const words = page.words.console.requests;
  const texts = [
    ['customer_id', words.customer],
    ['key_id', words.key],
    ['model', words.model],
    ['status', words.status],
    ['code', words.code],
  ] as const;
  return (
    <form className="ui-filters" method="get" action={consoleUrl('requests')} role="search" aria-label={words.filters}>
      {texts.map(([name, label]) => (
        <Field key={name} name={name} label={label} value={fields[name]} autoComplete="off" isCode />
      ))}
      <Field name="from" type="date" label={words.from} value={fields.from} />
      <Field name="to" type="date" label={words.to} value={fields.to} />
      <Button kind="secondary">{words.show}</Button>
    </form>
  );
}

function Nothing({ page, fields }: Pick<ListProps, 'page' | 'fields'>) {
  const words = page.words.console.requests;
  return (
    <p className="ui-lead">
      {isFiltered(fields) ? words.noneLikeThat : words.none}{' '}
      {isFiltered(fields) && <a href={consoleUrl('requests')}>{words.showAll}</a>}
    </p>
  );
}

function Rows({ page, items }: Pick<ListProps, 'page' | 'items'>) {
  const words = page.words.console.requests;
  return (
    <Table
      label={words.title}
      caption={words.order}
      rows={items}
      keyOf={({ request_id }) => request_id}
      columns={[
        {
          name: words.when,
          cell: ({ request_id, at }) => <a href={consoleUrl('requests', request_id)}>{exactTime(new Date(at))}</a>,
        },
        { name: words.call, cell: ({ endpoint }) => <code>{endpoint}</code> },
        { name: words.model, cell: ({ model }) => model },
        { name: words.status, cell: (request) => <Outcome page={page} request={request} /> },
        {
          name: words.took,
          isNumber: true,
          cell: ({ latency_ms }) => words.milliseconds(grouped(String(Math.round(latency_ms)))),
        },
        { name: words.cost, isNumber: true, cell: ({ cost_cny }) => cost_cny !== null && <Sum cny={cost_cny} /> },
      ]}
    />
  );
}

const LEFT = 499;

export function Outcome({
  page,
  request: { status, code },
}: {
  page: PageContext;
  request: Pick<RequestView, 'status' | 'code'>;
}) {
  const words = page.words.console.requests;
  const [tone, icon, text]: [string, IconName, string] =
    status === LEFT
      ? ['wait', 'warning', words.left]
      : status < 400 && code === null
        ? ['ok', 'tip', words.succeeded]
        : ['stop', 'caution', words.refused];
  return (
    <>
      <span className={`ui-state ui-tone-${tone}`}>
        <Icon name={icon} /> {text}
      </span>{' '}
      {status} {code !== null && <code>{code}</code>}
    </>
  );
}

export function UnknownRequestPage({ page, id }: { page: PageContext; id: string }) {
  const words = page.words.console.requests;
  return (
    <ConsolePage page={page} part="requests" title={words.title} isError>
      <h1 className="ui-title">{words.title}</h1>
      <p className="ui-lead" role="alert">
        {words.unknownId}
      </p>
      <FindForm page={page} id={id === '-' ? '' : id} />
    </ConsolePage>
  );
}

/** One call: what was decided, and what it cost. */
export function RequestPage({ page, request }: { page: PageContext; request: RequestView }) {
  const words = page.words.console.requests;
  return (
    <ConsolePage page={page} part="requests" title={`${words.one} ${request.request_id}`}>
      <p className="ui-crumb">
        <a href={consoleUrl('requests')}>{words.title}</a>
      </p>
      <h1 className="ui-title ui-code-title">{request.request_id}</h1>
      <dl className="ui-console-facts">
        <dt>{words.status}</dt>
        <dd>
          <Outcome page={page} request={request} />
        </dd>
        <dt>{words.when}</dt>
        <dd>
          <LocalTime page={page} time={new Date(request.at)} />
        </dd>
        <dt>{words.call}</dt>
        <dd>
          <code>{request.endpoint}</code> {request.model}
        </dd>
        <dt>{words.took}</dt>
        <dd>
          {words.milliseconds(grouped(String(Math.round(request.latency_ms))))}
          {request.first_byte_ms !== null &&
            ` · ${words.firstByte} ${words.milliseconds(grouped(String(Math.round(request.first_byte_ms))))}`}
        </dd>
        {request.customer_id !== null && <OfPayer page={page} request={request} />}
        <dt>{words.cost}</dt>
        <dd>{request.cost_cny === null ? words.free : <Sum cny={request.cost_cny} />}</dd>
        {request.refunded_cny !== null && (
          <>
            <dt>{words.refunded}</dt>
            <dd>
              <Sum cny={request.refunded_cny} />
            </dd>
          </>
        )}
        {request.price_list !== null && (
          <>
            <dt>{words.priceList}</dt>
            <dd>{request.price_list}</dd>
          </>
        )}
      </dl>
      <Part id="decision" title={words.decision}>
        {request.trace.length === 0 ? <p>{words.noRoute}</p> : <Trace page={page} request={request} />}
      </Part>
      {request.usage && <Units page={page} usage={request.usage} />}
    </ConsolePage>
  );
}

function OfPayer({ page, request }: { page: PageContext; request: RequestView }) {
  const words = page.words.console.requests;
  return (
    <>
      <dt>{words.customer}</dt>
      <dd>
        <a href={`${consoleUrl('requests')}?customer_id=${request.customer_id ?? ''}`}>{request.customer_id}</a>
      </dd>
      {request.key_id !== null && (
        <>
          <dt>{words.key}</dt>
          <dd>
            <a href={`${consoleUrl('requests')}?key_id=${request.key_id}`}>{request.key_id}</a>
          </dd>
        </>
      )}
    </>
  );
}

const WIDTH = 800;
const ROW = 16;

/** A segment a route that was asked, on a rule of time. The table below says the same. */
function Trace({ page, request: { trace, latency_ms: total } }: { page: PageContext; request: RequestView }) {
  const words = page.words.console.requests;
  const all = Math.max(
    total,
    trace.reduce((sum, { ms }) => sum + ms, 0),
    1,
  );
  let at = 0;
  const segments = trace.map((step) => {
    const from = at;
    at += step.ms;
    return { step, x: (from / all) * WIDTH, width: Math.max((step.ms / all) * WIDTH, 2) };
  });
  return (
    <>
      <svg className="ui-trace" viewBox={`0 0 ${WIDTH} ${ROW + 8}`} aria-hidden="true">
        <path className="ui-chart-line" d={`M0 ${ROW + 4}H${WIDTH}`} />
        {segments.map(({ step, x, width }, number) => (
          <rect
            key={`${number} ${step.route_id}`}
            className={step.outcome === 'answered' ? 'ui-trace-answered' : 'ui-trace-other'}
            x={x}
            y="2"
            width={width}
            height={ROW}
          />
        ))}
      </svg>
      <p className="ui-hint">{words.timeLine(grouped(String(Math.round(all))))}</p>
      <Table
        label={words.decision}
        rows={trace.map((step, number) => ({ step, number }))}
        keyOf={({ number }) => String(number)}
        columns={[
          {
            name: words.route,
            cell: ({ step }) => (
              <>
                <b>{step.supplier_id}</b> <code>{step.route_id}</code>
              </>
            ),
          },
          {
            name: words.outcome,
            cell: ({ step }) => (
              <>
                {words.outcomes[step.outcome] ?? step.outcome}
                {step.ignored_parameters && ` · ${words.ignored}: ${step.ignored_parameters.join(', ')}`}
              </>
            ),
          },
          {
            name: words.took,
            isNumber: true,
            cell: ({ step }) => words.milliseconds(grouped(String(Math.round(step.ms)))),
          },
        ]}
      />
    </>
  );
}

function Units({ page, usage }: { page: PageContext; usage: Record<string, number> }) {
  const words = page.words.console.requests;
  return (
    <Part id="units" title={words.units}>
      <dl className="ui-fact-rows">
        {Object.entries(usage).map(([unit, count]) => (
          <div key={unit}>
            <dt>
              <code>{unit}</code>
            </dt>
            <dd>{grouped(String(count))}</dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}
