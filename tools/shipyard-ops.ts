import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { address, optional, readConfig, text } from '@shipyard/platform/config';
import { objectStoreSettings, openObjectStore } from '@shipyard/platform/object-store';
import { printStartFailure } from '@shipyard/platform/service-process';
import { serviceDatabases } from '@shipyard/stack';
import { makeBackup } from './ops/backup';
import type { LiveChecks } from './ops/live-checks';
import { PostgresTools } from './ops/postgres-tools';
import { withServices } from './ops/rehearsal';
import { restoreBase, restoreDump, restoreObjects } from './ops/restore';
import { verifyPlace } from './ops/verify';

/** Backs up a running installation, restores it into an empty place, and proves that it works there: docs/operating/back-up.md. */

const USAGE = `Usage:
  shipyard-ops backup FOLDER [--base] [--manifest-only]
  shipyard-ops restore FOLDER [--verify]
  shipyard-ops restore FOLDER --data-directory DIRECTORY --restore-command COMMAND [--until TIME]
  shipyard-ops restore FOLDER --objects [--verify]
  shipyard-ops verify [--offline]`;

class UsageError extends Error {}

const FLAGS = {
  base: { type: 'boolean', default: false },
  'manifest-only': { type: 'boolean', default: false },
  'data-directory': { type: 'string' },
  'restore-command': { type: 'string' },
  until: { type: 'string' },
  objects: { type: 'boolean', default: false },
  verify: { type: 'boolean', default: false },
  offline: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

const report = (line: string) => void process.stdout.write(`${line}\n`);
const server = address(['postgres', 'postgresql']);

function settings(environment: NodeJS.ProcessEnv) {
  return readConfig(environment, {
    /** A role that may read everything; to restore, one that may create roles and schemas. */
    DATABASE_URL: server,
    DATA_DIR: text('the path of a folder', './.data'),
    SUBMISSION_DATA_DIR: optional(text('the DATA_DIR of the submission service, if it has its own')),
    GATEWAY_DATA_DIR: optional(text('the DATA_DIR of the gateway, if it has its own')),
    ...objectStoreSettings(environment),
  });
}

type Settings = ReturnType<typeof settings>;

const dataDirOf = (config: Settings, service: 'submission' | 'gateway') =>
  path.resolve((service === 'submission' ? config.SUBMISSION_DATA_DIR : config.GATEWAY_DATA_DIR) ?? config.DATA_DIR);

/** A store would create its folder, and the backup of a wrong DATA_DIR would begin with an empty one. */
function refuseAbsentFolders(config: Settings): void {
  if (config.OBJECT_STORES === 's3') return;
  for (const service of ['submission', 'gateway'] as const) {
    const folder = path.join(dataDirOf(config, service), 'store', service);
    if (!existsSync(folder))
      throw new Error(`${folder} does not exist. Set DATA_DIR to the folder of the service ${service}`);
  }
}

async function storesOf(config: Settings) {
  const open = (service: 'submission' | 'gateway') =>
    openObjectStore({ ...config, DATA_DIR: dataDirOf(config, service) }, service);
  return { submission: await open('submission'), gateway: await open('gateway') };
}

function databasesOf(environment: NodeJS.ProcessEnv) {
  const urls = readConfig(environment, {
    SUBMISSION_DATABASE_URL: server,
    GATEWAY_DATABASE_URL: server,
    SUBMISSION_OWNER_DATABASE_URL: server,
    GATEWAY_OWNER_DATABASE_URL: server,
  });
  const passwordOf = (url: string) => decodeURIComponent(new URL(url).password);
  return serviceDatabases({
    submission: {
      owner: passwordOf(urls.SUBMISSION_OWNER_DATABASE_URL),
      serving: passwordOf(urls.SUBMISSION_DATABASE_URL),
    },
    gateway: { owner: passwordOf(urls.GATEWAY_OWNER_DATABASE_URL), serving: passwordOf(urls.GATEWAY_DATABASE_URL) },
  });
}

async function verify(config: Settings, isOffline: boolean): Promise<void> {
  const stores = await storesOf(config);
  const place = { databaseUrl: config.DATABASE_URL, stores, report };
  const passed = isOffline ? await verifyPlace({ ...place, live: null }) : await verifyLive(config, place);
  report(passed ? 'Verified' : 'Not sound: see the lines above');
  if (!passed) process.exitCode = 1;
}

async function verifyLive(config: Settings, place: Omit<Parameters<typeof verifyPlace>[0], 'live'>): Promise<boolean> {
  const http = address(['http', 'https']);
  const {
    VERIFY_GATEWAY_URL: gatewayUrl,
    VERIFY_SUBMISSION_URL: submissionUrl,
    ...who
  } = readConfig(process.env, {
    VERIFY_GATEWAY_URL: optional(http),
    VERIFY_SUBMISSION_URL: optional(http),
    VERIFY_ADMIN_KEY: text('an admin key (gwa_…) that may read'),
    VERIFY_ENTERPRISE_KEY: text('an enterprise key (gwk_…) with the scope text'),
    VERIFY_MODEL: text('the id of a text model'),
    VERIFY_PARTICIPANT_TOKEN: text('the token (pst_…) of a participant'),
    VERIFY_PROGRAM: text('the id of an open program'),
  });
  const check = (urls: Pick<LiveChecks, 'gatewayUrl' | 'submissionUrl'>) =>
    verifyPlace({
      ...place,
      live: {
        gatewayUrl: urls.gatewayUrl,
        submissionUrl: urls.submissionUrl,
        adminKey: who.VERIFY_ADMIN_KEY,
        enterpriseKey: who.VERIFY_ENTERPRISE_KEY,
        model: who.VERIFY_MODEL,
        participantToken: who.VERIFY_PARTICIPANT_TOKEN,
        programId: who.VERIFY_PROGRAM,
      },
    });
  if (gatewayUrl !== undefined && submissionUrl !== undefined) return check({ gatewayUrl, submissionUrl });
  report('Starting the services: VERIFY_GATEWAY_URL and VERIFY_SUBMISSION_URL are not both set');
  const folderOf = (service: 'submission' | 'gateway') => path.join(dataDirOf(config, service), 'store', service);
  return withServices(
    {
      environment: process.env,
      storeFolders: { submission: folderOf('submission'), gateway: folderOf('gateway') },
      bundlesDir: path.resolve(__dirname, '../apps'),
      report,
    },
    check,
  );
}

async function main(args: string[]): Promise<void> {
  const { values: flags, positionals } = parseArgs({ args, options: FLAGS, allowPositionals: true });
  if (flags.help) return report(USAGE);
  const [command, folder, ...rest] = positionals;
  const isKnown = command === 'backup' || command === 'restore' || command === 'verify';
  if (!isKnown || rest.length > 0 || (command === 'verify') !== (folder === undefined))
    throw new UsageError('Say what to do.');
  const tools = new PostgresTools(process.env.POSTGRES_BIN?.trim() || undefined);
  const dataDirectory = flags['data-directory'];
  if (command === 'restore' && dataDirectory !== undefined) {
    const restoreCommand = flags['restore-command'];
    if (restoreCommand === undefined)
      throw new UsageError('Name the command that fetches a file of the WAL archive with --restore-command.');
    return restoreBase(folder ?? '', dataDirectory, { restoreCommand, until: flags.until ?? null }, tools, report);
  }
  const config = settings(process.env);
  const common = { folder: folder ?? '', databaseUrl: config.DATABASE_URL, tools, report };
  if (command !== 'verify') {
    if (command === 'backup') refuseAbsentFolders(config);
    const stores = await storesOf(config);
    if (command === 'backup')
      return makeBackup({ ...common, stores, base: flags.base, manifestOnly: flags['manifest-only'] });
    if (flags.objects) await restoreObjects({ ...common, stores });
    else await restoreDump({ ...common, stores, databases: databasesOf(process.env) });
  }
  if (command === 'verify' || flags.verify) await verify(config, flags.offline);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  if (error instanceof UsageError) process.stderr.write(`${error.message}\n${USAGE}\n`);
  else printStartFailure(error);
  process.exitCode = 1;
});
