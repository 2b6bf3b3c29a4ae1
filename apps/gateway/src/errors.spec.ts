import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { errorPage } from '@shipyard/http';
import { errorTables } from './error-tables';

const rows = errorTables.flatMap((table) => Object.values(table));

describe('the error tables', () => {
  it('have unique codes', () => {
    const codes = rows.map(({ code }) => code);
    expect(codes.filter((code, at) => codes.indexOf(code) !== at)).toEqual([]);
  });

  it('have a status, a type in the customer error format, and a message for each code', () => {
    for (const { code, row } of rows) {
      expect({ code, status: row.status, sentence: /[.]$/.test(row.message) }).toEqual({
        code,
        status: expect.any(Number) as number,
        sentence: true,
      });
      expect({ code, typed: row.type !== undefined }).toEqual({ code, typed: code === code.toLowerCase() });
    }
  });

  it('include every errors file and the two shared tables', () => {
    const files = readdirSync(__dirname, { recursive: true }).filter((file) => String(file).endsWith('.errors.ts'));
    expect(errorTables).toHaveLength(files.length + 2);
  });

  it('match docs/errors.md word for word', () => {
    const page = readFileSync(path.join(__dirname, '../../../docs/errors.md'), 'utf8');
    const section = page.split(/^## /m).find((text) => text.startsWith('Gateway\n')) ?? '';
    expect(section.split('\n').filter((line) => line.startsWith('| `'))).toEqual(errorPage(errorTables));
  });
});
