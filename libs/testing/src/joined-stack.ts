import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Credentials } from '@shipyard/stack';
import { Client, Pool } from 'pg';
import { callApi } from './api-client';
import { expectNewStack } from './documented-answer';
import { waitUntil } from './wait-until';

export interface StackView {
  credentials: Credentials;
  submissionUrl: string;
  gatewayUrl: string;
  dataDir: string;
  databaseUrls: { submission: string; gateway: string };
  ownerUrls: { submission: string; gateway: string };
  metricsPort: number | null;
  redisUrl: string | null;
}

export const BUNDLES = path.resolve(__dirname, '../../../dist/apps');

/** The suites start some hundreds of processes, which find the packages that the image holds. */
export const QUICK_START = {
  NODE_OPTIONS: ['cache-compiled.cjs', 'shipped-packages.cjs']
    .map((file) => `--require ${JSON.stringify(path.resolve(__dirname, '..', file))}`)
    .join(' '),
};

const KEYS = `test:${Buffer.alloc(32, 1).toString('base64')}`;
/** Shared, so that an extra process can read what the others wrote. */
export const TEST_KEYS = {
  SESSION_KEYS: KEYS,
  URL_SIGNING_KEYS: KEYS,
  SHIPMENT_MASTER_KEYS: KEYS,
  GATEWAY_MASTER_KEYS: KEYS,
};

export class JoinedStack {
  readonly credentials: Credentials;
  readonly submissionUrl: string;
  readonly gatewayUrl: string;
  readonly dataDir: string;
  private readonly pools: Record<'submission' | 'gateway', Pool>;

  constructor(readonly view: StackView) {
    this.credentials = view.credentials;
    this.submissionUrl = view.submissionUrl;
    this.gatewayUrl = view.gatewayUrl;
    this.dataDir = view.dataDir;
    this.pools = { submission: poolAt(view.ownerUrls.submission), gateway: poolAt(view.ownerUrls.gateway) };
    expectNewStack(view.credentials.gateway_admin_key);
  }

  async query(
    service: 'submission' | 'gateway',
    statement: string,
    values: unknown[] = [],
  ): Promise<Record<string, unknown>[]> {
    const { rows } = await this.pools[service].query<Record<string, unknown>>(statement, values);
    return rows;
  }

  async connect(service: 'submission' | 'gateway'): Promise<Client> {
    const client = new Client({ connectionString: this.view.ownerUrls[service] });
    await client.connect();
    return client;
  }

  async queryAsServing(service: 'submission' | 'gateway', statement: string): Promise<Record<string, unknown>[]> {
    const client = new Client({ connectionString: this.view.databaseUrls[service] });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(statement)).rows;
    } finally {
      await client.end();
    }
  }

  /** Without variants of images, because a job adds them at any time. */
  async countStoredFiles(service: 'submission' | 'gateway'): Promise<number> {
    const entries = await readdir(path.join(this.dataDir, 'store', service), { recursive: true, withFileTypes: true });
    return entries.filter(
      (entry) => entry.isFile() && !entry.parentPath.includes('.tmp') && !entry.name.endsWith('.variants'),
    ).length;
  }

  readPostgresLog(): Promise<string> {
    return readFile(path.join(this.dataDir, 'logs/postgres.log'), 'utf8');
  }

  async prepare(service: 'submission' | 'gateway'): Promise<void> {
    await this.run(path.join(BUNDLES, service, 'prepare.js'));
  }

  /** As `npm start` does while it starts the services. */
  async fillShowcase(): Promise<void> {
    await this.run(path.join(BUNDLES, 'submission', 'showcase.js'));
  }

  /** Undoes all migrations down to the one whose name begins so. Returns their names, the newest first. */
  async revert(service: 'submission' | 'gateway', last: string): Promise<string[]> {
    const names = await this.run(path.join(BUNDLES, service, 'prepare.js'), 'revert', last);
    return names.trim().split('\n');
  }

  private async run(...args: string[]): Promise<string> {
    const { PATH, HOME } = process.env;
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      env: {
        PATH,
        HOME,
        ...QUICK_START,
        NODE_ENV: 'test',
        DEMO: '1',
        DATA_DIR: this.dataDir,
        SUBMISSION_DATABASE_URL: this.view.databaseUrls.submission,
        GATEWAY_DATABASE_URL: this.view.databaseUrls.gateway,
        SUBMISSION_OWNER_DATABASE_URL: this.view.ownerUrls.submission,
        GATEWAY_OWNER_DATABASE_URL: this.view.ownerUrls.gateway,
        GATEWAY_CONFIG: path.resolve(BUNDLES, '../../config/gateway.yaml'),
        ...TEST_KEYS,
      },
    });
    return stdout;
  }

  async describeSchema(service: 'submission' | 'gateway'): Promise<string[]> {
    const rows = await this.query(
      service,
      `SELECT line FROM (
         SELECT format('column %s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) AS line
           FROM information_schema.columns WHERE table_schema = $1
         UNION ALL SELECT format('constraint %s %s', conname, pg_get_constraintdef(oid)) FROM pg_constraint WHERE connamespace = $1::regnamespace
         UNION ALL SELECT 'index ' || indexdef FROM pg_indexes WHERE schemaname = $1
         UNION ALL SELECT 'trigger ' || pg_get_triggerdef(t.oid) FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
           WHERE c.relnamespace = $1::regnamespace AND NOT t.tgisinternal
         UNION ALL SELECT 'function ' || p.proname FROM pg_proc p JOIN pg_roles r ON r.oid = p.proowner
           WHERE p.pronamespace = $1::regnamespace AND r.rolname = current_user
       ) lines ORDER BY line`,
      [service],
    );
    return rows.map(({ line }) => String(line));
  }

  async waitForTask(taskId: string): Promise<void> {
    const { body } = await waitUntil(
      () =>
        callApi<{ status: string }>(this.gatewayUrl, 'GET', `/v1/images/tasks/${taskId}`, {
          token: this.credentials.enterprise_key,
        }),
      ({ body: task }) => task.status === 'succeeded' || task.status === 'failed',
    );
    if (body.status !== 'succeeded') throw new Error(`The task ${taskId} ${body.status}`);
  }
}

/** Suites ask the same again and again, and a new connection costs many times more than such a question. */
function poolAt(connectionString: string): Pool {
  const pool = new Pool({ connectionString, idleTimeoutMillis: 10_000, allowExitOnIdle: true });
  // Suites stop Postgres on purpose. The next query connects anew.
  pool.on('error', () => undefined);
  return pool;
}

export const SHARED = 'SHIPYARD_TEST_STACKS';

/** The stack of this worker of Jest. Suites leave it usable for the next one. */
export function sharedStack(): JoinedStack {
  const { [SHARED]: views, JEST_WORKER_ID } = process.env;
  if (views === undefined)
    throw new Error('This project has no shared stack: its jest.config.cjs needs the globalSetup');
  const view = (JSON.parse(views) as StackView[])[Number(JEST_WORKER_ID) - 1];
  if (view === undefined) throw new Error('This worker has no shared stack: libs/testing/run-lanes.cjs gives it one');
  return new JoinedStack(view);
}
