import { Button, Field, Icon, LinkButton, PersonText, Sum, Table } from '@shipyard/ui';
import type { CustomerView } from '../customers';
import { checkedCny, formatCny } from '../money';
import { type PageContext } from '../pages';
import { ConsolePage } from './console-page';
import { consoleUrl, newRecordUrl } from './console-parts';
import { ListLinks } from './list-links';

interface CustomersProps {
  page: PageContext;
  items: CustomerView[];
  /** A part of their names. Empty: all customers. */
  name: string;
  next: string | null;
  isFirst: boolean;
}

/** Who can spend what, newest first. */
export function CustomersPage({ page, items, name, next, isFirst }: CustomersProps) {
  const words = page.words.console.customers;
  return (
    <ConsolePage page={page} part="customers" title={words.title}>
      <div className="ui-spread">
        <h1 className="ui-title">{words.title}</h1>
        {page.session?.role !== 'viewer' && (
          <LinkButton href={newRecordUrl('customers')}>{page.words.console.newRecord.customers.link}</LinkButton>
        )}
      </div>
      <FindCustomer page={page} name={name} action={consoleUrl('customers')} />
      {items.length === 0 ? (
        <p className="ui-lead">
          {name === '' ? words.none : words.noneLikeThat}{' '}
          {name !== '' && <a href={consoleUrl('customers')}>{page.words.console.requests.showAll}</a>}
        </p>
      ) : (
        <Rows page={page} items={items} />
      )}
      <ListLinks page={page} url={consoleUrl('customers')} query={{ name }} isFirst={isFirst} next={next} />
    </ConsolePage>
  );
}

export function FindCustomer({ page, name, action }: { page: PageContext; name: string; action: string }) {
  const words = page.words.console.customers;
  return (
    <form className="ui-filters" method="get" action={action} role="search" aria-label={words.find}>
      <Field name="name" type="search" label={words.find} value={name} autoComplete="off" />
      <Button kind="secondary">{page.words.console.requests.show}</Button>
    </form>
  );
}

function Rows({ page, items }: Pick<CustomersProps, 'page' | 'items'>) {
  const words = page.words.console.customers;
  return (
    <Table
      label={words.title}
      caption={words.order}
      rows={items}
      keyOf={({ id }) => id}
      columns={[
        {
          name: words.name,
          cell: ({ id, name }) => (
            <a href={consoleUrl('customers', id)}>
              <PersonText text={name} />
            </a>
          ),
        },
        { name: words.status, cell: (customer) => <Status page={page} customer={customer} /> },
        { name: words.canSpend, isNumber: true, cell: (customer) => <Sum cny={canSpendOf(customer)} /> },
        { name: words.held, isNumber: true, cell: ({ held_cny }) => <Sum cny={held_cny} /> },
        { name: words.balance, isNumber: true, cell: ({ balance_cny }) => <Sum cny={balance_cny} /> },
      ]}
    />
  );
}

/** The balance without what is held, and what it may go below zero. */
export const canSpendOf = ({ balance_cny, held_cny, credit_line_cny }: CustomerView): string =>
  formatCny(checkedCny(balance_cny) - checkedCny(held_cny) + checkedCny(credit_line_cny));

export function Status({ page, customer }: { page: PageContext; customer: CustomerView }) {
  const words = page.words.console.customers;
  const isOverdue = customer.overdue_at !== null && Date.parse(customer.overdue_at) <= Date.now();
  if (customer.status === 'active' && !isOverdue)
    return (
      <span className="ui-state ui-tone-ok">
        <Icon name="tip" /> {words.active}
      </span>
    );
  return (
    <span className="ui-state ui-tone-stop">
      <Icon name="caution" /> {isOverdue ? words.overdue : words.suspended}
    </span>
  );
}
