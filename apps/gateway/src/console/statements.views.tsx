import { LocalTime } from '@shipyard/pages';
import { PersonText, Sum, Table } from '@shipyard/ui';
import type { CustomerView } from '../customers';
import { type PageContext } from '../pages';
import type { StatementView } from '../statements';
import { ConsolePage } from './console-page';
import { consoleUrl } from './console-parts';
import { ListLinks } from './list-links';

interface StatementsProps {
  page: PageContext;
  customer: CustomerView;
  items: StatementView[];
  next: string | null;
  isFirst: boolean;
}

/** What was closed for one customer, newest first. The files are those of the API. */
export function StatementsPage({ page, customer, items, next, isFirst }: StatementsProps) {
  const words = page.words.console.terms;
  const url = consoleUrl('customers', customer.id, 'statements');
  const file = (number: string, end: string) => `/admin/statements/${encodeURIComponent(number)}${end}`;
  return (
    <ConsolePage page={page} part="customers" title={words.statementsOf(customer.name)}>
      <p className="ui-crumb">
        <a href={consoleUrl('customers', customer.id)}>
          <PersonText text={customer.name} />
        </a>
      </p>
      <h1 className="ui-title">
        <PersonText text={words.statementsOf(customer.name)} />
      </h1>
      {items.length === 0 ? (
        <p className="ui-lead">{words.none}</p>
      ) : (
        <Table
          label={words.statements}
          rows={items}
          keyOf={({ number }) => number}
          columns={[
            {
              name: words.number,
              cell: ({ number, corrects }) => (
                <>
                  <b>{number}</b>
                  {corrects !== null && ` ${words.corrects} ${corrects}`}
                </>
              ),
            },
            { name: words.period, cell: ({ period }) => period },
            { name: words.closed, cell: ({ closed_at }) => <LocalTime page={page} time={new Date(closed_at)} /> },
            { name: words.total, isNumber: true, cell: ({ total_cny }) => <Sum cny={total_cny} /> },
            {
              name: words.files,
              cell: ({ number }) => (
                <>
                  <a href={file(number, `.pdf?lang=${page.language}`)}>PDF</a> <a href={file(number, '.csv')}>CSV</a>{' '}
                  <a href={file(number, '')}>JSON</a>
                </>
              ),
            },
          ]}
        />
      )}
      <ListLinks page={page} url={url} isFirst={isFirst} next={next} />
    </ConsolePage>
  );
}
