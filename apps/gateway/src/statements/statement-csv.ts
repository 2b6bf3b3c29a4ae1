import { csvLine } from '@shipyard/platform/csv';
import type { StatementView } from './statement.view';

/** One row for each line, so that the column of amounts adds up to the statement. */
export function statementCsv({ number, customer_id, period, lines }: StatementView): string {
  return [
    csvLine(['number', 'customer_id', 'period', 'model', 'unit_type', 'price_list', 'units', 'amount_cny']),
    ...lines.map(({ model, unit_type, price_list, units, amount_cny }) =>
      csvLine([number, customer_id, period, model, unit_type, price_list, String(units), amount_cny]),
    ),
  ].join('');
}
