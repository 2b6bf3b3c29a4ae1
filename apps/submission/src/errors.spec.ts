import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { errorPage } from '@shipyard/http';
import { errorTables } from './error-tables';
import { oauthErrors } from './oauth/protocol-errors';

describe('the error tables', () => {
  it('define each code once, with a status and a message', () => {
    const makers = errorTables.flatMap((table) => Object.values(table));
    const codes = makers.map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    for (const { code, row } of makers) {
      expect(code).toMatch(/^[A-Z][A-Z_]+$/);
      expect(row.status).toBeGreaterThanOrEqual(400);
      expect(row.message).not.toBe('');
    }
  });

  it('include every errors file and the shared table', () => {
    const files = readdirSync(__dirname, { recursive: true }).filter((file) => String(file).endsWith('.errors.ts'));
    expect(errorTables).toHaveLength(files.length + 1);
  });

  it('of OAuth equal docs/errors.md too, in a table of their own', () => {
    const page = readFileSync(path.join(__dirname, '../../../docs/errors.md'), 'utf8');
    const section = page.split(/^## /m).find((text) => text.startsWith('OAuth of the submission service\n')) ?? '';
    expect(section.split('\n').filter((line) => line.startsWith('| `'))).toEqual(errorPage([oauthErrors]));
  });

  it('equal docs/errors.md word for word', () => {
    const page = readFileSync(path.join(__dirname, '../../../docs/errors.md'), 'utf8');
    const section = page.split(/^## /m).find((text) => text.startsWith('Submission service\n')) ?? '';
    expect(section.split('\n').filter((line) => line.startsWith('| `'))).toEqual(errorPage(errorTables));
  });
});
