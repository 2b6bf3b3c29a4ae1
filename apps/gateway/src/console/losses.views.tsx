import { Button, Field, grouped, Sum, sumText, Table } from '@shipyard/ui';
import type { LossesView } from '../billing';
import { checkedCny, formatCny } from '../money';
import { type PageContext } from '../pages';
import { ConsolePage } from './console-page';
import { consoleUrl, LOSSES_URL } from './console-parts';

interface LossesProps {
  page: PageContext;
  fields: { from: string; to: string };
  items: LossesView[];
}

/** What nobody paid for, by reason. */
export function LossesPage({ page, fields, items }: LossesProps) {
  const { ledger: words, requests } = page.words.console;
  const all = formatCny(items.reduce((nano, { loss_cny }) => nano + checkedCny(loss_cny), 0n));
  return (
    <ConsolePage page={page} part="ledger" title={words.losses}>
      <p className="ui-crumb">
        <a href={consoleUrl('ledger')}>{words.title}</a>
      </p>
      <h1 className="ui-title">{items.length === 0 ? words.noLosses : words.lossesSay(sumText(all))}</h1>
      <form className="ui-filters" method="get" action={LOSSES_URL} role="search" aria-label={requests.filters}>
        <Field name="from" type="date" label={words.from} value={fields.from} />
        <Field name="to" type="date" label={words.to} value={fields.to} />
        <Button kind="secondary">{requests.show}</Button>
      </form>
      {items.length > 0 && (
        <Table
          label={words.losses}
          rows={items}
          keyOf={({ reason, model }) => `${reason ?? ''} ${model ?? ''}`}
          columns={[
            { name: words.reason, cell: ({ reason }) => reason && words.reasons[reason] },
            { name: requests.model, cell: ({ model }) => model ?? '–' },
            { name: requests.title, isNumber: true, cell: (item) => grouped(String(item.requests)) },
            { name: words.lost, isNumber: true, cell: ({ loss_cny }) => <Sum cny={loss_cny} /> },
            {
              name: page.words.console.overview.paid,
              isNumber: true,
              cell: ({ supplier_cost_cny }) => <Sum cny={supplier_cost_cny} />,
            },
          ]}
        />
      )}
    </ConsolePage>
  );
}
