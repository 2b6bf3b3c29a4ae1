import type { ReactNode } from 'react';

export interface Column<Row> {
  name: string;
  /** Numbers stand at the end of their column, so that their digits line up. */
  isNumber?: boolean;
  /** A box to tick. Only screen readers get the column's name, because each box has its own. */
  isBox?: boolean;
  cell: (row: Row) => ReactNode;
}

export interface TableProps<Row> {
  /** What the rows are, for screen readers. */
  label: string;
  /** Such as "Newest first." */
  caption?: string;
  /** The first column that holds no boxes names its row. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row, at: number) => string;
  /** Whether rows have their key as id, so that links lead to them. */
  hasIds?: boolean;
  /** Rows that need to be seen first. */
  isMarked?: (row: Row) => boolean;
  /** The URL at which a script asks who holds what. */
  liveUrl?: string;
}

/**
 * Rows to read down a column. On a phone each row becomes a list of its values with their names. Browsers then no longer
 * tell that it is a table, so the roles are written out.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { label, caption, columns, rows, keyOf, hasIds, isMarked, liveUrl } = props;
  const names = columns.find(({ isBox }) => !isBox);
  return (
    <div className="ui-table-box" role="group" aria-label={label} tabIndex={0} data-live-claims={liveUrl}>
      <table className="ui-table ui-table-rows" role="table">
        {caption !== undefined && <caption>{caption}</caption>}
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ name, isNumber, isBox }) => (
              <th key={name} scope="col" role="columnheader" className={numberIf(isNumber)}>
                {isBox ? <span className="ui-unseen">{name}</span> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row, at) => (
            <tr
              key={keyOf(row, at)}
              id={hasIds ? keyOf(row, at) : undefined}
              role="row"
              className={isMarked?.(row) ? 'ui-table-marked' : undefined}
            >
              {columns.map((column) => (
                <Cell key={column.name} column={column} row={row} isName={column === names} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const numberIf = (isNumber: boolean | undefined) => (isNumber ? 'ui-table-number' : undefined);

function Cell<Row>({ column, row, isName }: { column: Column<Row>; row: Row; isName: boolean }) {
  if (isName)
    return (
      <th scope="row" role="rowheader" className="ui-table-name">
        {column.cell(row)}
      </th>
    );
  if (column.isBox)
    return (
      <td role="cell" className="ui-table-tick">
        {column.cell(row)}
      </td>
    );
  return (
    <td role="cell" className={numberIf(column.isNumber)} data-label={column.name}>
      <div>{column.cell(row)}</div>
    </td>
  );
}
