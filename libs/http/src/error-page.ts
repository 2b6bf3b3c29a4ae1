import type { ErrorMaker } from './errors';

/** The lines of a page of documentation for these tables, in order of status and code: what `docs/errors.md` holds for a service. */
export function errorPage(tables: readonly Readonly<Record<string, ErrorMaker>>[]): string[] {
  return tables
    .flatMap((table) => Object.values(table))
    .sort((one, other) => one.row.status - other.row.status || (one.code < other.code ? -1 : 1))
    .map(({ code, row }) => `| \`${code}\` | ${row.status} | ${row.message} |`);
}
