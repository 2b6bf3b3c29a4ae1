import type { QueryRunner } from 'typeorm';

interface Column {
  name: string;
  type: string;
  isRequired: boolean;
  hasDefault: boolean;
}

/** The columns of each table. */
export type SchemaShape = ReadonlyMap<string, ReadonlyMap<string, Column>>;

export async function readShape(runner: QueryRunner): Promise<SchemaShape> {
  const rows = (await runner.query(
    `SELECT relation.relname AS "table", attname AS name, format_type(atttypid, NULL) AS type, attnotnull AS "isRequired",
       (atthasdef OR attidentity <> '') AS "hasDefault"
     FROM pg_attribute JOIN pg_class relation ON relation.oid = attrelid
     WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND attnum > 0 AND NOT attisdropped`,
  )) as (Column & { table: string })[];
  const tables = new Map<string, Map<string, Column>>();
  for (const { table, ...column } of rows)
    tables.set(table, (tables.get(table) ?? new Map<string, Column>()).set(column.name, column));
  return tables;
}

/**
 * What processes of the version before would fail at: they read the old columns, and write rows without the new ones. A
 * CHECK that is narrower is not found.
 */
export function breaksBetween(before: SchemaShape, after: SchemaShape): string[] {
  return [...before].flatMap(([table, columns]) => {
    const now = after.get(table);
    if (now === undefined) return [`${table} is gone`];
    const old = [...columns.values()].flatMap((column) => breaksOf(column, now.get(column.name)));
    const added = [...now.values()]
      .filter(({ name, isRequired, hasDefault }) => !columns.has(name) && isRequired && !hasDefault)
      .map(({ name }) => `${name} is required`);
    return [...old, ...added].map((fault) => `${table}.${fault}`);
  });
}

function breaksOf(before: Column, after: Column | undefined): string[] {
  if (after === undefined) return [`${before.name} is gone`];
  return [
    ...(after.type === before.type ? [] : [`${before.name} is now ${after.type}`]),
    ...(after.isRequired && !before.isRequired && !after.hasDefault ? [`${before.name} is required`] : []),
    ...(before.hasDefault && !after.hasDefault && after.isRequired ? [`${before.name} has no default any more`] : []),
  ];
}
