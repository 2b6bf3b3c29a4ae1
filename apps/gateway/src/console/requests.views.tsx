import { LocalTime } from '@shipyard/pages';
import { grouped, Table } from '@shipyard/ui';
import { type PageContext, Part } from '../pages';
import type { RequestFilter, RequestView } from '../request-log';
import { CallCost, callColumns, CallFilters, millisecondsText, Outcome } from './call-facts.views';
import { consoleUrl } from './console-parts';
import { writePlace } from './place';
import { RecordListPage, RecordPage } from './record-list.views';
import { isFiltered, type RequestFields } from './requests-address';

interface ListProps {
  page: PageContext;
  fields: RequestFields;
  items: RequestView[];
  next: RequestFilter['after'] | null;
}

/** What happened to the calls, newest first. */
export function RequestsPage({ page, fields, items, next }: ListProps) {
  const { after, ...query } = fields;
  return (
    <RecordListPage
      page={page}
      part="requests"
      query={query}
      isFiltered={isFiltered(fields)}
      isFirst={after === null}
      next={next ? writePlace(next) : null}
      filters={<CallFilters page={page} fields={fields} names={['customer_id', 'key_id', 'model', 'status', 'code']} />}
      rows={items.length === 0 ? null : <Rows page={page} items={items} />}
    />
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
      columns={callColumns<RequestView>(page, ({ request_id }) => consoleUrl('requests', request_id), {
        afterTime: { name: words.call, cell: ({ endpoint }) => <code>{endpoint}</code> },
      })}
    />
  );
}

/** One call: what was decided, and what it cost. */
export function RequestPage({ page, request }: { page: PageContext; request: RequestView }) {
  const words = page.words.console.requests;
  return (
    <RecordPage page={page} part="requests" id={request.request_id}>
      <dl className="ui-console-facts">
        <dt>{words.status}</dt>
        <dd>
          <Outcome page={page} call={request} />
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
          {millisecondsText(page, request.latency_ms)}
          {request.first_byte_ms !== null && ` · ${words.firstByte} ${millisecondsText(page, request.first_byte_ms)}`}
        </dd>
        {request.customer_id !== null && <OfPayer page={page} request={request} />}
        <CallCost page={page} call={request} />
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
    </RecordPage>
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
            cell: ({ step }) => millisecondsText(page, step.ms),
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
