import { errorCodeOf } from '@shipyard/platform';
import { Client, DatabaseError, escapeIdentifier, escapeLiteral } from 'pg';

/** A service's own role, and the schemas that it owns. */
export interface ServiceDatabase {
  role: string;
  password: string;
  schema: string;
  /** Of BullMQ's Postgres backend. */
  queueSchema: string;
}

/** The two services on one server. */
export function serviceDatabases(submissionPassword: string, gatewayPassword: string): { submission: ServiceDatabase; gateway: ServiceDatabase } {
  const database = (name: string, password: string) => ({ role: `shipyard_${name}`, password, schema: name, queueSchema: `${name}_queue` });
  return { submission: database('submission', submissionPassword), gateway: database('gateway', gatewayPassword) };
}

const REMEDY = 'give it CREATEROLE and CREATE on the database, or set SUBMISSION_DATABASE_URL and GATEWAY_DATABASE_URL to two roles of their own';

/**
 * Makes the services' roles and schemas where they are missing and sets their passwords and rights: each role owns its schemas and has no
 * right on the others'. Safe to repeat, and to run twice at once.
 */
export async function provisionDatabases(adminUrl: string, databases: ServiceDatabase[], report: (line: string) => void): Promise<void> {
  const client = await connect(adminUrl);
  try {
    await client.query('BEGIN');
    await client.query(`SELECT pg_advisory_xact_lock(hashtext('shipyard provision'))`);
    const admin = await readAdmin(client);
    if (!admin.superuser && !(admin.mayCreateRoles && admin.mayCreateSchemas)) {
      throw new Error(`DATABASE_URL: its role ${admin.role} may not create roles and schemas: ${REMEDY}`);
    }
    for (const database of databases) await ensureRole(client, database, admin);
    for (const database of databases) await ensureSchemas(client, database);
    await isolate(client, databases, admin);
    const [first] = databases;
    if (first) await ensureTrigrams(client, first.schema, report);
    await client.query('COMMIT');
  } catch (error) {
    if (error instanceof DatabaseError && error.code === '42501') {
      throw new Error(`DATABASE_URL: its role may not do what is needed (${error.message}): ${REMEDY}`);
    }
    throw error;
  } finally {
    await client.end();
  }
}

/** The administrator's address with another role's name and password. */
export function roleUrl(adminUrl: string, { role, password }: ServiceDatabase): string {
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
  const client = new Client({ connectionString: adminUrl, application_name: 'shipyard provision', connectionTimeoutMillis: 10_000 });
  // A connection that breaks fails the query that uses it; nothing listens between queries.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    const { hostname, port } = new URL(adminUrl);
    const reason = error instanceof Error ? error.message || errorCodeOf(error) || error.name : String(error);
    throw new Error(`DATABASE_URL: no connection to Postgres at ${hostname}:${port || 5432} (${reason})`);
  }
}

async function readAdmin(client: Client): Promise<Admin> {
  const { rows } = await client.query<Admin>(`
    SELECT rolname AS role, current_database() AS database, rolsuper AS superuser, rolcreaterole AS "mayCreateRoles",
           has_database_privilege(current_database(), 'CREATE') AS "mayCreateSchemas"
    FROM pg_roles WHERE rolname = current_user`);
  const [admin] = rows;
  if (!admin) throw new Error('DATABASE_URL: its role is unknown to the server');
  return admin;
}

async function ensureRole(client: Client, { role, password, schema }: ServiceDatabase, admin: Admin): Promise<void> {
  const name = escapeIdentifier(role);
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
  if (rowCount === 0) await client.query(`CREATE ROLE ${name}`);
  await client.query(`ALTER ROLE ${name} LOGIN PASSWORD ${escapeLiteral(password)}`);
  // Only a member may make a schema that the role owns; a superuser counts as one.
  if (!admin.superuser) await client.query(`GRANT ${name} TO ${escapeIdentifier(admin.role)}`);
  await client.query(`ALTER ROLE ${name} IN DATABASE ${escapeIdentifier(admin.database)} SET search_path = ${escapeIdentifier(schema)}`);
}

async function ensureSchemas(client: Client, { role, schema, queueSchema }: ServiceDatabase): Promise<void> {
  for (const name of [schema, queueSchema].map(escapeIdentifier)) {
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${name} AUTHORIZATION ${escapeIdentifier(role)}`);
    await client.query(`ALTER SCHEMA ${name} OWNER TO ${escapeIdentifier(role)}`);
  }
}

async function isolate(client: Client, databases: ServiceDatabase[], admin: Admin): Promise<void> {
  const roles = databases.map(({ role }) => escapeIdentifier(role)).join(', ');
  for (const own of databases) {
    const others = databases.filter((other) => other !== own).map(({ role }) => escapeIdentifier(role));
    for (const schema of [own.schema, own.queueSchema].map(escapeIdentifier)) {
      await client.query(`REVOKE ALL ON SCHEMA ${schema} FROM ${['PUBLIC', ...others].join(', ')}`);
    }
  }
  // BullMQ's Postgres backend says CREATE SCHEMA IF NOT EXISTS, which needs this right although the schema is there.
  await client.query(`GRANT CREATE ON DATABASE ${escapeIdentifier(admin.database)} TO ${roles}`);
  // A server before Postgres 15 lets everybody create tables in public.
  await client.query(`REVOKE CREATE ON SCHEMA public FROM PUBLIC, ${roles}`);
}

/** Search by similarity needs pg_trgm. It is the one thing that a server may lack without stopping the start. */
async function ensureTrigrams(client: Client, schema: string, report: (line: string) => void): Promise<void> {
  await client.query('SAVEPOINT trigrams');
  try {
    await client.query(`CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA ${escapeIdentifier(schema)}`);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    await client.query('ROLLBACK TO SAVEPOINT trigrams');
    report(`Postgres has no pg_trgm extension for us (${error.message})`);
  }
}
