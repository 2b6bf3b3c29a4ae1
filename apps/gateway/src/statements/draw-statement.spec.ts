import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { FontBook } from '@shipyard/pdf';
import { bundledFiles } from '@shipyard/testing';
import { UNIT_TYPES } from '../unit-types';
import { drawStatement } from './draw-statement';
import { STATEMENT_LANGUAGES, STATEMENT_WORDS } from './statement-words';
import type { StatementView } from './statement.view';

const colors = { ink: '#16201B', ink2: '#414D46', line: '#C9CDBD', sunk: '#DDE0D2', link: '#12523E' };
const STATEMENT: StatementView = {
  number: 'S-000007',
  customer_id: '01900000-0000-7000-8000-000000000000',
  customer_name: '船坞 Ltd',
  period: '2026-10',
  time_zone: 'Asia/Shanghai',
  starts_at: '2026-09-30T16:00:00.000Z',
  ends_at: '2026-10-31T16:00:00.000Z',
  closed_at: '2026-11-01T16:00:00.000Z',
  corrects: 'S-000003',
  reason: 'A line was counted twice',
  corrected_by: null,
  lines: [],
  total_cny: '0.00',
};
const line = (at: number) => ({
  model: `model-${at}`,
  unit_type: 'input_1k_tokens',
  price_list: '合作伙伴',
  units: 12_345,
  amount_cny: '1.50',
});

describe('the PDF of a statement', () => {
  let folder: string;
  let book: FontBook;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'statements-'));
    book = await FontBook.open(folder);
  }, 60_000);

  afterAll(() => rm(folder, { recursive: true }));

  it.each(STATEMENT_LANGUAGES)('in %s is the same each time, and has all lines of a long month', async (language) => {
    const draw = (count: number) =>
      drawStatement(book, {
        view: { ...STATEMENT, lines: Array.from({ length: count }, (_, at) => line(at)) },
        language,
        colors,
      });
    const [none, long, again] = [await draw(0), await draw(200), await draw(200)];
    expect(again.equals(long)).toBe(true);
    const rowsOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/S \/TR\b/g)?.length ?? 0;
    expect([rowsOf(none), rowsOf(long)]).toEqual([0, 202]);
    expect(long.toString('latin1')).toContain(`/Lang (${language})`);
  });

  it.each(STATEMENT_LANGUAGES)('has a name in %s for every class of unit', (language) =>
    expect(Object.keys(STATEMENT_WORDS[language].unitNames).toSorted()).toEqual([...UNIT_TYPES, 'refund'].toSorted()),
  );

  it('is drawn by a process that loads no server code', async () => {
    const files = await bundledFiles(path.join(__dirname, '../draw-statements.ts'));
    expect(files.filter((file) => /^libs\/(?!pdf\/)/.test(file))).toEqual([]);
  });
});
