import { provisionDatabases, serviceDatabases } from '@shipyard/stack';
import { Client, escapeIdentifier } from 'pg';

export interface SpecDatabase {
  ownerUrl: string;
  servingUrl: string;
}

export type Migrate = (ownerUrl: string, servingRole: string) => Promise<void>;

const PASSWORD = 'of-specs';
const DATABASES = serviceDatabases({
  submission: { owner: PASSWORD, serving: PASSWORD },
  gateway: { owner: PASSWORD, serving: PASSWORD },
});

/** The first spec of a run migrates a template, which the others copy. */
export async function openSpecDatabase(service: 'submission' | 'gateway', migrate: Migrate): Promise<SpecDatabase> {
  const adminUrl = await findPostgres();
  const template = `${service}_template`;
  const name = `${service}_${process.pid}_${Date.now()}`;
  const admin = new Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    // Specs in several processes may be the first at once.
    await admin.query(`SELECT pg_advisory_lock(hashtext('spec template'))`);
    const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1 AND datistemplate', [template]);
    if (rowCount === 0) await makeTemplate(admin, adminUrl, template, service, migrate);
    await admin.query(`CREATE DATABASE ${escapeIdentifier(name)} TEMPLATE ${escapeIdentifier(template)}`);
  } finally {
    await admin.end();
  }
  return urlsOf(adminUrl, name, service);
}

async function findPostgres(): Promise<string> {
  const address = process.env.SHIPYARD_SPEC_POSTGRES;
  if (address === undefined)
    throw new Error(
      'This project has no Postgres for specs: its jest.config.cjs needs libs/testing/share-postgres.cjs as globalSetup',
    );
  const response = await fetch(address);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

async function makeTemplate(
  admin: Client,
  adminUrl: string,
  template: string,
  service: 'submission' | 'gateway',
  migrate: Migrate,
): Promise<void> {
  const name = escapeIdentifier(template);
  await admin.query(`DROP DATABASE IF EXISTS ${name}`);
  await admin.query(`CREATE DATABASE ${name}`);
  const url = withDatabase(adminUrl, template);
  await provisionDatabases(url, [DATABASES[service]], () => undefined);
  await migrate(urlsOf(adminUrl, template, service).ownerUrl, DATABASES[service].serving.role);
  await admin.query(`ALTER DATABASE ${name} IS_TEMPLATE true`);
}

function urlsOf(adminUrl: string, name: string, service: 'submission' | 'gateway'): SpecDatabase {
  const urlOf = (role: string) => {
    const url = new URL(withDatabase(adminUrl, name));
    url.username = role;
    url.password = PASSWORD;
    return url.toString();
  };
  const { owner, serving } = DATABASES[service];
  return { ownerUrl: urlOf(owner.role), servingUrl: urlOf(serving.role) };
}

function withDatabase(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.toString();
}
