import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { errorCodeOf } from '@shipyard/platform/error-code';
import { FolderStore, type ObjectStore } from '@shipyard/platform/object-store';
import { Client } from 'pg';
import { BASE_FOLDER, DUMP_FILE, OBJECTS_FILE, OBJECTS_FOLDER, refuseUsedFolder, writeRecord } from './backup-record';
import { copyObjects } from './copy-objects';
import { hashOfFile, type ManifestEntry, writeManifest } from './object-manifest';
import { compareKeys, openSnapshot, readNamedKeys, type Service, SERVICES } from './object-rows';
import type { PostgresTools } from './postgres-tools';

export interface BackupOptions {
  folder: string;
  /** A base backup of the whole server, from which a WAL archive leads to any later moment. Otherwise a dump. */
  base: boolean;
  /** Writes down what the stores hold, and copies nothing. For a bucket that keeps its versions. */
  manifestOnly: boolean;
  databaseUrl: string;
  stores: Record<Service, ObjectStore>;
  tools: PostgresTools;
  report: (line: string) => void;
}

type Copied = Record<Service, Map<string, ManifestEntry>>;

const SCHEMAS = ['submission', 'submission_queue', 'gateway', 'gateway_queue'];
/** Until rows that came before their objects have them, or are gone. */
const LOOKS = 12;
const LOOK_EVERY_MS = 5_000;

/**
 * Copies a running system:
 * 1. Copy all objects. This takes the longest.
 * 2. Take the state of the database.
 * 3. Copy the objects that came meanwhile.
 * 4. Compare them with the rows of that state. The services never use a key again, so an object that both rounds lack
 *    was deleted in between, or its row came first and its bytes are on their way.
 */
export async function makeBackup(options: BackupOptions): Promise<void> {
  const { folder, report } = options;
  refuseUsedFolder(folder, 'A backup');
  const client = await connect(options.databaseUrl);
  try {
    const postgresVersion = await versionOf(client);
    options.tools.require(options.base ? 'pg_basebackup' : 'pg_dump', postgresVersion);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const copied: Copied = { submission: new Map(), gateway: new Map() };
    const copyAll = async () => {
      for (const service of SERVICES)
        await copyObjects({
          service,
          from: options.stores[service],
          to: options.manifestOnly ? null : await FolderStore.open(path.join(folder, OBJECTS_FOLDER, service)),
          done: copied[service],
          report,
        });
    };
    await timed('Copying the objects', report, copyAll);
    const { stateOf, dumpSha256 } = await timed('Reading the database', report, () => readDatabase(client, options));
    await timed('Copying the objects that came meanwhile', report, copyAll);
    await timed('Comparing rows and objects', report, () => compareAll(client, copied, copyAll, report));
    const entries = SERVICES.flatMap((service) => [...copied[service].values()]);
    const list = path.join(folder, OBJECTS_FILE);
    await writeManifest(list, entries);
    await writeRecord(folder, {
      format: 1,
      kind: options.base ? 'base' : 'dump',
      made_at: new Date().toISOString(),
      postgres_version: postgresVersion,
      state_of: stateOf,
      dump_sha256: dumpSha256,
      objects: {
        count: entries.length,
        bytes: entries.reduce((sum, { bytes }) => sum + bytes, 0),
        sha256_of_list: await hashOfFile(list),
        copied: !options.manifestOnly,
      },
      key_rings: 'not in this backup',
    });
    report(`The backup is complete: ${entries.length} objects, state of ${stateOf}`);
    report('The key rings (*_KEYS) are not in it. Keep them in another place: without them, encrypted rows stay so');
  } finally {
    await client.end();
  }
}

/** A dump leaves its snapshot open, so that the comparison reads the same rows. */
async function readDatabase(
  client: Client,
  { base, folder, databaseUrl, tools }: BackupOptions,
): Promise<{ stateOf: string; dumpSha256: string | null }> {
  if (base) {
    const place = path.join(folder, BASE_FOLDER);
    const how = ['--checkpoint=fast', '--wal-method=stream', '--manifest-checksums=SHA256', '--no-password'];
    await tools.run('pg_basebackup', databaseUrl, ['-D', place, ...how]);
    await openSnapshot(client);
    return { stateOf: await timeOf(client), dumpSha256: null };
  }
  const snapshot = await openSnapshot(client);
  const file = path.join(folder, DUMP_FILE);
  const trigrams = await client.query(`SELECT FROM pg_extension WHERE extname = 'pg_trgm'`);
  await tools.run('pg_dump', databaseUrl, [
    '--format=custom',
    '--no-password',
    `--snapshot=${snapshot}`,
    `--file=${file}`,
    ...SCHEMAS.map((schema) => `--schema=${schema}`),
    ...(trigrams.rowCount === 0 ? [] : ['--extension=pg_trgm']),
  ]);
  return { stateOf: await timeOf(client), dumpSha256: await hashOfFile(file) };
}

async function compareAll(
  client: Client,
  copied: Copied,
  copyAll: () => Promise<void>,
  report: (line: string) => void,
): Promise<void> {
  let missing = await findMissing(client, copied);
  await client.query('COMMIT');
  for (let look = 1; missing.length > 0 && look <= LOOKS; look += 1) {
    await copyAll();
    missing = missing.filter(({ service, key }) => !copied[service].has(key));
    // What no row names any more was deleted during the backup.
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const now = await findMissing(client, copied);
    await client.query('COMMIT');
    const still = new Set(now.map(({ service, key }) => `${service} ${key}`));
    const gone = missing.filter(({ service, key }) => !still.has(`${service} ${key}`));
    if (gone.length > 0) report(`${gone.length} objects were deleted during the backup, and are not in it`);
    missing = missing.filter(({ service, key }) => still.has(`${service} ${key}`));
    if (missing.length > 0 && look < LOOKS) await wait(LOOK_EVERY_MS);
  }
  if (missing.length === 0) return;
  for (const { service, key } of missing.slice(0, 20)) report(`missing: ${service}/${key}`);
  throw new Error(
    `${missing.length} rows name objects that the store does not have. Check DATA_DIR or S3_BUCKET: a backup without them is not whole`,
  );
}

async function findMissing(client: Client, copied: Copied): Promise<{ service: Service; key: string }[]> {
  const found: { service: Service; key: string }[] = [];
  for (const service of SERVICES) {
    const { missing } = await compareKeys(readNamedKeys(client, service), copied[service].keys());
    found.push(...missing.map((key) => ({ service, key })));
  }
  return found;
}

export async function connect(databaseUrl: string): Promise<Client> {
  const client = new Client({ connectionString: databaseUrl, application_name: 'shipyard-ops' });
  // Without a listener, a broken connection would end this process. The query that uses it fails anyway.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    const { hostname, port } = new URL(databaseUrl);
    const reason = error instanceof Error ? error.message || errorCodeOf(error) : String(error);
    throw new Error(`DATABASE_URL: cannot connect to Postgres at ${hostname}:${port || 5432} (${reason})`, {
      cause: error,
    });
  }
}

export async function versionOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ version: number }>(
    `SELECT current_setting('server_version_num')::int / 10000 AS version`,
  );
  return rows[0]?.version ?? 0;
}

async function timeOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ now: Date }>('SELECT now() AS now');
  return (rows[0]?.now ?? new Date()).toISOString();
}

export async function timed<Result>(
  what: string,
  report: (line: string) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  const startedAt = performance.now();
  const result = await work();
  report(`${what}: ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
  return result;
}
