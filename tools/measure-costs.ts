import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startStack, type Stack } from '@shipyard/stack';
import { callApi } from '@shipyard/testing';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import sharp from 'sharp';
import { Traffic } from './drill/restore-traffic';

/**
 * `node tools/run.cjs tools/measure-costs.ts [CHATS] [UPLOADS]`: what one chat and one upload cost Postgres, Redis and
 * the object store, on a stack of its own. docs/scale.md multiplies these figures.
 */

const [CHATS, UPLOADS] = [Number(process.argv[2] ?? 4_000), Number(process.argv[3] ?? 100)];
const AT_ONCE = 32;
const WARM_UP = 500;

interface Counters {
  walBytes: number;
  walRecords: number;
  fullPages: number;
  walWrites: number;
  commits: number;
  tableBytes: number;
  redisCommands: number;
  redisScripts: number;
}

const WAL = `
  SELECT wal_bytes::float8 AS "walBytes", wal_records::float8 AS "walRecords", wal_fpi::float8 AS "fullPages",
    (SELECT sum(writes)::float8 FROM pg_stat_io WHERE object = 'wal') AS "walWrites",
    (SELECT xact_commit::float8 FROM pg_stat_database WHERE datname = current_database()) AS commits,
    (SELECT sum(pg_total_relation_size(oid))::float8 FROM pg_class
     WHERE relkind = 'r' AND relnamespace IN ('gateway'::regnamespace, 'submission'::regnamespace)) AS "tableBytes"
  FROM pg_stat_wal`;

async function readCounters(client: Client, redis: Redis): Promise<Counters> {
  await client.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await client.query<Omit<Counters, 'redisCommands' | 'redisScripts'>>(WAL);
  const [row] = rows;
  if (!row) throw new Error('Postgres does not count');
  const stats = await redis.info('commandstats');
  const calls = (name: RegExp) =>
    [...stats.matchAll(/^cmdstat_([^:]+):calls=(\d+)/gm)]
      .filter(([, command = '']) => name.test(command))
      .reduce((sum, [, , count]) => sum + Number(count), 0);
  return { ...row, redisCommands: calls(/./), redisScripts: calls(/^evalsha?$/) };
}

async function costOf(
  what: string,
  count: number,
  read: () => Promise<Counters>,
  work: () => Promise<unknown>,
): Promise<void> {
  const before = await read();
  const startedAt = performance.now();
  let left = count;
  const workInTurn = async () => {
    while (left > 0) {
      left -= 1;
      await work();
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, count) }, workInTurn));
  const seconds = (performance.now() - startedAt) / 1_000;
  const after = await read();
  const each = (name: keyof Counters) => ((after[name] - before[name]) / count).toFixed(2);
  process.stdout.write(
    `${what}: ${count} in ${seconds.toFixed(1)} s. Each: ${each('walBytes')} bytes of WAL in ${each('walRecords')} records ` +
      `and ${each('walWrites')} writes (${each('fullPages')} full pages), ${each('commits')} commits, ` +
      `${each('tableBytes')} bytes of tables and indexes, ${each('redisCommands')} Redis commands ` +
      `of which ${each('redisScripts')} scripts\n`,
  );
}

async function printTables(admin: Client): Promise<void> {
  const { rows } = await admin.query<{ name: string; bytes: string }>(
    `SELECT regexp_replace(relname, '_(p_)?(\\d.*|default)$', '') AS name, sum(pg_total_relation_size(oid))::text AS bytes FROM pg_class
     WHERE relkind = 'r' AND relnamespace = 'gateway'::regnamespace GROUP BY 1 ORDER BY sum(pg_total_relation_size(oid)) DESC LIMIT 6`,
  );
  process.stdout.write(`tables: ${rows.map(({ name, bytes }) => `${name} ${bytes}`).join(', ')}\n`);
}

/** Without limits, no chat asks Redis. */
async function limitKey({ credentials, addresses }: Stack, admin: Client): Promise<void> {
  const { rows } = await admin.query<{ id: string }>(
    'SELECT id FROM gateway.enterprise_keys WHERE last4 = right($1, 4)',
    [credentials?.enterprise_key],
  );
  const { status, text } = await callApi(addresses.gatewayUrl, 'PATCH', `/admin/keys/${rows[0]?.id}`, {
    token: credentials?.gateway_admin_key,
    json: { rpm: 1_000_000, tpm: 1_000_000_000, max_concurrency: 1_000 },
  });
  if (status !== 200) throw new Error(`The key was not limited: ${text}`);
}

async function measure(stack: Stack): Promise<void> {
  const { credentials, servers } = stack;
  if (credentials === null || servers.redisUrl === null) throw new Error('The stack has no Redis or no demo');
  const admin = new Client({ connectionString: servers.gatewayOwnerUrl ?? servers.gatewayDatabaseUrl });
  const redis = new Redis(servers.redisUrl);
  await admin.connect();
  try {
    const traffic = new Traffic(credentials);
    const read = () => readCounters(admin, redis);
    const projectId = await traffic.createProject('costs');
    await costOf('warm-up', WARM_UP, read, () => traffic.chat());
    await costOf('idle for 10 s', 1, read, () => wait(10_000));
    await costOf('chats', CHATS, read, () => traffic.chat());
    await printTables(admin);
    await limitKey(stack, admin);
    await costOf('chats of a key with limits', CHATS / 4, read, () => traffic.chat());
    await costOf('uploads', UPLOADS, read, () => traffic.upload(projectId));
    await costOf('idle after them, for the variants, for 30 s', 1, read, () => wait(30_000));
    const photo = await drawLargePhoto();
    await costOf(`photos of 12 megapixels and ${photo.length} bytes`, 8, read, () => traffic.upload(projectId, photo));
    await costOf('reads of the list of projects', 500, read, () => fetch(`${stack.addresses.submissionUrl}/projects`));
  } finally {
    await admin.end();
    redis.disconnect();
  }
}

/** With noise, because a plain image would be cheap. */
function drawLargePhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 12 };
  return sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: '#888', noise } })
    .blur(2)
    .jpeg({ quality: 90 })
    .toBuffer();
}

async function main(): Promise<void> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'shipyard-costs-'));
  try {
    const stack = await startStack({
      dataDir,
      environment: { PATH: process.env.PATH, HOME: process.env.HOME, SUBMISSION_PORT: '0', GATEWAY_PORT: '0' },
      queue: 'auto',
      output: 'files',
      report: () => undefined,
      command: 'measure-costs',
    });
    try {
      await measure(stack);
    } finally {
      await stack.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
