import { Icon, PersonText, Table } from '@shipyard/ui';
import type { CustomerView } from '../customers';
import { checkedCny, formatCny } from '../money';
import { type PageContext, Sum } from '../pages';
import { ConsolePage } from './console-page';
import { consoleUrl } from './console-parts';
import { ListLinks, withQuery } from './list-links';

interface CustomersProps {
  page: PageContext;
  items: CustomerView[];
  next: string | null;
  isFirst: boolean;
}

/** Who can spend what, newest first. */
export function CustomersPage({ page, items, next, isFirst }: CustomersProps) {
  const words = page.words.console.customers;
  return (
    <ConsolePage page={page} part="customers" title={words.title}>
      <h1 className="ui-title">{words.title}</h1>
      {items.length === 0 ? <p className="ui-lead">{words.none}</p> : <Rows page={page} items={items} />}
      <ListLinks
        first={isFirst ? null : { text: words.newest, href: consoleUrl('customers') }}
        next={next === null ? null : { text: words.older, href: withQuery(consoleUrl('customers'), { after: next }) }}
      />
    </ConsolePage>
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
