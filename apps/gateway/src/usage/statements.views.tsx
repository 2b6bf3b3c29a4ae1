import { LocalTime } from '@shipyard/pages';
import { Sum } from '../pages';
import type { StatementView } from '../statements';
import type { MemberPage } from './member-pages';
import { TableBox, UsagePage } from './usage-page';
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
    <TableBox label={words.title}>
      <thead>
        <tr>
          <th scope="col">{words.number}</th>
          <th scope="col">{words.period}</th>
          <th scope="col">{words.closed}</th>
          <th scope="col" className="ui-table-number">
            {words.total}
          </th>
          <th scope="col">{words.files}</th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ number, period, closed_at, total_cny, corrects, corrected_by }) => (
          <tr key={number}>
            <td>
              {number}
              {corrects !== null && ` ${words.corrects(corrects)}`}
              {corrected_by !== null && ` ${words.correctedBy(corrected_by)}`}
            </td>
            <td>{period}</td>
            <td>
              <LocalTime page={page} time={new Date(closed_at)} />
            </td>
            <td className="ui-table-number">
              <Sum cny={total_cny} />
            </td>
            <td>
              <a href={file(number, 'pdf')}>
                PDF <span className="ui-unseen">{number}</span>
              </a>{' '}
              <a href={file(number, 'csv')}>
                CSV <span className="ui-unseen">{number}</span>
              </a>
            </td>
          </tr>
        ))}
      </tbody>
    </TableBox>
  );
}
