import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type FakeImageSupplier,
  type FakeSupplier,
  startFakeDashScope,
  startFakeSupplier,
  waitUntil,
} from '@shipyard/testing';
import { Attempts, table } from './attempts';
import { compare } from './failover-checks';
import { FailoverClients } from './failover-clients';
import { FailoverSystem } from './failover-system';
import { call, makeCustomer } from './installation';

/*
 * Two of each HTTP process and one of each worker serve clients on Redis with a replica and three Sentinels, Postgres with a
 * synchronous streaming replica, and an S3 server.
 * 1. The primary of Redis is killed, and Sentinel promotes its replica.
 * 2. The primary of Postgres is killed. The replica is promoted, and the address moves to it.
 * 3. The object store is away for a minute.
 * What was acknowledged must be there, nothing may be charged or done twice, and no process of ours is restarted.
 */

export const needs = ['redis-server', 'curl'];

const CALM_MS = 20_000;
/** What a manager of Postgres takes until it is sure. */
const DETECTED_AFTER_MS = 15_000;
const STORE_AWAY_MS = 60_000;
/** A request that was on its way when a server came back may fail after it. */
const SETTLED_AFTER_SECONDS = 5;
const CUSTOMERS = { whole: 'Whole chats', streams: 'Streams', images: 'Images' };
const WORDS = Array.from({ length: 12 }, (_, at) => `word${at} `);

const say = (line: string) => void process.stdout.write(`${line}\n`);

export async function run(): Promise<void> {
  const redis = spawnSync('redis-server', ['--version'], { encoding: 'utf8' }).stdout;
  say(`Redis ${/v=(\S+)/.exec(redis)?.[1]}, Node ${process.version}`);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'shipyard-failover-'));
  // Postgres runs as another user if we are root.
  await chmod(folder, 0o755);
  const suppliers = {
    chats: await startFakeSupplier({
      byDefault: ({ stream }) => ({ kind: 'answer', words: WORDS, ...(stream && { stream: { wordEveryMs: 250 } }) }),
    }),
    images: await startFakeDashScope({ byDefault: { kind: 'answer', unfinishedPolls: 1 } }),
  };
  let system: FailoverSystem | null = null;
  try {
    system = await FailoverSystem.start(folder, say);
    await new FailoverDrill(system, suppliers).run();
  } finally {
    await system?.stop();
    await Promise.all([suppliers.chats.close(), suppliers.images.close()]);
    if (process.env.KEEP === '1') say(`The logs are in ${folder}`);
    else await rm(folder, { recursive: true, force: true });
  }
}

class FailoverDrill {
  private readonly attempts = new Attempts();
  private readonly gateway: string;
  private readonly ownerKey: string;

  constructor(
    private readonly system: FailoverSystem,
    private readonly suppliers: { chats: FakeSupplier; images: FakeImageSupplier },
  ) {
    const credentials = system.stack?.credentials;
    if (!credentials) throw new Error('The drill needs the demo');
    this.gateway = credentials.gateway_url;
    this.ownerKey = credentials.gateway_admin_key;
  }

  async run(): Promise<void> {
    const { system, attempts } = this;
    const before = system.pids();
    const clients = await this.makeClients();
    attempts.enter('before');
    await clients.prepare();
    say('Postgres, Redis and the store have clients');
    clients.start();
    await wait(CALM_MS);
    await this.failRedis();
    await this.failPostgres();
    await this.failStore();
    await clients.stop();
    const reports = attempts.report();
    say(`\n${table(reports)}\n`);
    for (const { phase, failures } of reports)
      for (const [what, times] of failures) say(`${phase}: ${times} × ${what}`);
    const isSame = JSON.stringify(system.pids()) === JSON.stringify(before);
    const late = reports.filter(
      ({ phase, lastErrorAfterSeconds: last }) => !phase.startsWith('without') && (last ?? 0) > SETTLED_AFTER_SECONDS,
    );
    const findings = [
      ['no process of ours was restarted', isSame, `${before.length} processes`] as const,
      [
        `nothing fails later than ${SETTLED_AFTER_SECONDS} s after a server is back`,
        late.length === 0,
        late.map(({ phase }) => phase).join(', '),
      ] as const,
      ...(await this.compare(clients)),
    ];
    say('');
    for (const [what, isAsPromised, facts] of findings) say(`${isAsPromised ? 'ok' : 'WRONG'}: ${what}: ${facts}`);
    if (findings.some(([, isAsPromised]) => !isAsPromised)) throw new Error('Something is not as promised');
    say('The drill is done');
  }

  private async failRedis(): Promise<void> {
    this.attempts.enter('without the primary of Redis');
    await this.system.redis.killPrimary();
    const killedAt = Date.now();
    await this.system.redis.untilPromoted();
    say(`Sentinel promoted the replica of Redis ${sinceOf(killedAt)} after the primary was killed`);
    await this.untilReady(killedAt);
    await this.system.redis.startAgain();
    say('The primary of before is back as a replica');
    await this.calm('after Redis');
  }

  private async failPostgres(): Promise<void> {
    const { database } = this.system;
    if (database === null) throw new Error('There is no address to move');
    this.attempts.enter('without the primary of Postgres');
    await this.system.killPostgres();
    const killedAt = Date.now();
    await wait(DETECTED_AFTER_MS);
    await this.system.promote();
    await this.system.moveAddress(database);
    say(`The replica of Postgres was promoted and had the address ${sinceOf(killedAt)} after the primary was killed`);
    await this.untilReady(killedAt);
    await this.calm('after Postgres');
  }

  private async failStore(): Promise<void> {
    this.attempts.enter('without the object store');
    await this.system.store.close();
    const closedAt = Date.now();
    await wait(STORE_AWAY_MS);
    await this.system.store.open();
    await this.untilReady(closedAt);
    await this.calm('after the object store');
  }

  private async calm(phase: string): Promise<void> {
    this.attempts.enter(phase);
    await wait(CALM_MS);
  }

  private async untilReady(sinceMs: number): Promise<void> {
    const urls = [...this.system.submissions, ...this.system.gateways];
    const statusOf = async (url: string) => {
      const answer = await fetch(`${url}/readyz`).catch(() => null);
      return answer?.ok ? ((await answer.json()) as { status: string }).status : 'down';
    };
    await waitUntil(
      () => Promise.all(urls.map(statusOf)),
      (statuses) => statuses.every((status) => status === 'ok'),
    );
    say(`All processes are ready ${sinceOf(sinceMs)} after it went away`);
  }

  private async makeClients(): Promise<FailoverClients> {
    const { stack, submissions, gateways } = this.system;
    const credentials = stack?.credentials;
    if (!credentials) throw new Error('The drill needs the demo');
    await this.addModels();
    const keyOf = (name: string) => makeCustomer(this.gateway, this.ownerKey, name);
    const services = {
      submissions,
      gateways,
      programId: credentials.program_id,
      makers: [credentials.participant.token, credentials.other_participant.token, credentials.minor_participant.token],
      keys: {
        whole: await keyOf(CUSTOMERS.whole),
        streams: await keyOf(CUSTOMERS.streams),
        images: await keyOf(CUSTOMERS.images),
      },
    } as const;
    return new FailoverClients(services, this.attempts);
  }

  private async addModels(): Promise<void> {
    const { chats, images } = this.suppliers;
    const add = async (model: string, kind: string, supplier: { baseUrl: string; apiKey: string }, terms: object) => {
      const admin = (method: string, where: string, json: object) =>
        call(method, `${this.gateway}/admin${where}`, { token: this.ownerKey, json });
      await admin('POST', '/suppliers', {
        ...{
          id: `supplier-of-${model}`,
          kind,
          base_url: supplier.baseUrl,
          api_keys: [supplier.apiKey],
          internal: true,
        },
      });
      const { units, ...rest } = { units: [] as object[], ...terms };
      await admin('PUT', `/models/${model}`, {
        ...{ owned_by: 'drill', display_name: model, supports_function_calling: false, supports_vision: false },
        ...{ supports_streaming: true, max_input_tokens: 1_000, max_output_tokens: 100, input_modalities: ['text'] },
        active: true,
        ...rest,
      });
      await admin('POST', `/models/${model}/prices`, { units });
      await admin('POST', `/models/${model}/routes`, { supplier_id: `supplier-of-${model}`, upstream_model: 'drill' });
    };
    const price = (unit: string) => ({ unit_type: unit, unit_name: unit, price_cny: '0.01' });
    await add('drill-chat', 'openai', chats, {
      ...{ product: 'text', output_modalities: ['text'] },
      units: ['input_1k_tokens', 'output_1k_tokens'].map(price),
    });
    await add('drill-image', 'dashscope', images, {
      ...{ product: 'image', output_modalities: ['image'], supports_streaming: false, sizes: ['512x512'] },
      ...{ max_output_tokens: 0, max_input_tokens: 32_000 },
      units: [price('image')],
    });
  }

  private compare(clients: FailoverClients) {
    return compare(clients.acknowledged, {
      ...{ gatewayUrl: this.gateway, submissionUrl: this.system.submissions[0] ?? '', ownerKey: this.ownerKey },
      ...{ databaseUrl: this.system.databaseUrl, customers: CUSTOMERS, brokenStreams: clients.brokenStreams },
      bought: this.suppliers.images.purchases.map(({ prompt }) => prompt),
    });
  }
}

const sinceOf = (beganAt: number) => `${((Date.now() - beganAt) / 1_000).toFixed(1)} s`;

if (path.resolve(process.argv[1] ?? '') === __filename)
  run().catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
