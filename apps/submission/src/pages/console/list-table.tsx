import type { ReactNode } from 'react';

export interface Column<Row> {
  label: string;
  /** A name leads on. A box has a label that only assistive technology reads, because each box has its own. */
  kind?: 'name' | 'number' | 'box';
  cell: (row: Row) => ReactNode;
}

interface ListTableProps<Row> {
  /** Names the region. */
  title: string;
  caption?: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** The key of a row, and its id if `hasIds`. */
  keyOf: (row: Row, at: number) => string;
  hasIds?: boolean;
  /** The URL at which a script asks who holds what. */
  liveUrl?: string;
}

/**
 * A table whose rows become lists of lines on a phone. The style sheet does that, and then says each label beside its
 * value. The roles stay, because browsers drop those of an element that is not drawn as a table.
 */
export function ListTable<Row>({ title, caption, columns, rows, keyOf, hasIds, liveUrl }: ListTableProps<Row>) {
  return (
    <div className="ui-table-box" role="region" aria-label={title} tabIndex={0} data-live-claims={liveUrl}>
      <table className="ui-table ui-table-rows" role="table">
        {caption && <caption>{caption}</caption>}
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ label, kind }) => (
              <th key={label} scope="col" role="columnheader" className={kind === 'number' ? NUMBER : undefined}>
                {kind === 'box' ? <span className="ui-unseen">{label}</span> : label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row, at) => (
            <tr key={keyOf(row, at)} id={hasIds ? keyOf(row, at) : undefined} role="row">
              {columns.map((column) => (
                <Cell key={column.label} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const NUMBER = 'ui-table-number';

function Cell<Row>({ column: { label, kind, cell }, row }: { column: Column<Row>; row: Row }) {
  if (kind === 'name')
    return (
      <th className="ui-table-name" scope="row" role="rowheader">
        {cell(row)}
      </th>
    );
  if (kind === 'box')
    return (
      <td className="ui-table-tick" role="cell">
        {cell(row)}
      </td>
    );
  return (
    <td className={kind === 'number' ? NUMBER : undefined} role="cell" data-label={label}>
      <span>{cell(row)}</span>
    </td>
  );
}
