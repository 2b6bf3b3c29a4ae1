import { exactTime, LocalTime } from '@shipyard/pages';
import { Button, Field, grouped, Sum, Table } from '@shipyard/ui';
import type { PageContext } from '../pages';
import type { RequestFilter, SearchRecordView } from '../request-log';
import { ConsolePage } from './console-page';
import { consoleUrl } from './console-parts';
import { ListLinks, withQuery } from './list-links';
import { writePlace } from './place';
import { isFiltered, type RequestFields } from './requests-address';
import { Outcome } from './requests.views';

interface SearchesProps {
  page: PageContext;
  fields: RequestFields;
  items: SearchRecordView[];
  next: RequestFilter['after'] | null;
}

/** The web searches of customers, newest first. */
export function SearchesPage({ page, fields, items, next }: SearchesProps) {
  const { searches: words, requests } = page.words.console;
  const { after, ...texts } = fields;
  const url = consoleUrl('searches');
  return (
    <ConsolePage page={page} part="searches" title={words.title}>
      <h1 className="ui-title">{words.title}</h1>
      <p className="ui-lead">{words.lead}</p>
      <FindSearch page={page} id="" />
      <Filters page={page} fields={fields} />
      {items.length === 0 ? (
        <p className="ui-lead">
          {isFiltered(fields) ? words.noneLikeThat : words.none}{' '}
          {isFiltered(fields) && <a href={url}>{requests.showAll}</a>}
        </p>
      ) : (
        <Rows page={page} items={items} />
      )}
      <ListLinks
        first={after === null ? null : { text: requests.newest, href: withQuery(url, texts) }}
        next={next ? { text: requests.older, href: withQuery(url, { ...texts, after: writePlace(next) }) } : null}
      />
    </ConsolePage>
  );
}

function FindSearch({ page, id }: { page: PageContext; id: string }) {
  const { searches: words, requests } = page.words.console;
  return (
    <form
      className="ui-filters"
      method="get"
      action={consoleUrl('searches', 'find')}
      role="search"
      aria-label={words.id}
    >
      <Field name="id" label={words.id} value={id} autoComplete="off" isCode />
      <Button>{requests.show}</Button>
    </form>
  );
}

function Filters({ page, fields }: Pick<SearchesProps, 'page' | 'fields'>) {
  const words = page.words.console.requests;
  const texts = [
    ['customer_id', words.customer],
    ['key_id', words.key],
    ['status', words.status],
    ['code', words.code],
  ] as const;
  return (
    <form className="ui-filters" method="get" action={consoleUrl('searches')} role="search" aria-label={words.filters}>
      {texts.map(([name, label]) => (
        <Field key={name} name={name} label={label} value={fields[name]} autoComplete="off" isCode />
      ))}
      <Field name="from" type="date" label={words.from} value={fields.from} />
      <Field name="to" type="date" label={words.to} value={fields.to} />
      <Button kind="secondary">{words.show}</Button>
    </form>
  );
}

function Rows({ page, items }: Pick<SearchesProps, 'page' | 'items'>) {
  const { searches: words, requests } = page.words.console;
  return (
    <Table
      label={words.title}
      caption={requests.order}
      rows={items}
      keyOf={({ id }) => id}
      columns={[
        {
          name: requests.when,
          cell: ({ id, at }) => <a href={consoleUrl('searches', id)}>{exactTime(new Date(at))}</a>,
        },
        { name: requests.model, cell: ({ model }) => model },
        { name: words.supplier, cell: ({ supplier_id }) => supplier_id ?? words.nobody },
        { name: requests.status, cell: (search) => <Outcome page={page} request={search} /> },
        { name: requests.took, isNumber: true, cell: ({ latency_ms }) => took(page, latency_ms) },
        { name: requests.cost, isNumber: true, cell: ({ cost_cny }) => cost_cny !== null && <Sum cny={cost_cny} /> },
      ]}
    />
  );
}

const took = ({ words }: PageContext, ms: number) =>
  words.console.requests.milliseconds(grouped(String(Math.round(ms))));

export function UnknownSearchPage({ page, id }: { page: PageContext; id: string }) {
  const words = page.words.console.searches;
  return (
    <ConsolePage page={page} part="searches" title={words.title} isError>
      <h1 className="ui-title">{words.title}</h1>
      <p className="ui-lead" role="alert">
        {words.unknownId}
      </p>
      <FindSearch page={page} id={id === '-' ? '' : id} />
    </ConsolePage>
  );
}

/** One search: who made it, who answered, and where its decision and its charge are. */
export function SearchPage({ page, search }: { page: PageContext; search: SearchRecordView }) {
  const { searches: words, requests } = page.words.console;
  return (
    <ConsolePage page={page} part="searches" title={`${words.one} ${search.id}`}>
      <p className="ui-crumb">
        <a href={consoleUrl('searches')}>{words.title}</a>
      </p>
      <h1 className="ui-title ui-code-title">{search.id}</h1>
      <dl className="ui-console-facts">
        <dt>{requests.status}</dt>
        <dd>
          <Outcome page={page} request={search} />
        </dd>
        <dt>{requests.when}</dt>
        <dd>
          <LocalTime page={page} time={new Date(search.at)} />
        </dd>
        <dt>{requests.model}</dt>
        <dd>{search.model ?? '–'}</dd>
        <dt>{words.supplier}</dt>
        <dd>
          {search.supplier_id === null ? (
            words.nobody
          ) : (
            <>
              <a href={consoleUrl('suppliers', search.supplier_id)}>{search.supplier_id}</a>{' '}
              <code>{search.route_id}</code>
            </>
          )}
        </dd>
        <dt>{requests.took}</dt>
        <dd>{took(page, search.latency_ms)}</dd>
        <Payer page={page} search={search} />
        <Cost page={page} search={search} />
        <dt>{words.request}</dt>
        <dd>
          <a href={consoleUrl('requests', search.request_id)}>{search.request_id}</a>
        </dd>
        <dt>{words.ledger}</dt>
        <dd>
          <a href={withQuery(consoleUrl('ledger'), { request_id: search.request_id })}>{words.ledgerLink}</a>
        </dd>
      </dl>
    </ConsolePage>
  );
}

function Cost({
  page,
  search: { cost_cny: cost, refunded_cny: refunded },
}: {
  page: PageContext;
  search: SearchRecordView;
}) {
  const { requests } = page.words.console;
  return (
    <>
      <dt>{requests.cost}</dt>
      <dd>{cost === null ? requests.free : <Sum cny={cost} />}</dd>
      {refunded !== null && (
        <>
          <dt>{requests.refunded}</dt>
          <dd>
            <Sum cny={refunded} />
          </dd>
        </>
      )}
    </>
  );
}

function Payer({ page, search }: { page: PageContext; search: SearchRecordView }) {
  const { searches: words, requests } = page.words.console;
  if (search.customer_id === null) return null;
  return (
    <>
      <dt>{requests.customer}</dt>
      <dd>
        <a href={consoleUrl('customers', search.customer_id)}>{search.customer_id}</a> ·{' '}
        <a href={withQuery(consoleUrl('searches'), { customer_id: search.customer_id })}>{words.of}</a>
      </dd>
      {search.key_id !== null && (
        <>
          <dt>{requests.key}</dt>
          <dd>
            <a href={consoleUrl('keys', search.key_id)}>{search.key_id}</a>
          </dd>
        </>
      )}
    </>
  );
}
