import type { QueryRunner } from 'typeorm';

export async function indexesOf(runner: QueryRunner, table: string, except: string[]): Promise<string[]> {
  const rows = (await runner.query(
    `SELECT replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') AS definition FROM pg_index
     WHERE indrelid = $1::regclass AND NOT indexrelid::regclass::text = ANY ($2) ORDER BY indexrelid`,
    [table, except],
  )) as { definition: string }[];
  return rows.map(({ definition }) => definition);
}

export async function foreignKeysOf(runner: QueryRunner, table: string): Promise<string[]> {
  const rows = (await runner.query(
    `SELECT format('ALTER TABLE %I ADD CONSTRAINT %I %s', $1::text, conname, pg_get_constraintdef(oid)) AS definition FROM pg_constraint
     WHERE conrelid = $1::regclass AND contype = 'f' AND conparentid = 0 ORDER BY conname`,
    [table],
  )) as { definition: string }[];
  return rows.map(({ definition }) => definition);
}

export async function copyRows(runner: QueryRunner, from: string, to: string): Promise<void> {
  const [row] = (await runner.query(
    `SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS columns FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    [to],
  )) as { columns: string }[];
  await runner.query(`INSERT INTO ${to} (${row?.columns}) SELECT ${row?.columns} FROM ${from}`);
}
