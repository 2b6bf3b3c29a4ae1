import { Icon, PersonText } from '@shipyard/ui';
import type { CustomerView } from '../customers';
import { checkedCny, formatCny } from '../money';
import type { PageContext } from '../pages';
import { Sum } from './amounts';
import { ConsolePage } from './console-page';
import { consoleUrl } from './console-parts';

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
      <p className="ui-buttons">
        {!isFirst && <a href={consoleUrl('customers')}>{words.newest}</a>}
        {next !== null && (
          <a rel="next" href={`${consoleUrl('customers')}?after=${next}`}>
            {words.older}
          </a>
        )}
      </p>
    </ConsolePage>
  );
}

function Rows({ page, items }: Pick<CustomersProps, 'page' | 'items'>) {
  const words = page.words.console.customers;
  return (
    <div className="ui-table-box" role="group" aria-label={words.title} tabIndex={0}>
      <table className="ui-table">
        <caption>{words.order}</caption>
        <thead>
          <tr>
            <th scope="col">{words.name}</th>
            <th scope="col">{words.status}</th>
            {[words.canSpend, words.held, words.balance].map((name) => (
              <th key={name} scope="col" className="ui-table-number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((customer) => (
            <tr key={customer.id}>
              <td>
                <a href={consoleUrl('customers', customer.id)}>
                  <PersonText text={customer.name} />
                </a>
              </td>
              <td>
                <Status page={page} customer={customer} />
              </td>
              {[canSpendOf(customer), customer.held_cny, customer.balance_cny].map((cny, at) => (
                <td key={at} className="ui-table-number">
                  <Sum cny={cny} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
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
