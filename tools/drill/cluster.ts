import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { countMigrations, failFirst, provisionGateway, psql } from './cluster-migrations';
import { tryPolicies } from './cluster-policies';
import { DrillSecrets } from './cluster-secrets';
import { addSlowModel, CLIENTS, underLoad } from './cluster-load';
import { drillValues, type Figures, servers } from './cluster-servers';
import { apply, kubectl, NAMESPACE, READY_WITHIN, RELEASE, say, seconds, tool, untilRestarted } from './cluster-tools';
import {
  assertBooksAgree,
  makeCustomer,
  makeProgram,
  register,
  type TourCredentials,
  waitForAnswer,
  walkTour,
} from './installation';

/*
 * Installs the chart of the version before on the cluster of KUBECONFIG, in a namespace of its own, with Postgres, Redis
 * and an S3 server as pods. Walks the tour, upgrades to this version under load with a migration that fails first, tries
 * the network policies, restarts every Deployment, ends pods in several ways, and goes back to the version before.
 * `cluster STEP…` does only these steps after the installation: upgrade, policies, restart, end, back.
 *
 * IMAGE is this version (default: shipyard:drill). BEFORE is a checkout of the version before, whose chart and tour are
 * used, and IMAGE_BEFORE its image (default: this version for both). POSTGRES_IMAGE, REDIS_IMAGE and S3_IMAGE (with Python
 * and the package moto) are the servers. They must be in the cluster, or LOAD_IMAGE must be a program that takes the name of
 * an image and brings it there.
 */

export const needs = ['kubectl', 'helm', 'curl', 'sh'];

const execute = promisify(execFile);
const WORKSPACE = path.join(__dirname, '../..');
const DEPLOYMENTS = ['submission', 'submission-worker', 'gateway', 'gateway-worker'];
const PORTS = { submission: 3000, gateway: 3100 };
const URLS = { submission: 'http://127.0.0.1:3000', gateway: 'http://127.0.0.1:3100' };

const images = {
  shipyard: process.env.IMAGE ?? 'shipyard:drill',
  before: process.env.IMAGE_BEFORE ?? process.env.IMAGE ?? 'shipyard:drill',
  postgres: process.env.POSTGRES_IMAGE ?? 'postgres:18-bookworm',
  redis: process.env.REDIS_IMAGE ?? 'redis:7-bookworm',
  s3: process.env.S3_IMAGE ?? 's3-server:drill',
};

interface Version {
  image: string;
  workspace: string;
}

const NOW: Version = { image: images.shipyard, workspace: WORKSPACE };
const BEFORE: Version = { image: images.before, workspace: process.env.BEFORE ?? WORKSPACE };

export async function run(): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'shipyard-drill-'));
  const drill = new ClusterDrill(folder);
  try {
    await drill.prepare();
    await drill.install();
    await drill.setUp();
    for (const step of stepsNamed(process.argv.slice(3))) await STEPS[step](drill);
  } catch (error) {
    await drill.printState();
    throw error;
  } finally {
    await drill.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

const STEPS = {
  upgrade: (drill: ClusterDrill) => drill.upgrade(),
  policies: () => tryPolicies(images.shipyard),
  restart: (drill: ClusterDrill) => drill.restartUnderLoad(),
  end: (drill: ClusterDrill) => drill.endPods(),
  back: (drill: ClusterDrill) => drill.goBack(),
};

type Step = keyof typeof STEPS;

/** All steps, if none is named. */
function stepsNamed(names: readonly string[]): Step[] {
  const all = Object.keys(STEPS) as Step[];
  const unknown = names.filter((name) => !all.some((step) => step === name));
  if (unknown.length > 0) throw new Error(`No step: ${unknown.join(', ')}. There are: ${all.join(', ')}`);
  return names.length === 0 ? all : all.filter((step) => names.includes(step));
}

class ClusterDrill {
  private readonly secrets = new DrillSecrets();
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
    for (const object of [...servers(images, this.secrets), ...this.secrets.all()]) await apply(object);
    const beganAt = Date.now();
    await kubectl('wait', '--for=condition=Available', 'deployment', '--all', `--timeout=${READY_WITHIN}`);
    say(`Postgres, Redis, the S3 server and the supplier are ready: ${seconds(beganAt)}`);
  }

  private async helm(action: 'install' | 'upgrade', { image, workspace }: Version, provision: boolean): Promise<void> {
    const [, repository = '', tag = 'latest'] = /^(.*?)(?::([^:/]+))?$/.exec(image) ?? [];
    const file = path.join(this.folder, 'values.json');
    await writeFile(file, JSON.stringify(drillValues({ repository, tag }, URLS, provision)));
    const chart = path.join(workspace, 'deploy/helm/shipyard');
    await tool('helm', action, RELEASE, chart, '--values', file, '--wait', `--timeout=${READY_WITHIN}`);
  }

  async install(): Promise<void> {
    await provisionGateway(images.before);
    const beganAt = Date.now();
    await this.helm('install', BEFORE, true);
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

  async setUp(): Promise<void> {
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
    await psql('submission', appoint);
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
    await this.tour(BEFORE);
    await addSlowModel(URLS.gateway, this.ownerKey);
  }

  /** Each version has its own tour. */
  private async tour({ workspace }: Version): Promise<void> {
    if (!this.credentials) throw new Error('Nothing is set up');
    await walkTour(this.folder, this.credentials, undefined, workspace);
    await assertBooksAgree(URLS.gateway, this.ownerKey);
    say('The tour passed, and the books agree');
  }

  private async restart(deployment: string): Promise<void> {
    await kubectl('rollout', 'restart', `deployment/${RELEASE}-${deployment}`);
    await untilRestarted(deployment);
  }

  private underLoad(name: string, during: () => Promise<void>): Promise<Figures> {
    const url = `http://${RELEASE}-gateway:${PORTS.gateway}`;
    return underLoad({ name, image: images.shipyard, url, key: this.credentials?.enterprise_key ?? '' }, during);
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
        await untilRestarted(component);
      }
    });
    await this.assertSound(evicted);
    const killed = await this.underLoad('kill', async () => {
      for (const component of ['gateway', 'gateway-worker', 'submission-worker']) {
        await kubectl('delete', 'pod', await this.podOf(component), '--grace-period=0', '--force');
        await untilRestarted(component);
      }
      // Others release the holds of a process that is dead for PROCESS_DEAD_AFTER_SECONDS.
      await wait(90_000);
    });
    // The streams of the pod that was killed are lost, and those alone.
    await this.assertSound({ ...killed, failed: Math.max(0, killed.failed - CLIENTS) });
  }

  /** The first attempt at the migrations fails. */
  async upgrade(): Promise<void> {
    const before = await countMigrations();
    const figures = await this.underLoad('upgrade', async () => {
      const beganAt = Date.now();
      // The provision would give the roles the wrong password.
      await failFirst(this.secrets, () => this.helm('upgrade', NOW, false));
      say(`  helm upgrade: ${seconds(beganAt)}`);
    });
    const after = await countMigrations();
    const added = (service: 'submission' | 'gateway') => after[service] - before[service];
    say(`  migrations that ran: ${added('submission')} of submission, ${added('gateway')} of the gateway`);
    await this.assertSound(figures);
    await this.tour(NOW);
  }

  async goBack(): Promise<void> {
    const figures = await this.underLoad('rollback', async () => {
      const beganAt = Date.now();
      await tool('helm', 'rollback', RELEASE, '--wait', `--timeout=${READY_WITHIN}`);
      say(`  helm rollback: ${seconds(beganAt)}`);
    });
    await this.assertSound(figures);
    await this.tour(BEFORE);
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
