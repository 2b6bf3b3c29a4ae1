import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import {
  assertBooksAgree,
  call,
  keyRing,
  makeCustomer,
  makeProgram,
  register,
  secret,
  type TourCredentials,
  waitForAnswer,
  walkTour,
} from './installation';

/**
 * Starts `docker/compose.yaml` as written, walks the tour, stops and starts it again, and then runs three of each process
 * behind the proxy of `docker/compose.scale.yaml`. NODE_IMAGE names another base image, and IMAGE one that is built already.
 */

export const needs = ['docker|podman', 'docker|podman-compose', 'curl', 'sh'];

const execute = promisify(execFile);
const WORKSPACE = path.join(__dirname, '../..');
const PROJECT = 'shipyard-drill';
const STARTED_WITHIN_MS = 5 * 60_000;
const SUBMISSION = 'http://127.0.0.1:3000';
const GATEWAY = 'http://127.0.0.1:3100';
const SCALED = { submission: 'https://submission.localhost', gateway: 'https://gateway.localhost' };
const PROCESSES = ['submission', 'submission-worker', 'gateway', 'gateway-worker'];
const CHATS = 200;
const AT_ONCE = 8;

const say = (line: string) => void process.stdout.write(`${line}\n`);
const hasDocker = () => {
  try {
    execFileSync('docker', ['compose', 'version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

export async function run(): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'shipyard-drill-'));
  const drill = new ComposeDrill(folder, hasDocker());
  try {
    await drill.build();
    await drill.firstStart();
    await drill.downAndUp();
    await drill.scale();
  } catch (error) {
    await drill.printLogs();
    throw error;
  } finally {
    await drill.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

class ComposeDrill {
  private readonly settings: Record<string, string> = {
    ...Object.fromEntries(
      [
        'POSTGRES',
        'REDIS',
        'SUBMISSION_DATABASE',
        'GATEWAY_DATABASE',
        'SUBMISSION_OWNER_DATABASE',
        'GATEWAY_OWNER_DATABASE',
      ].map((name) => [`${name}_PASSWORD`, secret()]),
    ),
    ...Object.fromEntries(
      [
        'SHIPMENT_MASTER_KEYS',
        'GATEWAY_MASTER_KEYS',
        'SUBMISSION_URL_SIGNING_KEYS',
        'GATEWAY_URL_SIGNING_KEYS',
        'SUBMISSION_SESSION_KEYS',
        'GATEWAY_SESSION_KEYS',
      ].map((name) => [name, keyRing()]),
    ),
    SUBMISSION_PUBLIC_URL: SUBMISSION,
    GATEWAY_PUBLIC_URL: GATEWAY,
    REVIEW_GATEWAY_KEY: 'gwk_not-made-yet',
    REVIEW_MODEL: 'sandbox-chat',
    ENABLE_SANDBOX: '1',
    STAFF_TOTP: 'optional',
    SUBMISSION_HOST: new URL(SCALED.submission).host,
    GATEWAY_HOST: new URL(SCALED.gateway).host,
    CADDY_OPTIONS: 'local_certs',
  };

  private files = ['docker/compose.yaml'];
  private ownerKey = '';
  private credentials: TourCredentials | null = null;
  private project = '';

  constructor(
    private readonly folder: string,
    private readonly usesDocker: boolean,
  ) {}

  private get engine(): string {
    return this.usesDocker ? 'docker' : 'podman';
  }

  private async compose(...args: string[]): Promise<string> {
    const settings = path.join(this.folder, 'settings.env');
    await writeFile(
      settings,
      Object.entries(this.settings).map(([name, value]) => `${name}=${value}\n`),
      { mode: 0o600 },
    );
    const [command, ...first] = this.usesDocker ? ['docker', 'compose'] : ['podman-compose'];
    const files = this.files.flatMap((file) => ['-f', path.join(WORKSPACE, file)]);
    const { stdout } = await execute(
      command ?? '',
      [...first, '-p', PROJECT, '--env-file', settings, ...files, ...args],
      {
        cwd: WORKSPACE,
        maxBuffer: 64 * 1024 * 1024,
      },
    );
    return stdout;
  }

  async build(): Promise<void> {
    const { NODE_IMAGE, BUILD_ARGS, IMAGE } = process.env;
    if (IMAGE) {
      await execute(this.engine, ['tag', IMAGE, 'shipyard']);
      return say(`The image is ${IMAGE}`);
    }
    const beganAt = Date.now();
    const base = NODE_IMAGE ? ['--build-arg', `NODE_IMAGE=${NODE_IMAGE}`] : [];
    const build = [
      'build',
      ...(BUILD_ARGS?.split(' ') ?? []),
      ...base,
      '-t',
      'shipyard',
      '-f',
      'docker/Dockerfile',
      '.',
    ];
    await execute(this.engine, build, { cwd: WORKSPACE, maxBuffer: 64 * 1024 * 1024 });
    const size = async (image: string) =>
      Number((await execute(this.engine, ['image', 'inspect', '--format', '{{.Size}}', image])).stdout);
    const over = NODE_IMAGE
      ? `, ${Math.round(((await size('shipyard')) - (await size(NODE_IMAGE))) / 1e6)} MB over its base`
      : '';
    say(`The image is built: ${seconds(beganAt)}, ${Math.round((await size('shipyard')) / 1e6)} MB${over}`);
  }

  async firstStart(): Promise<void> {
    await this.start();
    const owner = await this.compose('run', '--rm', 'gateway', 'node', 'dist/apps/gateway/create-owner-key.js');
    this.ownerKey = /gwa_[\w-]+/.exec(owner)?.[0] ?? '';
    this.settings.REVIEW_GATEWAY_KEY = await makeCustomer(GATEWAY, this.ownerKey, 'Reviews');
    await this.compose('up', '-d', '--force-recreate', '--no-deps', 'submission-worker');
    const admin = await register(SUBMISSION, 'drill-admin');
    await this.asAdministrator(
      `UPDATE submission.accounts SET roles = '{participant,admin}' WHERE handle = '${admin.handle}'`,
    );
    await makeProgram(SUBMISSION, admin.token, 'drill');
    const maker = await register(SUBMISSION, 'drill-maker');
    this.credentials = {
      submission_url: `${SUBMISSION}/api/v1`,
      gateway_url: GATEWAY,
      participant: { token: maker.token },
      program_id: 'drill',
      enterprise_key: await makeCustomer(GATEWAY, this.ownerKey, 'Drill'),
      gateway_admin_key: this.ownerKey,
    };
    this.project = await walkTour(this.folder, this.credentials);
    await assertBooksAgree(GATEWAY, this.ownerKey);
    say('The tour passed, and the books agree');
  }

  private async start(): Promise<void> {
    const beganAt = Date.now();
    await this.up();
    for (const address of [SUBMISSION, GATEWAY]) await waitForAnswer(`${address}/readyz`, STARTED_WITHIN_MS);
    say(`All processes are up and ready: ${seconds(beganAt)}`);
  }

  /** podman-compose with podman before 4.6 does not wait for what `depends_on` says, so the drill waits in its place. */
  private async up(): Promise<void> {
    if (this.usesDocker) return void (await this.compose('up', '-d'));
    await this.compose('up', '-d', '--no-deps', 'postgres', 'redis');
    await this.eventually('exec', '-T', 'postgres', 'pg_isready', '-U', 'postgres', '-d', 'shipyard');
    for (const once of ['provision', 'prepare-submission', 'prepare-gateway']) {
      await this.compose('up', '-d', '--no-deps', once);
      const { stdout } = await execute('podman', ['wait', `${PROJECT}_${once}_1`]);
      if (stdout.trim() !== '0') throw new Error(`${once} exited with ${stdout.trim()}`);
    }
    const proxy = this.files.length > 1 ? ['proxy'] : [];
    await this.compose('up', '-d', '--no-deps', ...PROCESSES, ...proxy);
  }

  /** podman-compose ends Postgres and Redis beside the processes that need them. */
  private async down(): Promise<void> {
    if (!this.usesDocker) await this.compose('stop', ...PROCESSES);
    await this.compose('down');
  }

  private async eventually(...args: string[]): Promise<string> {
    for (let attempt = 0; ; attempt += 1)
      try {
        return await this.compose(...args);
      } catch (error) {
        if (attempt > 60) throw error;
        await new Promise((resolve) => setTimeout(resolve, 1_000));
      }
  }

  private async asAdministrator(sql: string): Promise<void> {
    await this.compose('exec', '-T', 'postgres', 'psql', '-U', 'postgres', '-d', 'shipyard', '-c', sql);
  }

  async downAndUp(): Promise<void> {
    const beganAt = Date.now();
    await this.down();
    say(`Everything is stopped and removed but the volumes: ${seconds(beganAt)}`);
    await this.start();
    await call('GET', this.project);
    await assertBooksAgree(GATEWAY, this.ownerKey);
    say('The project and the ledger are there again');
  }

  async scale(): Promise<void> {
    if (!this.credentials) throw new Error('The first start comes before');
    await this.down();
    this.files = ['docker/compose.yaml', 'docker/compose.scale.yaml'];
    this.settings.SUBMISSION_PUBLIC_URL = SCALED.submission;
    this.settings.GATEWAY_PUBLIC_URL = SCALED.gateway;
    const beganAt = Date.now();
    await this.up();
    const trust = await this.trustProxy();
    for (const address of Object.values(SCALED)) await waitForAnswer(`${address}/readyz`, STARTED_WITHIN_MS, trust);
    say(`Three of each process are behind the proxy: ${seconds(beganAt)}`);
    const credentials = {
      ...this.credentials,
      ...{ submission_url: `${SCALED.submission}/api/v1`, gateway_url: SCALED.gateway },
    };
    await walkTour(this.folder, credentials, trust);
    say('The tour passed over TLS');
    await this.assertProxy(trust, credentials.enterprise_key);
    await this.stopOneUnderLoad(trust, credentials.enterprise_key);
    await assertBooksAgree(SCALED.gateway, this.ownerKey, trust);
    say('The books agree');
  }

  private async trustProxy(): Promise<string> {
    const file = path.join(this.folder, 'root.crt');
    await writeFile(
      file,
      await this.eventually('exec', '-T', 'proxy', 'cat', '/data/caddy/pki/authorities/local/root.crt'),
    );
    return file;
  }

  private async assertProxy(trust: string, key: string): Promise<void> {
    const curl = async (...args: string[]) => (await execute('curl', ['-sS', '--cacert', trust, ...args])).stdout;
    const version = await curl('-o', '/dev/null', '-w', '%{http_version}', `${SCALED.submission}/`);
    const large = path.join(this.folder, 'large.json');
    await writeFile(large, Buffer.alloc(22 * 1024 * 1024, ' '));
    const chat = [
      `${SCALED.gateway}/v1/chat/completions`,
      '-H',
      `Authorization: Bearer ${key}`,
      '-H',
      'Content-Type: application/json',
    ];
    const refused = await curl('-o', '/dev/null', '-w', '%{http_code}', ...chat, '--data-binary', `@${large}`);
    const body = JSON.stringify({
      model: 'sandbox-chat',
      stream: true,
      messages: [{ role: 'user', content: 'Hello' }],
    });
    const times = await curl('-N', '-o', '/dev/null', '-w', '%{time_starttransfer} %{time_total}', ...chat, '-d', body);
    const [first = 0, last = 0] = times.split(' ').map(Number);
    say(
      `HTTP/${version}; 22 MiB: ${refused}; a stream began after ${first.toFixed(2)} s and ended after ${last.toFixed(2)} s`,
    );
    if (version !== '2' || refused !== '413' || first >= last) throw new Error('The proxy does not do what it should');
  }

  /** SIGTERM to one of three gateways while chats go on. */
  private async stopOneUnderLoad(trust: string, key: string): Promise<void> {
    const { stdout } = await execute(this.engine, [
      'ps',
      '--format',
      '{{.Names}}',
      '--filter',
      `name=${PROJECT}[-_]gateway[-_]2`,
    ]);
    const container = stdout.trim();
    if (container === '') throw new Error('There is no second gateway');
    let left = CHATS;
    const failures: string[] = [];
    const json = { model: 'sandbox-chat', messages: [{ role: 'user', content: 'Hello' }] };
    const drive = async () => {
      while (left > 0) {
        left -= 1;
        if (left === CHATS / 2) void execute(this.engine, ['stop', '-t', '60', container]).catch(() => undefined);
        await call('POST', `${SCALED.gateway}/v1/chat/completions`, { token: key, json, trust }).catch((error: Error) =>
          failures.push(error.message),
        );
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, drive));
    say(`One of three gateways was stopped during ${CHATS} chats: ${failures.length} failed`);
    if (failures.length > 0) throw new Error(failures.slice(0, 3).join('\n'));
  }

  async printLogs(): Promise<void> {
    say(await this.compose('logs', '--tail', '40').catch((error: Error) => error.message));
  }

  async remove(): Promise<void> {
    await this.compose('down', '-v').catch((error: Error) => say(error.message));
  }
}

const seconds = (beganAt: number) => `${((Date.now() - beganAt) / 1000).toFixed(0)} s`;
