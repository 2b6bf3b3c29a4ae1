import type { ReactNode } from 'react';

export interface Column<Row> {
  name: string;
  /** Numbers stand at the end of their column, so that their digits line up. */
  isNumber?: boolean;
  cell: (row: Row) => ReactNode;
}

export interface TableProps<Row> {
  /** What the rows are, for screen readers. */
  label: string;
  /** Such as "Newest first." */
  caption?: string;
  /** The first column names its row. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Rows that need to be seen first. */
  isMarked?: (row: Row) => boolean;
}

/**
 * Rows to read down a column. On a phone each row becomes a list of its values with their names. That takes the meaning
 * of a table from the elements, so their roles are written out.
 */
export function Table<Row>({ label, caption, columns, rows, keyOf, isMarked }: TableProps<Row>) {
  return (
    <div className="ui-table-box" role="group" aria-label={label} tabIndex={0}>
      <table className="ui-table ui-table-rows" role="table">
        {caption !== undefined && <caption>{caption}</caption>}
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ name, isNumber }) => (
              <th key={name} scope="col" role="columnheader" className={numberIf(isNumber)}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={keyOf(row)} role="row" className={isMarked?.(row) ? 'ui-table-marked' : undefined}>
              {columns.map((column, at) => (
                <Cell key={column.name} column={column} row={row} isName={at === 0} />
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
  return (
    <td role="cell" className={numberIf(column.isNumber)} data-label={column.name}>
      <div>{column.cell(row)}</div>
    </td>
  );
}
