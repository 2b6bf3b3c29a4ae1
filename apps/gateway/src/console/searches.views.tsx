import { LocalTime } from '@shipyard/pages';
import { Table } from '@shipyard/ui';
import type { PageContext } from '../pages';
import type { RequestFilter, SearchRecordView } from '../request-log';
import { CallCost, callColumns, CallFilters, millisecondsText, Outcome } from './call-facts.views';
import { consoleUrl } from './console-parts';
import { withQuery } from './list-links';
import { writePlace } from './place';
import { RecordListPage, RecordPage } from './record-list.views';
import { isFiltered, type RequestFields } from './requests-address';

interface SearchesProps {
  page: PageContext;
  fields: RequestFields;
  items: SearchRecordView[];
  next: RequestFilter['after'] | null;
}

/** The web searches of customers, newest first. */
export function SearchesPage({ page, fields, items, next }: SearchesProps) {
  const { after, ...query } = fields;
  return (
    <RecordListPage
      page={page}
      part="searches"
      query={query}
      isFiltered={isFiltered(fields)}
      isFirst={after === null}
      next={next ? writePlace(next) : null}
      filters={<CallFilters page={page} fields={fields} names={['customer_id', 'key_id', 'status', 'code']} />}
      rows={items.length === 0 ? null : <Rows page={page} items={items} />}
    />
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
      columns={callColumns<SearchRecordView>(page, ({ id }) => consoleUrl('searches', id), {
        afterModel: { name: words.supplier, cell: ({ supplier_id }) => supplier_id ?? words.nobody },
      })}
    />
  );
}

/** One search: who made it, who answered, and where its decision and its charge are. */
export function SearchPage({ page, search }: { page: PageContext; search: SearchRecordView }) {
  const { searches: words, requests } = page.words.console;
  return (
    <RecordPage page={page} part="searches" id={search.id}>
      <dl className="ui-console-facts">
        <dt>{requests.status}</dt>
        <dd>
          <Outcome page={page} call={search} />
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
        <dd>{millisecondsText(page, search.latency_ms)}</dd>
        <Payer page={page} search={search} />
        <CallCost page={page} call={search} />
        <dt>{words.request}</dt>
        <dd>
          <a href={consoleUrl('requests', search.request_id)}>{search.request_id}</a>
        </dd>
        <dt>{words.ledger}</dt>
        <dd>
          <a href={withQuery(consoleUrl('ledger'), { request_id: search.request_id })}>{words.ledgerLink}</a>
        </dd>
      </dl>
    </RecordPage>
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
