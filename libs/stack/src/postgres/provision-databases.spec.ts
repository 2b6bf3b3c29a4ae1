import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { grantServing } from '@shipyard/platform/database';
import { Client, escapeIdentifier } from 'pg';
import { type HeldData, holdData } from '../data/held-data';
import { loadSecrets } from '../data/secrets';
import type { SupervisedProcess } from '../processes/supervised-process';
import { openEmbeddedPostgres } from './embedded-postgres';
import { provisionDatabases, roleUrl, type ServiceDatabase, serviceDatabases } from './provision-databases';

jest.setTimeout(60_000);

const NEVER = new AbortController().signal;

describe("the services' databases on an embedded Postgres", () => {
  let dataDir: string;
  let held: HeldData;
  let server: SupervisedProcess;
  let adminUrl: string;
  const lines: string[] = [];
  const report = (line: string) => void lines.push(line);
  const databases = serviceDatabases({
    submission: { owner: 'owner-password', serving: 'submission-password' },
    gateway: { owner: 'owner-password', serving: 'gateway-password' },
  });

  async function startPostgres(): Promise<void> {
    held = await holdData(dataDir, 'a test', report);
    const postgres = await openEmbeddedPostgres({
      dataDir,
      secrets: loadSecrets(dataDir),
      record: held.record,
      report,
      stopping: NEVER,
    });
    server = postgres.process;
    adminUrl = postgres.adminUrl;
    await server.start(NEVER);
  }

  async function stopPostgres(): Promise<void> {
    await server.stop('SIGINT', 10_000);
    held.release();
  }

  async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(statement)).rows;
    } finally {
      await client.end();
    }
  }

  const asSubmission = (statement: string) => ask(roleUrl(adminUrl, databases.submission.serving), statement);
  const asGateway = (statement: string) => ask(roleUrl(adminUrl, databases.gateway.serving), statement);
  const asOwner = (of: ServiceDatabase, statement: string) => ask(roleUrl(adminUrl, of.owner), statement);

  beforeAll(async () => {
    dataDir = mkdtempSync(path.join(os.tmpdir(), 'shipyard-postgres-'));
    await startPostgres();
    // Concurrent and repeated, because two starts on one server must not collide.
    await Promise.all([1, 2].map(() => provisionDatabases(adminUrl, Object.values(databases), report)));
    await provisionDatabases(adminUrl, Object.values(databases), report);
    for (const [of, table] of [
      [databases.submission, 'accounts'],
      [databases.gateway, 'customers'],
    ] as const) {
      await asOwner(of, `CREATE TABLE ${table} (name text); CREATE TABLE ${of.queueSchema}.jobs (id int)`);
      for (const schema of [of.schema, of.queueSchema])
        for (const statement of grantServing(schema, of.serving.role)) await asOwner(of, statement);
    }
  });

  afterAll(async () => {
    await stopPostgres();
    rmSync(dataDir, { recursive: true });
  });

  it('belong to one role each, which is not the serving role, and are found without a schema name', async () => {
    const tables = `SELECT schemaname || '.' || tablename AS name, tableowner AS owner FROM pg_tables WHERE tableowner LIKE 'shipyard%' ORDER BY name`;
    expect(await ask(adminUrl, tables)).toEqual([
      { name: 'gateway.customers', owner: 'shipyard_gateway_owner' },
      { name: 'gateway_queue.jobs', owner: 'shipyard_gateway_owner' },
      { name: 'submission.accounts', owner: 'shipyard_submission_owner' },
      { name: 'submission_queue.jobs', owner: 'shipyard_submission_owner' },
    ]);
  });

  it.each([
    'SELECT * FROM gateway.customers',
    'INSERT INTO gateway.customers VALUES (1)',
    'CREATE TABLE gateway.mine (id int)',
    'SELECT * FROM gateway_queue.jobs',
    'CREATE TABLE public.mine (id int)',
    'SET ROLE shipyard_gateway',
    'CREATE ROLE mine',
    'CREATE SCHEMA mine',
    'CREATE TABLE submission.mine (id int)',
    'CREATE TABLE submission_queue.mine (id int)',
    'SET ROLE shipyard_submission_owner',
    'TRUNCATE submission.accounts',
  ])('keep the submission service from: %s', async (statement) => {
    await expect(asSubmission(statement)).rejects.toThrow(/permission denied/);
  });

  it.each([
    'SELECT * FROM submission.accounts',
    'DROP TABLE submission.accounts',
    'CREATE TABLE submission.mine (id int)',
    'SELECT * FROM submission_queue.jobs',
    'CREATE TABLE public.mine (id int)',
    'SET ROLE shipyard_submission',
  ])('keep the gateway from: %s', async (statement) => {
    await expect(asGateway(statement)).rejects.toThrow(/permission denied|must be owner/);
  });

  it('refuse connections without a password, and roles by name alone', async () => {
    await expect(
      ask(roleUrl(adminUrl, { ...databases.gateway.serving, password: 'guessed' }), 'SELECT 1'),
    ).rejects.toThrow(/password authentication failed/);
    await expect(ask(roleUrl(adminUrl, { role: 'postgres', password: '' }), 'SELECT 1')).rejects.toThrow(
      /password|SASL/,
    );
  });

  it('support similarity search in every script', async () => {
    expect(
      await asSubmission(`SELECT similarity('深圳市', '深圳') > 0 AS chinese, 'ÉCOLE' ILIKE 'école' AS accents`),
    ).toEqual([{ chinese: true, accents: true }]);
    expect(lines).toEqual([]);
  });

  it('refuse an administrator who may not create roles, and name the settings to use instead', async () => {
    await ask(adminUrl, `CREATE ROLE plain LOGIN PASSWORD 'plain'`);
    const plainUrl = roleUrl(adminUrl, { role: 'plain', password: 'plain' });
    await expect(provisionDatabases(plainUrl, Object.values(databases), report)).rejects.toThrow(
      /^DATABASE_URL: the role plain may not create roles and schemas\. .*SUBMISSION_DATABASE_URL and GATEWAY_DATABASE_URL/,
    );
  });

  it('can be created by an administrator who is not a superuser', async () => {
    await ask(adminUrl, `CREATE ROLE keeper LOGIN CREATEROLE PASSWORD 'keeper'`);
    await ask(adminUrl, 'CREATE DATABASE elsewhere OWNER keeper');
    const elsewhere = new URL(roleUrl(adminUrl, { role: 'keeper', password: 'keeper' }));
    elsewhere.pathname = '/elsewhere';
    const database = (name: string) => ({
      owner: { role: `${name}_owner`, password: 'secret' },
      serving: { role: `${name}_role`, password: 'secret' },
      schema: name,
      queueSchema: `${name}_queue`,
    });
    const [first, second] = [database('first'), database('second')];
    await provisionDatabases(elsewhere.href, [first, second], report);
    await ask(roleUrl(elsewhere.href, first.owner), 'CREATE TABLE things (id int)');
    for (const { owner, serving } of [second, { ...first, owner: first.serving }]) {
      for (const role of [owner, serving])
        await expect(ask(roleUrl(elsewhere.href, role), 'SELECT * FROM first.things')).rejects.toThrow(
          /permission denied/,
        );
    }
    expect(lines.splice(0)).toEqual([expect.stringContaining('log_error_verbosity')]);
  });

  it('are taken over from a serving role that owned them, which keeps serving', async () => {
    await ask(adminUrl, 'CREATE DATABASE older');
    const older = new URL(adminUrl);
    older.pathname = '/older';
    const role = escapeIdentifier(databases.submission.serving.role);
    await ask(
      older.href,
      `CREATE SCHEMA submission AUTHORIZATION ${role}; CREATE SCHEMA submission_queue AUTHORIZATION ${role}; GRANT CREATE ON DATABASE older TO ${role}`,
    );
    const serving = roleUrl(older.href, databases.submission.serving);
    await ask(
      serving,
      `CREATE TABLE submission.accounts (id serial, name text); CREATE TABLE submission_queue.jobs (id int);
      CREATE FUNCTION submission.one() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
    );
    for (let time = 1; time <= 2; time += 1) await provisionDatabases(older.href, Object.values(databases), report);
    expect(
      await ask(serving, `INSERT INTO submission.accounts (name) VALUES ('kept') RETURNING id, submission.one()`),
    ).toEqual([{ id: 1, one: 1 }]);
    await ask(serving, 'DELETE FROM submission_queue.jobs');
    for (const statement of [
      'ALTER TABLE submission.accounts DISABLE TRIGGER USER',
      'DROP FUNCTION submission.one()',
      'CREATE SCHEMA mine',
      'DROP SCHEMA submission_queue',
    ]) {
      await expect(ask(serving, statement)).rejects.toThrow(/permission denied|must be owner/);
    }
    await ask(
      roleUrl(older.href, databases.submission.owner),
      'ALTER TABLE submission.accounts ADD born date; ALTER TABLE submission_queue.jobs ADD born date',
    );
  });

  it('keep rows, URL and port across restarts, also after kill -9', async () => {
    await asGateway(`INSERT INTO customers VALUES ('kept')`);
    const before = adminUrl;
    const restarted = server.restarted();
    server.kill('SIGKILL');
    await restarted;
    expect(await asGateway('SELECT * FROM customers')).toEqual([{ name: 'kept' }]);
    await stopPostgres();
    await startPostgres();
    expect(adminUrl).toBe(before);
    expect(await asGateway('SELECT * FROM customers')).toEqual([{ name: 'kept' }]);
  });
});
