import { Readable } from 'node:stream';
import type { LedgerEntryView } from '../billing';
import { csvLine } from '@shipyard/platform/csv';

const COLUMNS = [
  'id',
  'created_at',
  'request_id',
  'task_id',
  'customer_id',
  'key_id',
  'model',
  'account',
  'kind',
  'amount_cny',
  'lines',
  'route_id',
  'supplier_cost_cny',
] as const satisfies (keyof LedgerEntryView)[];

/** A page is read when the client has taken the previous one. `lines` is JSON. */
export function ledgerCsv(pages: AsyncIterable<LedgerEntryView[]>): Readable {
  return Readable.from(write(pages), { objectMode: false });
}

async function* write(pages: AsyncIterable<LedgerEntryView[]>): AsyncGenerator<string> {
  yield LEDGER_CSV_HEAD;
  for await (const page of pages) {
    if (page.length > 0) yield ledgerCsvRows(page);
  }
}

export const LEDGER_CSV_HEAD = csvLine([...COLUMNS]);

export const ledgerCsvRows = (entries: readonly LedgerEntryView[]): string =>
  entries.map((entry) => csvLine(COLUMNS.map((column) => textOf(entry[column])))).join('');

function textOf(value: LedgerEntryView[(typeof COLUMNS)[number]]): string | null {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}
