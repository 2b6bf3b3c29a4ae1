import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { promisify } from 'node:util';
import { clients, drillValues, type Figures, figuresIn, servers, STREAM_SECONDS } from './cluster-servers';
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

/*
 * Installs the chart on the cluster of KUBECONFIG, in a namespace of its own, with Postgres, Redis and an S3 server as
 * pods. Walks the tour, restarts every Deployment under load, ends pods in several ways, upgrades and goes back.
 *
 * IMAGE and IMAGE_BEFORE are images of two versions (default: shipyard:drill for both), POSTGRES_IMAGE, REDIS_IMAGE and
 * S3_IMAGE (with Python and the package moto) the servers. They must be in the cluster, or LOAD_IMAGE must be a program
 * that takes the name of an image and brings it there.
 */

export const needs = ['kubectl', 'helm', 'curl', 'sh'];

const execute = promisify(execFile);
const CHART = path.join(__dirname, '../../deploy/helm/shipyard');
const NAMESPACE = 'shipyard-drill';
const RELEASE = 'shipyard';
const DEPLOYMENTS = ['submission', 'submission-worker', 'gateway', 'gateway-worker'];
const CLIENTS = 64;
const READY_WITHIN = '600s';
const PORTS = { submission: 3000, gateway: 3100 };
const URLS = { submission: 'http://127.0.0.1:3000', gateway: 'http://127.0.0.1:3100' };

const images = {
  shipyard: process.env.IMAGE ?? 'shipyard:drill',
  before: process.env.IMAGE_BEFORE ?? process.env.IMAGE ?? 'shipyard:drill',
  postgres: process.env.POSTGRES_IMAGE ?? 'postgres:18-bookworm',
  redis: process.env.REDIS_IMAGE ?? 'redis:7-bookworm',
  s3: process.env.S3_IMAGE ?? 's3-server:drill',
};

const say = (line: string) => void process.stdout.write(`${line}\n`);
const seconds = (beganAt: number) => `${((Date.now() - beganAt) / 1_000).toFixed(0)} s`;

async function tool(program: 'kubectl' | 'helm', ...args: string[]): Promise<string> {
  const { stdout } = await execute(program, ['--namespace', NAMESPACE, ...args], { maxBuffer: 1 << 26 });
  return stdout;
}

const kubectl = (...args: string[]) => tool('kubectl', ...args);

export async function run(): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'shipyard-drill-'));
  const drill = new ClusterDrill(folder);
  try {
    await drill.prepare();
    await drill.install();
    await drill.tour();
    await drill.restartUnderLoad();
    await drill.endPods();
    await drill.upgradeAndGoBack();
  } catch (error) {
    await drill.printState();
    throw error;
  } finally {
    await drill.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

class ClusterDrill {
  private readonly passwords = { postgres: secret(), redis: secret() };
  private readonly forwards: ChildProcess[] = [];
  private ownerKey = '';
  private credentials: TourCredentials | undefined;

  constructor(private readonly folder: string) {}

  async prepare(): Promise<void> {
    const versions = JSON.parse(await kubectl('version', '--output', 'json')) as {
      serverVersion: { gitVersion: string };
    };
    const helm = (await tool('helm', 'version', '--short')).trim();
    say(`Kubernetes ${versions.serverVersion.gitVersion}, Helm ${helm}, Node ${process.version}`);
    const { LOAD_IMAGE } = process.env;
    if (LOAD_IMAGE) for (const image of new Set(Object.values(images))) await execute(LOAD_IMAGE, [image]);
    await kubectl('delete', 'namespace', NAMESPACE, '--ignore-not-found', '--wait');
    await kubectl('create', 'namespace', NAMESPACE);
    for (const object of [...servers(images, this.passwords), ...this.secrets()]) await this.apply(object);
    const beganAt = Date.now();
    await kubectl('wait', '--for=condition=Available', 'deployment', '--all', `--timeout=${READY_WITHIN}`);
    say(`Postgres, Redis, the S3 server and the supplier are ready: ${seconds(beganAt)}`);
  }

  private async apply(object: unknown): Promise<void> {
    const file = path.join(this.folder, 'object.json');
    await writeFile(file, JSON.stringify(object), { mode: 0o600 });
    await kubectl('apply', '--filename', file);
  }

  private secrets(): object[] {
    const database = (role: string, password: string) => `postgres://${role}:${password}@postgres:5432/shipyard`;
    const [submission, gateway, submissionOwner, gatewayOwner] = [secret(), secret(), secret(), secret()];
    const shared = () => ({
      REDIS_URL: `redis://:${this.passwords.redis}@redis:6379`,
      URL_SIGNING_KEYS: keyRing(),
      SESSION_KEYS: keyRing(),
      S3_ACCESS_KEY_ID: 'drill',
      S3_SECRET_ACCESS_KEY: 'drill',
    });
    const named = {
      submission: {
        ...shared(),
        SUBMISSION_DATABASE_URL: database('shipyard_submission', submission),
        SHIPMENT_MASTER_KEYS: keyRing(),
        REVIEW_GATEWAY_KEY: 'gwk_not-made-yet',
      },
      gateway: {
        ...shared(),
        GATEWAY_DATABASE_URL: database('shipyard_gateway', gateway),
        GATEWAY_MASTER_KEYS: keyRing(),
      },
      migrations: {
        SUBMISSION_OWNER_DATABASE_URL: database('shipyard_submission_owner', submissionOwner),
        GATEWAY_OWNER_DATABASE_URL: database('shipyard_gateway_owner', gatewayOwner),
      },
      provision: { DATABASE_URL: database('postgres', this.passwords.postgres) },
    };
    return Object.entries(named).map(([name, stringData]) => ({
      ...{ apiVersion: 'v1', kind: 'Secret' },
      metadata: { name: `shipyard-${name}` },
      stringData,
    }));
  }

  private async helm(action: 'install' | 'upgrade', image: string): Promise<void> {
    const [, repository = '', tag = 'latest'] = /^(.*?)(?::([^:/]+))?$/.exec(image) ?? [];
    const file = path.join(this.folder, 'values.json');
    await writeFile(file, JSON.stringify(drillValues({ repository, tag }, URLS)));
    await tool('helm', action, RELEASE, CHART, '--values', file, '--wait', `--timeout=${READY_WITHIN}`);
  }

  async install(): Promise<void> {
    const beganAt = Date.now();
    await this.helm('install', images.before);
    say(`helm install, migrations and all pods ready: ${seconds(beganAt)}`);
  }

  /** A forward leads to one pod, and ends with it. */
  private async forward(): Promise<void> {
    for (const each of this.forwards.splice(0)) each.kill();
    for (const [name, port] of Object.entries(PORTS)) {
      const args = ['--namespace', NAMESPACE, 'port-forward', `service/${RELEASE}-${name}`, `${port}:${port}`];
      this.forwards.push(spawn('kubectl', args, { stdio: 'ignore' }));
    }
    for (const url of Object.values(URLS)) await waitForAnswer(`${url}/readyz`, 60_000);
  }

  async tour(): Promise<void> {
    await this.forward();
    const made = await kubectl(
      'exec',
      `deploy/${RELEASE}-gateway`,
      '--',
      'node',
      'dist/apps/gateway/create-owner-key.js',
    );
    this.ownerKey = made.trim();
    const reviewKey = await makeCustomer(URLS.gateway, this.ownerKey, 'Reviews');
    const patch = JSON.stringify({ stringData: { REVIEW_GATEWAY_KEY: reviewKey } });
    await kubectl('patch', 'secret', 'shipyard-submission', '--patch', patch);
    await this.restart('submission-worker');
    const admin = await register(URLS.submission, 'drill-admin');
    const appoint = `UPDATE submission.accounts SET roles = '{participant,admin}' WHERE handle = '${admin.handle}'`;
    await kubectl('exec', 'deploy/postgres', '--', 'psql', '-U', 'postgres', '-d', 'shipyard', '-c', appoint);
    await makeProgram(URLS.submission, admin.token, 'drill');
    const maker = await register(URLS.submission, 'drill-maker');
    this.credentials = {
      submission_url: `${URLS.submission}/api/v1`,
      gateway_url: URLS.gateway,
      participant: { token: maker.token },
      program_id: 'drill',
      enterprise_key: await makeCustomer(URLS.gateway, this.ownerKey, 'Drill'),
      gateway_admin_key: this.ownerKey,
    };
    await walkTour(this.folder, this.credentials);
    await assertBooksAgree(URLS.gateway, this.ownerKey);
    say('The tour passed, and the books agree');
    await this.addSlowModel();
  }

  private async addSlowModel(): Promise<void> {
    const admin = (method: string, where: string, json: object) =>
      call(method, `${URLS.gateway}/admin${where}`, { token: this.ownerKey, json });
    await admin('POST', '/suppliers', {
      id: 'slow',
      kind: 'openai',
      base_url: 'http://supplier:8080/v1',
      api_keys: ['slow'],
      internal: true,
    });
    await admin('PUT', '/models/slow-chat', {
      product: 'text',
      owned_by: 'drill',
      display_name: 'Slow chat',
      supports_streaming: true,
      supports_function_calling: false,
      supports_vision: false,
      max_input_tokens: 1_000,
      max_output_tokens: 100,
      input_modalities: ['text'],
      output_modalities: ['text'],
      active: true,
    });
    const units = ['input_1k_tokens', 'output_1k_tokens'].map((unit) => ({
      unit_type: unit,
      unit_name: unit,
      price_cny: '0.01',
    }));
    await admin('POST', '/models/slow-chat/prices', { units });
    await admin('POST', '/models/slow-chat/routes', { supplier_id: 'slow', upstream_model: 'slow' });
  }

  private async restart(deployment: string): Promise<void> {
    await kubectl('rollout', 'restart', `deployment/${RELEASE}-${deployment}`);
    await kubectl('rollout', 'status', `deployment/${RELEASE}-${deployment}`, `--timeout=${READY_WITHIN}`);
  }

  /** Runs `during` while clients read streams, and returns what became of them. */
  private async underLoad(name: string, during: () => Promise<void>): Promise<Figures> {
    const variables = {
      URL_OF_GATEWAY: `http://${RELEASE}-gateway:${PORTS.gateway}`,
      KEY: this.credentials?.enterprise_key ?? '',
      COUNT: String(CLIENTS),
    };
    await this.apply(clients(images.shipyard, name, variables));
    await kubectl('wait', '--for=condition=Ready', `pod/${name}`, '--timeout=60s');
    const figures = async () => figuresIn(await kubectl('logs', `pod/${name}`));
    while ((await figures()).answered < CLIENTS) await after(1_000);
    const beganAt = Date.now();
    await during();
    const took = seconds(beganAt);
    await kubectl('exec', name, '--', 'node', '-e', "process.kill(1, 'SIGUSR2')");
    while (!(await kubectl('logs', `pod/${name}`)).includes('\nended')) await after(1_000);
    const ended = await figures();
    await kubectl('delete', 'pod', name);
    const streams = `${CLIENTS} clients, ${ended.answered} streams of ${STREAM_SECONDS} s`;
    say(`${name}: ${took}; ${streams}, ${ended.failed} failed`);
    if (ended.failed > 0) say(`  ${ended.failures.join('\n  ')}`);
    return ended;
  }

  private async assertSound({ failed }: Figures): Promise<void> {
    await this.forward();
    await assertBooksAgree(URLS.gateway, this.ownerKey);
    say('  the drift is 0');
    if (failed > 0) throw new Error(`${failed} answers failed`);
  }

  async restartUnderLoad(): Promise<void> {
    const figures = await this.underLoad('restart-all', async () => {
      for (const deployment of DEPLOYMENTS) {
        const beganAt = Date.now();
        await this.restart(deployment);
        say(`  kubectl rollout restart of ${deployment}: ${seconds(beganAt)}`);
      }
    });
    await this.assertSound(figures);
  }

  private async podOf(component: string): Promise<string> {
    const selector = `app.kubernetes.io/instance=${RELEASE},app.kubernetes.io/component=${component}`;
    const name = await kubectl('get', 'pods', '--selector', selector, '--output', 'jsonpath={.items[0].metadata.name}');
    if (name === '') throw new Error(`There is no pod of ${component}`);
    return name;
  }

  async endPods(): Promise<void> {
    const evicted = await this.underLoad('evict', async () => {
      for (const component of DEPLOYMENTS) {
        const name = await this.podOf(component);
        const file = path.join(this.folder, 'eviction.json');
        const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace: NAMESPACE } };
        await writeFile(file, JSON.stringify(eviction));
        await kubectl('create', '--raw', `/api/v1/namespaces/${NAMESPACE}/pods/${name}/eviction`, '--filename', file);
        await kubectl('rollout', 'status', `deployment/${RELEASE}-${component}`, `--timeout=${READY_WITHIN}`);
      }
    });
    await this.assertSound(evicted);
    const killed = await this.underLoad('kill', async () => {
      for (const component of ['gateway', 'gateway-worker', 'submission-worker']) {
        await kubectl('delete', 'pod', await this.podOf(component), '--grace-period=0', '--force');
        await kubectl('rollout', 'status', `deployment/${RELEASE}-${component}`, `--timeout=${READY_WITHIN}`);
      }
      // Others release the holds of a process that is dead for PROCESS_DEAD_AFTER_SECONDS.
      await after(90_000);
    });
    // The streams of the pod that was killed are lost, and those alone.
    await this.assertSound({ ...killed, failed: Math.max(0, killed.failed - CLIENTS) });
  }

  /** The migration fails with a wrong password, and its Job tries again when that is right. */
  async upgradeAndGoBack(): Promise<void> {
    const figures = await this.underLoad('upgrade', async () => {
      let beganAt = Date.now();
      await this.helm('upgrade', images.shipyard);
      say(`  helm upgrade: ${seconds(beganAt)}`);
      beganAt = Date.now();
      await tool('helm', 'rollback', RELEASE, '--wait', `--timeout=${READY_WITHIN}`);
      say(`  helm rollback: ${seconds(beganAt)}`);
    });
    await this.assertSound(figures);
    if (!this.credentials) throw new Error('The tour comes before');
    await walkTour(this.folder, this.credentials);
    say('The tour passed again');
  }

  async printState(): Promise<void> {
    const state = async (...args: string[]) => say(await kubectl(...args).catch((error: Error) => error.message));
    await state('get', 'pods,jobs', '--output', 'wide');
    await state('get', 'events', '--sort-by=.lastTimestamp');
    await state('logs', '--selector', `app.kubernetes.io/instance=${RELEASE}`, '--tail=20', '--prefix');
  }

  async remove(): Promise<void> {
    for (const each of this.forwards) each.kill();
    if (process.env.KEEP === '1') return;
    await kubectl('delete', 'namespace', NAMESPACE, '--ignore-not-found').catch((error: Error) => say(error.message));
  }
}
