import type { ProgramExportRow } from '../../project-reads';
import { EXPORT_COLUMNS, programCsv } from './program-csv';

const ROW: ProgramExportRow = {
  id: '0195d5a0-0000-7000-8000-000000000000',
  slug: 'calc',
  name: '=cmd|"/c calc"!A1',
  state: 'draft',
  project_status: 'in_progress',
  visibility: 'public',
  hidden: false,
  log_count: 3,
  created_at: new Date('2026-11-28T10:00:00Z'),
  updated_at: new Date('2026-11-28T11:00:00Z'),
  review_requested_at: null,
  approved_at: null,
  shipped_at: null,
};

async function* pages() {
  yield await Promise.resolve([ROW]);
}

it('a program is written as CSV, and a name that is a formula as text', async () => {
  let text = '';
  for await (const part of programCsv('https://example.com', pages())) text += part;
  expect(text.split('\r\n')).toEqual([
    `\uFEFF${EXPORT_COLUMNS.join(',')}`,
    `calc,"'=cmd|""/c calc""!A1",https://example.com/projects/calc,draft,in_progress,public,false,3,2026-11-28T10:00:00.000Z,2026-11-28T11:00:00.000Z,,,`,
    '',
  ]);
});
