import { readdirSync } from 'node:fs';
import { errorTables } from './error-tables';

describe('the error tables', () => {
  it('give each code once, with a status and a message', () => {
    const makers = errorTables.flatMap((table) => Object.values(table));
    const codes = makers.map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    for (const { code, row } of makers) {
      expect(code).toMatch(/^[A-Z][A-Z_]+$/);
      expect(row.status).toBeGreaterThanOrEqual(400);
      expect(row.message).not.toBe('');
    }
  });

  it('are all there: one for each errors file, and the shared one', () => {
    const files = readdirSync(__dirname, { recursive: true }).filter((file) => String(file).endsWith('.errors.ts'));
    expect(errorTables).toHaveLength(files.length + 1);
  });
});
