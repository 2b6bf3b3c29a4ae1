import { exactTime } from '@shipyard/pages';
import { Button, Field, grouped, Icon, Sum, sumText, Table } from '@shipyard/ui';
import type { LedgerEntryView } from '../billing';
import { checkedCny } from '../money';
import { type PageContext } from '../pages';
import { ConsolePage } from './console-page';
import { consoleUrl, LEDGER_FILES_URL, LOSSES_URL } from './console-parts';
import type { LedgerFields } from './ledger-address';
import type { LedgerGroup } from './ledger-groups';
import { ListLinks, withQuery } from './list-links';

interface LedgerProps {
  page: PageContext;
  fields: LedgerFields;
  groups: LedgerGroup[];
  /** The place after this page. */
  next: string | null;
  isFirst: boolean;
}

/** Proves the books: what moved, request by request. */
export function LedgerPage({ page, fields, groups, next, isFirst }: LedgerProps) {
  const words = page.words.console.ledger;
  const differs = groups.filter(({ sumCny }) => checkedCny(sumCny) !== 0n);
  return (
    <ConsolePage page={page} part="ledger" title={words.title} isError={differs.length > 0}>
      <div className="ui-spread">
        <h1 className={differs.length > 0 ? 'ui-title ui-overview-wrong' : 'ui-title'}>
          {differs.length > 0 ? words.differs(differs.length) : words.title}
        </h1>
        <p className="ui-buttons">
          <a href={withQuery(LEDGER_FILES_URL, fields)}>{words.csv}</a>
          <a href={LOSSES_URL}>{words.losses}</a>
        </p>
      </div>
      <p className="ui-hint">{words.lead}</p>
      <Filters page={page} fields={fields} />
      {groups.length === 0 ? <p className="ui-lead">{words.none}</p> : <Rows page={page} groups={groups} />}
      <ListLinks page={page} url={consoleUrl('ledger')} query={fields} isFirst={isFirst} next={next} />
    </ConsolePage>
  );
}

function Filters({ page, fields }: Pick<LedgerProps, 'page' | 'fields'>) {
  const { ledger: words, requests } = page.words.console;
  return (
    <form className="ui-filters" method="get" action={consoleUrl('ledger')} role="search" aria-label={requests.filters}>
      <Field name="request_id" label={requests.id} value={fields.request_id} autoComplete="off" isCode />
      <Field name="customer_id" label={requests.customer} value={fields.customer_id} autoComplete="off" isCode />
      <Field name="from" type="date" label={words.from} value={fields.from} />
      <Field name="to" type="date" label={words.to} value={fields.to} />
      <Button kind="secondary">{requests.show}</Button>
    </form>
  );
}

function Rows({ page, groups }: Pick<LedgerProps, 'page' | 'groups'>) {
  const { ledger: words, requests } = page.words.console;
  return (
    <Table
      label={words.title}
      caption={requests.order}
      rows={groups}
      keyOf={({ requestId }) => requestId}
      isMarked={({ sumCny }) => checkedCny(sumCny) !== 0n}
      columns={[
        {
          name: requests.when,
          cell: ({ entries: [first] }) => first && exactTime(new Date(first.created_at)),
        },
        {
          name: words.request,
          cell: ({ requestId }) => (
            <a href={withQuery(consoleUrl('ledger'), { request_id: requestId })}>
              <code>{requestId}</code>
            </a>
          ),
        },
        {
          name: words.whose,
          cell: ({ entries: [first] }) =>
            first && (
              <>
                <a href={consoleUrl('customers', first.customer_id)}>{first.customer_id}</a> {first.model}
              </>
            ),
        },
        { name: words.moved, cell: ({ entries }) => <Moves page={page} entries={entries} /> },
        { name: words.lines, cell: ({ entries }) => <Lines entries={entries} /> },
        { name: words.sum, isNumber: true, cell: ({ sumCny }) => <GroupSum cny={sumCny} /> },
      ]}
    />
  );
}

function Moves({ page, entries }: { page: PageContext; entries: LedgerEntryView[] }) {
  const words = page.words.console.ledger;
  return entries.map(({ id, kind, account, amount_cny }) => (
    <div key={id}>
      {words.kinds[kind]}, {words.accounts[account]} <Sum cny={amount_cny} />
    </div>
  ));
}

/** Both rows of a charge have the same lines. */
const Lines = ({ entries }: { entries: LedgerEntryView[] }) =>
  entries
    .filter(({ account }) => account === 'customer')
    .flatMap(({ id, lines }) =>
      lines.map(({ unit_type, units, unit_price_cny, amount_cny }, at) => (
        <div key={`${id} ${at}`}>
          <code>{unit_type}</code> {grouped(String(units))} × {sumText(unit_price_cny)} = {sumText(amount_cny)}
        </div>
      )),
    );

const GroupSum = ({ cny }: { cny: string }) =>
  checkedCny(cny) === 0n ? (
    <>0</>
  ) : (
    <span className="ui-state ui-tone-stop">
      <Icon name="caution" /> <Sum cny={cny} />
    </span>
  );
