import type { ErrorMaker } from './errors';

export function errorPage(tables: readonly Readonly<Record<string, ErrorMaker>>[]): string[] {
  return tables
    .flatMap((table) => Object.values(table))
    .sort((one, other) => one.row.status - other.row.status || (one.code < other.code ? -1 : 1))
    .map(({ code, row }) => `| \`${code}\` | ${row.status} | ${row.message} |`);
}
