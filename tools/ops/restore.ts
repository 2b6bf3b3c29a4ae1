import { cp, mkdir, appendFile, writeFile, chmod } from 'node:fs/promises';
import path from 'node:path';
import { FolderStore, type ObjectStore } from '@shipyard/platform/object-store';
import { provisionDatabases, type serviceDatabases } from '@shipyard/stack';
import { type Client, escapeIdentifier } from 'pg';
import { connect, timed, versionOf } from './backup';
import {
  BASE_FOLDER,
  type BackupRecord,
  DUMP_FILE,
  OBJECTS_FILE,
  OBJECTS_FOLDER,
  readRecord,
  refuseUsedFolder,
} from './backup-record';
import { copyOne } from './copy-objects';
import { hashOfFile, readManifest } from './object-manifest';
import { readNamedKeys, type Service, SERVICES } from './object-rows';
import { connectionOf, type PostgresTools } from './postgres-tools';

export interface RestoreOptions {
  folder: string;
  databaseUrl: string;
  databases: ReturnType<typeof serviceDatabases>;
  stores: Record<Service, ObjectStore>;
  tools: PostgresTools;
  report: (line: string) => void;
}

export interface RecoveryTarget {
  /** The shell command with which Postgres fetches a file of the archive. */
  restoreCommand: string;
  /** A point in time. Without one, Postgres recovers to the end of the archive. */
  until: string | null;
}

const AT_ONCE = 16;

/** Restores a dump and its objects into an empty place. */
export async function restoreDump(options: RestoreOptions): Promise<void> {
  const { folder, databaseUrl, databases, tools, report } = options;
  const record = await readRecord(folder);
  if (record.kind !== 'dump')
    throw new Error(`${folder} holds a base backup. Restore it with --data-directory, start Postgres, then --objects`);
  const client = await connect(databaseUrl);
  try {
    const version = await versionOf(client);
    if (version < record.postgres_version)
      throw new Error(
        `The backup is of Postgres ${record.postgres_version}, and this server of ${version}. Use a newer server`,
      );
    tools.require('pg_restore', version);
    await refuseFilledDatabase(client);
    await refuseFilledStores(options.stores);
    const dump = path.join(folder, DUMP_FILE);
    await timed('Checking the backup', report, async () => {
      await checkHash(dump, record.dump_sha256);
      await checkHash(path.join(folder, OBJECTS_FILE), record.objects.sha256_of_list);
    });
    await timed('Restoring the database', report, async () => {
      // The dump creates its schemas and the extension. Only the roles must exist.
      await provisionDatabases(databaseUrl, Object.values(databases), report);
      await dropEmptySchemas(client, databases);
      await tools.run('pg_restore', databaseUrl, [
        `--dbname=${connectionOf(databaseUrl).PGDATABASE}`,
        '--single-transaction',
        '--no-password',
        dump,
      ]);
      await provisionDatabases(databaseUrl, Object.values(databases), report);
      await client.query('ANALYZE');
    });
    await timed('Restoring the objects', report, () => restoreNamedObjects(client, record, options));
  } finally {
    await client.end();
  }
}

/** Restores the objects of a base backup, when Postgres has recovered. */
export async function restoreObjects(options: Omit<RestoreOptions, 'databases' | 'tools'>): Promise<void> {
  const record = await readRecord(options.folder);
  const client = await connect(options.databaseUrl);
  try {
    await refuseFilledStores(options.stores);
    await checkHash(path.join(options.folder, OBJECTS_FILE), record.objects.sha256_of_list);
    await timed('Restoring the objects', options.report, () => restoreNamedObjects(client, record, options));
  } finally {
    await client.end();
  }
}

/** Lays out a data directory that recovers when Postgres starts on it. */
export async function restoreBase(
  folder: string,
  dataDirectory: string,
  target: RecoveryTarget,
  tools: PostgresTools,
  report: (line: string) => void,
): Promise<void> {
  const record = await readRecord(folder);
  if (record.kind !== 'base') throw new Error(`${folder} holds a dump. Restore it without --data-directory`);
  refuseUsedFolder(dataDirectory, 'The data of a server');
  const base = path.join(folder, BASE_FOLDER);
  await timed('Checking the backup', report, async () => {
    tools.require('pg_verifybackup', record.postgres_version);
    await tools.run('pg_verifybackup', null, ['--exit-on-error', base]);
  });
  await timed('Copying the data', report, async () => {
    await mkdir(dataDirectory, { recursive: true });
    await cp(base, dataDirectory, { recursive: true, verbatimSymlinks: true });
    await chmod(dataDirectory, 0o700);
  });
  const settings = [
    `restore_command = ${quoted(target.restoreCommand)}`,
    ...(target.until === null ? [] : [`recovery_target_time = ${quoted(target.until)}`]),
    `recovery_target_action = 'promote'`,
  ];
  await appendFile(path.join(dataDirectory, 'postgresql.auto.conf'), `${settings.join('\n')}\n`);
  await writeFile(path.join(dataDirectory, 'recovery.signal'), '');
  report(
    `${dataDirectory} is laid out. Let the user of Postgres own it, and start Postgres ${record.postgres_version} on it`,
  );
  report('When it takes writes, run restore again with --objects');
}

async function refuseFilledDatabase(client: Client): Promise<void> {
  const { rows } = await client.query<{ tables: string }>(
    `SELECT string_agg(schemaname || '.' || tablename, ', ') AS tables FROM (
       SELECT schemaname, tablename FROM pg_tables
       WHERE schemaname IN ('submission', 'submission_queue', 'gateway', 'gateway_queue') LIMIT 3) found`,
  );
  const tables = rows[0]?.tables;
  if (tables) throw new Error(`The database is not empty: it has ${tables}. Restore into a new database`);
}

async function refuseFilledStores(stores: Record<Service, ObjectStore>): Promise<void> {
  for (const service of SERVICES) {
    for await (const { key } of stores[service].list())
      throw new Error(
        `The object store of ${service} is not empty: it has ${key}. Restore into a new folder or bucket`,
      );
  }
}

/** Without CASCADE, so that Postgres itself refuses to drop anything that is not empty. */
async function dropEmptySchemas(client: Client, databases: RestoreOptions['databases']): Promise<void> {
  await client.query('DROP EXTENSION IF EXISTS pg_trgm');
  for (const { schema, queueSchema } of Object.values(databases))
    for (const name of [schema, queueSchema]) await client.query(`DROP SCHEMA ${escapeIdentifier(name)}`);
}

/** Brings only what a row names: deleted images must not come back. */
async function restoreNamedObjects(
  client: Client,
  record: BackupRecord,
  { folder, stores, report }: Pick<RestoreOptions, 'folder' | 'stores' | 'report'>,
): Promise<void> {
  if (!record.objects.copied) {
    report('The backup holds no objects. Bring them back with the means of the bucket, then verify');
    return;
  }
  for (const service of SERVICES) {
    const named = await keysOf(client, service);
    const from = await FolderStore.open(path.join(folder, OBJECTS_FOLDER, service));
    const batch: Promise<void>[] = [];
    let [restored, left] = [0, 0];
    for await (const entry of readManifest(path.join(folder, OBJECTS_FILE))) {
      if (entry.service !== service) continue;
      if (!named.has(entry.key)) {
        left += 1;
        continue;
      }
      restored += 1;
      batch.push(restoreOne(entry, from, stores[service]));
      if (batch.length === AT_ONCE) await Promise.all(batch.splice(0));
    }
    await Promise.all(batch);
    report(`${service}: ${restored} objects restored, ${left} left out that no row names`);
  }
}

async function restoreOne(
  { service, key, sha256 }: { service: Service; key: string; sha256: string },
  from: ObjectStore,
  to: ObjectStore,
): Promise<void> {
  const copied = await copyOne(service, key, from, to);
  if (copied?.sha256 === sha256) return;
  await to.delete(key);
  throw new Error(`${service}/${key} is ${copied ? 'damaged' : 'missing'} in the backup. Take another one`);
}

async function keysOf(client: Client, service: Service): Promise<Set<string>> {
  const keys = new Set<string>();
  await client.query('BEGIN READ ONLY');
  for await (const { key } of readNamedKeys(client, service)) keys.add(key);
  await client.query('COMMIT');
  return keys;
}

async function checkHash(file: string, sha256: string | null): Promise<void> {
  if ((await hashOfFile(file)) !== sha256) throw new Error(`${file} is damaged. Take another backup`);
}

/** As postgresql.conf quotes a string. */
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
