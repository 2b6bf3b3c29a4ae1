import { csvLine } from '@shipyard/platform/csv';
import type { ProgramExportRow } from '../../project-reads';

/** In the order of the file. */
export const EXPORT_COLUMNS = [
  'slug',
  'name',
  'url',
  'state',
  'project_status',
  'visibility',
  'hidden',
  'log_count',
  'created_at',
  'updated_at',
  'review_requested_at',
  'approved_at',
  'shipped_at',
] as const;

/** Begins with the mark by which Excel reads UTF-8. */
export async function* programCsv(site: string, pages: AsyncIterable<ProgramExportRow[]>): AsyncGenerator<string> {
  yield `\uFEFF${csvLine([...EXPORT_COLUMNS])}`;
  for await (const page of pages) yield page.map((row) => csvLine(fieldsOf(site, row))).join('');
}

const fieldsOf = (site: string, row: ProgramExportRow) =>
  EXPORT_COLUMNS.map((column) => (column === 'url' ? `${site}/projects/${row.slug}` : textOf(row[column])));

function textOf(value: string | number | boolean | Date | null): string | null {
  if (value === null) return null;
  return value instanceof Date ? value.toISOString() : String(value);
}
