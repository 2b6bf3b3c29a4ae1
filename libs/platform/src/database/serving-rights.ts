import { escapeIdentifier } from 'pg';
import type { DataSource } from 'typeorm';

export interface ServingRights {
  tables: Readonly<Record<string, string>>;
  /** They run with their owner's rights, because the serving role lacks them. */
  ownerFunctions: readonly string[];
}

export const roleOf = (databaseUrl: string): string => decodeURIComponent(new URL(databaseUrl).username);

/** Grants the use of all present and future tables, but no change of the schema. */
export function grantServing(schema: string, role: string): string[] {
  const [within, to] = [escapeIdentifier(schema), escapeIdentifier(role)];
  return [
    `GRANT USAGE ON SCHEMA ${within} TO ${to}`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${within} TO ${to}`,
    `GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA ${within} TO ${to}`,
  ];
}

/** Run it after each migration. It is safe to repeat, and grants nothing if the serving role owns the tables. */
export async function setServingRights(
  dataSource: DataSource,
  role: string,
  schema: string,
  rights: ServingRights,
): Promise<void> {
  const within = escapeIdentifier(schema);
  const definers = rights.ownerFunctions.flatMap((name) => [
    // The caller's temporary tables and functions must not shadow ours.
    `ALTER FUNCTION ${within}.${name} SECURITY DEFINER SET search_path = ${within}, pg_temp`,
    `REVOKE ALL ON FUNCTION ${within}.${name} FROM PUBLIC`,
  ]);
  await dataSource.transaction(async (manager) => {
    for (const statement of definers) await manager.query(statement);
    const [owner] = await manager.query<{ name: string }[]>('SELECT current_user AS name');
    if (owner?.name === role) return;
    const to = escapeIdentifier(role);
    for (const statement of grantServing(schema, role)) await manager.query(statement);
    for (const [table, privileges] of Object.entries(rights.tables)) {
      const name = `${within}.${escapeIdentifier(table)}`;
      await manager.query(`REVOKE ALL ON ${name} FROM ${to}`);
      await manager.query(`GRANT ${privileges} ON ${name} TO ${to}`);
    }
    // Partitions are accessed through their parent table.
    const partitions = await manager.query<{ name: string }[]>(
      'SELECT relname AS name FROM pg_class WHERE relispartition AND relkind = $1 AND relnamespace = $2::regnamespace',
      ['r', within],
    );
    for (const { name } of partitions)
      await manager.query(`REVOKE ALL ON ${within}.${escapeIdentifier(name)} FROM ${to}`);
    for (const name of rights.ownerFunctions)
      await manager.query(`GRANT EXECUTE ON FUNCTION ${within}.${name} TO ${to}`);
    // Processes of this version still serve after the next version has added tables.
    await manager.query(
      `ALTER DEFAULT PRIVILEGES IN SCHEMA ${within} GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${to}`,
    );
    await manager.query(`ALTER DEFAULT PRIVILEGES IN SCHEMA ${within} GRANT USAGE, SELECT ON SEQUENCES TO ${to}`);
  });
}
