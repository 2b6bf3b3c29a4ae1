import type { ErrorMaker } from './errors';

/** Returns the lines of `docs/errors.md` for these tables, sorted by status and code. */
export function errorPage(tables: readonly Readonly<Record<string, ErrorMaker>>[]): string[] {
  return tables
    .flatMap((table) => Object.values(table))
    .sort((one, other) => one.row.status - other.row.status || (one.code < other.code ? -1 : 1))
    .map(({ code, row }) => `| \`${code}\` | ${row.status} | ${row.message} |`);
}
