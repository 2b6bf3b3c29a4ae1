import { grantServing } from '@shipyard/platform/database';
import { errorCodeOf } from '@shipyard/platform/error-code';
import { Client, DatabaseError, escapeIdentifier, escapeLiteral } from 'pg';
import { LOG_NO_VALUES } from './log-settings';

export interface DatabaseRole {
  role: string;
  password: string;
}

export interface ServiceDatabase {
  owner: DatabaseRole;
  serving: DatabaseRole;
  schema: string;
  queueSchema: string;
}

export function serviceDatabases(passwords: Record<'submission' | 'gateway', { owner: string; serving: string }>): {
  submission: ServiceDatabase;
  gateway: ServiceDatabase;
} {
  const database = (name: 'submission' | 'gateway') => ({
    owner: { role: `shipyard_${name}_owner`, password: passwords[name].owner },
    serving: { role: `shipyard_${name}`, password: passwords[name].serving },
    schema: name,
    queueSchema: `${name}_queue`,
  });
  return { submission: database('submission'), gateway: database('gateway') };
}

const REMEDY =
  'Give it CREATEROLE and CREATE on the database, or set SUBMISSION_DATABASE_URL and GATEWAY_DATABASE_URL to two roles of their own';

/**
 * Gives no role rights on the other service's schemas. Hands objects of an older installation over to the owner. It is
 * safe to repeat and to run concurrently.
 */
export async function provisionDatabases(
  adminUrl: string,
  databases: ServiceDatabase[],
  report: (line: string) => void,
): Promise<void> {
  const client = await connect(adminUrl);
  try {
    await client.query('BEGIN');
    await client.query(`SELECT pg_advisory_xact_lock(hashtext('shipyard provision'))`);
    const admin = await readAdmin(client);
    if (!admin.superuser && !(admin.mayCreateRoles && admin.mayCreateSchemas)) {
      throw new Error(`DATABASE_URL: the role ${admin.role} may not create roles and schemas. ${REMEDY}`);
    }
    for (const database of databases) await ensureRoles(client, database, admin);
    for (const database of databases) await ensureSchemas(client, database);
    await isolate(client, databases, admin);
    await keepValuesOutOfLog(client, databases, admin, report);
    const [first] = databases;
    if (first) await ensureTrigrams(client, first.schema, report);
    await client.query('COMMIT');
  } catch (error) {
    if (error instanceof DatabaseError && error.code === '42501') {
      throw new Error(`DATABASE_URL: the role lacks a right (${error.message}). ${REMEDY}`);
    }
    throw error;
  } finally {
    await client.end();
  }
}

export function roleUrl(adminUrl: string, { role, password }: DatabaseRole): string {
  const url = new URL(adminUrl);
  url.username = role;
  url.password = encodeURIComponent(password);
  return url.toString();
}

interface Admin {
  role: string;
  database: string;
  superuser: boolean;
  mayCreateRoles: boolean;
  mayCreateSchemas: boolean;
}

async function connect(adminUrl: string): Promise<Client> {
  const client = new Client({
    connectionString: adminUrl,
    application_name: 'shipyard provision',
    connectionTimeoutMillis: 10_000,
  });
  // Without a listener, a broken connection would end this process. The query that uses it fails anyway.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    const { hostname, port } = new URL(adminUrl);
    const reason = error instanceof Error ? error.message || errorCodeOf(error) || error.name : String(error);
    throw new Error(
      `DATABASE_URL: cannot connect to Postgres at ${hostname}:${port || 5432} (${reason}). Check that it runs and the URL is right`,
    );
  }
}

async function readAdmin(client: Client): Promise<Admin> {
  const { rows } = await client.query<Admin>(`
    SELECT rolname AS role, current_database() AS database, rolsuper AS superuser, rolcreaterole AS "mayCreateRoles",
           has_database_privilege(current_database(), 'CREATE') AS "mayCreateSchemas"
    FROM pg_roles WHERE rolname = current_user`);
  const [admin] = rows;
  if (!admin) throw new Error('DATABASE_URL: the server does not know this role. Create it, or use another');
  return admin;
}

async function ensureRoles(client: Client, { owner, serving, schema }: ServiceDatabase, admin: Admin): Promise<void> {
  for (const { role, password } of [serving, owner]) {
    const name = escapeIdentifier(role);
    const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
    if (rowCount === 0) await client.query(`CREATE ROLE ${name}`);
    await client.query(`ALTER ROLE ${name} LOGIN PASSWORD ${escapeLiteral(password)}`);
    // Only a member may create a schema that the role owns. A superuser counts as one.
    if (!admin.superuser) await client.query(`GRANT ${name} TO ${escapeIdentifier(admin.role)}`);
    await client.query(
      `ALTER ROLE ${name} IN DATABASE ${escapeIdentifier(admin.database)} SET search_path = ${escapeIdentifier(schema)}`,
    );
  }
  await client.query(`GRANT ${escapeIdentifier(serving.role)} TO ${escapeIdentifier(owner.role)}`);
}

async function ensureSchemas(client: Client, database: ServiceDatabase): Promise<void> {
  const { owner, serving, schema, queueSchema } = database;
  const schemas = [schema, queueSchema].map(escapeIdentifier);
  for (const name of schemas)
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${name} AUTHORIZATION ${escapeIdentifier(owner.role)}`);
  await handOver(client, database);
  for (const name of schemas) {
    await client.query(`ALTER SCHEMA ${name} OWNER TO ${escapeIdentifier(owner.role)}`);
    await client.query(`GRANT USAGE ON SCHEMA ${name} TO ${escapeIdentifier(serving.role)}`);
  }
}

/** Processes of the older version may still run, so the serving role keeps its rights until `prepare` reduces them. */
async function handOver(client: Client, { owner, serving, schema, queueSchema }: ServiceDatabase): Promise<void> {
  const { rows } = await client.query<{ owns: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_namespace WHERE nspowner = $1::regrole) OR EXISTS (SELECT FROM pg_class WHERE relowner = $1::regrole) AS owns`,
    [escapeIdentifier(serving.role)],
  );
  if (!rows[0]?.owns) return;
  await client.query(`REASSIGN OWNED BY ${escapeIdentifier(serving.role)} TO ${escapeIdentifier(owner.role)}`);
  for (const name of [schema, queueSchema])
    for (const statement of grantServing(name, serving.role)) await client.query(statement);
}

async function isolate(client: Client, databases: ServiceDatabase[], admin: Admin): Promise<void> {
  const rolesOf = ({ owner, serving }: ServiceDatabase) => [owner, serving].map(({ role }) => escapeIdentifier(role));
  const owners = databases.map(({ owner }) => escapeIdentifier(owner.role)).join(', ');
  const serving = databases.map((database) => escapeIdentifier(database.serving.role)).join(', ');
  for (const own of databases) {
    const others = databases.filter((other) => other !== own).flatMap(rolesOf);
    for (const schema of [own.schema, own.queueSchema].map(escapeIdentifier)) {
      await client.query(`REVOKE ALL ON SCHEMA ${schema} FROM ${['PUBLIC', ...others].join(', ')}`);
      await client.query(`REVOKE CREATE ON SCHEMA ${schema} FROM ${escapeIdentifier(own.serving.role)}`);
    }
  }
  // BullMQ runs CREATE SCHEMA IF NOT EXISTS, which needs this right even if the schema exists.
  await client.query(`GRANT CREATE ON DATABASE ${escapeIdentifier(admin.database)} TO ${owners}`);
  await client.query(`REVOKE CREATE ON DATABASE ${escapeIdentifier(admin.database)} FROM ${serving}`);
  // Before Postgres 15, everybody may create tables in public.
  await client.query(`REVOKE CREATE ON SCHEMA public FROM PUBLIC, ${owners}, ${serving}`);
}

/** Only a superuser may change what a role's statements write to the server's log. */
async function keepValuesOutOfLog(
  client: Client,
  databases: ServiceDatabase[],
  admin: Admin,
  report: (line: string) => void,
): Promise<void> {
  await client.query('SAVEPOINT log_settings');
  try {
    for (const { role } of databases.flatMap(({ owner, serving }) => [owner, serving])) {
      for (const [name, value] of Object.entries(LOG_NO_VALUES)) {
        await client.query(
          `ALTER ROLE ${escapeIdentifier(role)} IN DATABASE ${escapeIdentifier(admin.database)} SET ${name} = ${escapeLiteral(value)}`,
        );
      }
    }
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    await client.query('ROLLBACK TO SAVEPOINT log_settings');
    report(
      `The server's log may show personal data (${error.message}): apply the log settings in docs/operating/install.md`,
    );
  }
}

async function ensureTrigrams(client: Client, schema: string, report: (line: string) => void): Promise<void> {
  await client.query('SAVEPOINT trigrams');
  try {
    await client.query(`CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA ${escapeIdentifier(schema)}`);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    await client.query('ROLLBACK TO SAVEPOINT trigrams');
    report(`Postgres cannot create the extension pg_trgm (${error.message}). Searches are slower without it`);
  }
}
