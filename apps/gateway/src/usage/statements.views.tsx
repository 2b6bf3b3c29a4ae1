import { LocalTime } from '@shipyard/pages';
import { Sum, Table } from '@shipyard/ui';
import type { StatementView } from '../statements';
import type { MemberPage } from './member-pages';
import { UsagePage } from './usage-page';
import { usageUrl } from './usage-parts';

interface Props {
  page: MemberPage;
  items: StatementView[];
  next: string | null;
  isFirst: boolean;
}

export function StatementsPage({ page, items, next, isFirst }: Props) {
  const words = page.words.usage.statements;
  return (
    <UsagePage page={page} part="statements" title={words.title}>
      <h1 className="ui-title">{words.title}</h1>
      <p className="ui-lead">{words.lead}</p>
      {items.length === 0 ? <p className="ui-hint">{words.none}</p> : <Rows page={page} items={items} />}
      <p className="ui-buttons">
        {!isFirst && <a href={usageUrl('statements')}>{words.newest}</a>}
        {next !== null && (
          <a rel="next" href={`${usageUrl('statements')}?after=${next}`}>
            {words.older}
          </a>
        )}
      </p>
    </UsagePage>
  );
}

function Rows({ page, items }: Pick<Props, 'page' | 'items'>) {
  const words = page.words.usage.statements;
  const file = (number: string, kind: string) => `${usageUrl('statements', number)}.${kind}`;
  return (
    <Table
      label={words.title}
      rows={items}
      keyOf={({ number }) => number}
      columns={[
        {
          name: words.number,
          cell: ({ number, corrects, corrected_by }) =>
            [
              number,
              ...(corrects === null ? [] : [words.corrects(corrects)]),
              ...(corrected_by === null ? [] : [words.correctedBy(corrected_by)]),
            ].join(' '),
        },
        { name: words.period, cell: ({ period }) => period },
        { name: words.closed, cell: ({ closed_at }) => <LocalTime page={page} time={new Date(closed_at)} /> },
        { name: words.total, isNumber: true, cell: ({ total_cny }) => <Sum cny={total_cny} /> },
        {
          name: words.files,
          cell: ({ number }) => (
            <>
              <a href={file(number, 'pdf')}>
                PDF <span className="ui-unseen">{number}</span>
              </a>{' '}
              <a href={file(number, 'csv')}>
                CSV <span className="ui-unseen">{number}</span>
              </a>
            </>
          ),
        },
      ]}
    />
  );
}
