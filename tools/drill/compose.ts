import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ComposeProject, PROCESSES } from './compose-project';
import {
  type Addresses,
  assertBooksAgree,
  call,
  makeCustomer,
  makeProgram,
  register,
  type TourCredentials,
  waitForAnswer,
  walkTour,
} from './installation';
import { checkProxy } from './proxy-checks';

/**
 * Starts `docker/compose.yaml` as written, walks the tour, stops and starts it again, and then runs three of each process
 * behind the proxy of `docker/compose.scale.yaml`. `npm run drill -- compose scale` does only the last.
 */

export const needs = ['docker|podman', 'docker|podman-compose', 'curl', 'sh'];

const STARTED_WITHIN_MS = 5 * 60_000;
const SUBMISSION = 'http://127.0.0.1:3000';
const GATEWAY = 'http://127.0.0.1:3100';
const SCALED = { submission: 'https://submission.localhost', gateway: 'https://gateway.localhost' };
const REPLICAS = 3;
const CHATS = 200;
const AT_ONCE = 8;

const say = (line: string) => void process.stdout.write(`${line}\n`);
export async function run(): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'shipyard-drill-'));
  const system = new ComposeProject(folder);
  const drill = new ComposeDrill(folder, system);
  try {
    say(await system.build());
    say(await system.checkImage());
    if (process.argv[3] !== 'scale') {
      await drill.firstStart();
      await drill.downAndUp();
      await drill.backUp();
    }
    await drill.scale();
  } catch (error) {
    await drill.printLogs();
    throw error;
  } finally {
    await system.remove().catch((error: Error) => say(error.message));
    await rm(folder, { recursive: true, force: true });
  }
}

class ComposeDrill {
  private addresses: Addresses = { submission: SUBMISSION, gateway: GATEWAY };
  private trust: string | undefined;
  private ownerKey = '';
  private credentials: TourCredentials | null = null;
  private project = '';

  constructor(
    private readonly folder: string,
    private readonly system: ComposeProject,
  ) {
    this.serveAt({ submission: SUBMISSION, gateway: GATEWAY });
  }

  private serveAt(addresses: Addresses): void {
    this.addresses = addresses;
    this.system.settings.SUBMISSION_PUBLIC_URL = addresses.submission;
    this.system.settings.GATEWAY_PUBLIC_URL = addresses.gateway;
  }

  async firstStart(): Promise<void> {
    await this.start();
    this.credentials = await this.setUp();
    await this.tour();
  }

  private async setUp(): Promise<TourCredentials> {
    const { trust, addresses } = this;
    const { submission, gateway } = addresses;
    const owner = await this.system.compose(
      'run',
      '--rm',
      '--no-deps',
      'gateway',
      'node',
      'dist/apps/gateway/create-owner-key.js',
    );
    this.ownerKey = /gwa_[\w-]+/.exec(owner)?.[0] ?? '';
    this.system.settings.REVIEW_GATEWAY_KEY = await makeCustomer(gateway, this.ownerKey, 'Reviews', { trust });
    await this.system.compose('up', '-d', '--force-recreate', '--no-deps', 'submission-worker');
    const admin = await register(submission, 'drill-admin', trust);
    await this.asAdministrator(
      `UPDATE submission.accounts SET roles = '{participant,admin}' WHERE handle = '${admin.handle}'`,
    );
    await makeProgram(submission, admin.token, 'drill', trust);
    const maker = await register(submission, 'drill-maker', trust);
    return {
      submission_url: `${submission}/api/v1`,
      gateway_url: gateway,
      participant: { token: maker.token },
      program_id: 'drill',
      enterprise_key: await makeCustomer(gateway, this.ownerKey, 'Drill', { trust }),
      gateway_admin_key: this.ownerKey,
    };
  }

  private async tour(): Promise<void> {
    const { submission, gateway } = this.addresses;
    if (!this.credentials) throw new Error('Nothing is set up');
    const credentials = { ...this.credentials, submission_url: `${submission}/api/v1`, gateway_url: gateway };
    this.project = await walkTour(this.folder, credentials, this.trust);
    await assertBooksAgree(gateway, this.ownerKey, this.trust);
    say('The tour passed, and the books agree');
  }

  private async start(): Promise<void> {
    const beganAt = Date.now();
    await this.system.up();
    if (this.system.files.length > 1) this.trust = await this.trustProxy();
    for (const address of Object.values(this.addresses))
      await waitForAnswer(`${address}/readyz`, STARTED_WITHIN_MS, this.trust);
    say(`All processes are up and ready: ${seconds(beganAt)}`);
  }

  private async asAdministrator(sql: string): Promise<void> {
    await this.system.compose('exec', '-T', 'postgres', 'psql', '-U', 'postgres', '-d', 'shipyard', '-c', sql);
  }

  async downAndUp(): Promise<void> {
    const beganAt = Date.now();
    await this.system.down();
    say(`Everything is stopped and removed but the volumes: ${seconds(beganAt)}`);
    await this.start();
    await call('GET', this.project);
    await assertBooksAgree(GATEWAY, this.ownerKey);
    say('The project and the ledger are there again');
  }

  /** As docs/operating/back-up.md says, with an image that has the programs of Postgres too. */
  async backUp(): Promise<void> {
    const backups = path.join(this.folder, 'backups');
    await mkdir(backups);
    // The user of the image is not ours.
    await chmod(this.folder, 0o755);
    await chmod(backups, 0o777);
    const said = await this.system.runOps(backups, 'backup', '/backups/drill');
    say(
      said
        .trim()
        .split('\n')
        .find((line) => line.startsWith('The backup is complete')) ?? `No backup:\n${said}`,
    );
    if (!existsSync(path.join(backups, 'drill/backup.json'))) throw new Error('The backup is not whole');
  }

  async scale(): Promise<void> {
    if (this.credentials) await this.system.down();
    this.system.files.push('docker/compose.scale.yaml');
    await this.system.takePrograms();
    this.serveAt(SCALED);
    Object.assign(this.system.settings, {
      SUBMISSION_HOST: new URL(SCALED.submission).host,
      GATEWAY_HOST: new URL(SCALED.gateway).host,
      CADDY_OPTIONS: 'local_certs',
    });
    await this.start();
    const counts = await Promise.all(
      PROCESSES.map(async (each) => `${(await this.system.containersOf(each)).length} ${each}`),
    );
    say(`Behind the proxy, with no program of Debian: ${counts.join(', ')}`);
    this.credentials ??= await this.setUp();
    await this.tour();
    await this.assertProxy();
    await this.assertShared();
    await this.stopOneUnderLoad();
    await assertBooksAgree(SCALED.gateway, this.ownerKey, this.trust);
    say('The books agree');
    const beganAt = Date.now();
    await this.system.down();
    say(`Everything is stopped and removed but the volumes: ${seconds(beganAt)}`);
  }

  private async trustProxy(): Promise<string> {
    const file = path.join(this.folder, 'root.crt');
    await writeFile(
      file,
      await this.system.eventually('exec', '-T', 'proxy', 'cat', '/data/caddy/pki/authorities/local/root.crt'),
    );
    return file;
  }

  private async assertProxy(): Promise<void> {
    const { folder, trust, credentials, ownerKey, project } = this;
    if (!credentials || trust === undefined) throw new Error('Nothing is set up');
    const findings = await checkProxy({
      ...{ ...SCALED, folder, trust, ownerKey, project },
      key: credentials.enterprise_key,
      participant: credentials.participant.token,
    });
    for (const [what, isAsPromised, facts] of findings) say(`${isAsPromised ? 'ok' : 'WRONG'}: ${what}: ${facts}`);
    if (findings.some(([, isAsPromised]) => !isAsPromised)) throw new Error('The proxy does not do what it should');
  }

  /** Throws unless each replica of both services was asked. */
  private async assertShared(): Promise<void> {
    for (const name of ['submission', 'gateway']) {
      const containers = await this.system.containersOf(name);
      const logs = await Promise.all(containers.map((each) => this.system.runEngine('logs', each)));
      const counts = logs.map((log) => log.split('"msg":"request"').length - 1);
      say(`Requests of each ${name}: ${counts.join(', ')}`);
      if (counts.length !== REPLICAS || counts.includes(0)) throw new Error(`Not ${REPLICAS} of ${name} take requests`);
    }
  }

  /** SIGTERM to one of three gateways while chats go on. */
  private async stopOneUnderLoad(): Promise<void> {
    const token = this.credentials?.enterprise_key;
    const [, container] = await this.system.containersOf('gateway');
    if (container === undefined) throw new Error('There is no second gateway');
    let left = CHATS;
    let stopped: Promise<unknown> = Promise.resolve();
    const failures: string[] = [];
    const fail = (error: Error) => void failures.push(error.message);
    const json = { model: 'sandbox-chat', messages: [{ role: 'user', content: 'Hello' }] };
    const drive = async () => {
      while (left > 0) {
        left -= 1;
        if (left === CHATS / 2) stopped = this.system.runEngine('stop', '-t', '60', container).catch(fail);
        await call('POST', `${SCALED.gateway}/v1/chat/completions`, { token, json, trust: this.trust }).catch(fail);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, drive));
    await stopped;
    say(`One of three gateways was stopped during ${CHATS} chats: ${failures.length} failed`);
    if (failures.length > 0) throw new Error(failures.slice(0, 3).join('\n'));
    const code = (await this.system.runEngine('inspect', '--format', '{{.State.ExitCode}}', container)).trim();
    if (code !== '0') throw new Error(`The gateway that was stopped ended with ${code}`);
  }

  async printLogs(): Promise<void> {
    say(await this.system.compose('logs', '--tail', '40').catch((error: Error) => error.message));
  }
}

const seconds = (beganAt: number) => `${((Date.now() - beganAt) / 1000).toFixed(0)} s`;
