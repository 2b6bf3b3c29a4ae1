import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isMissing } from '../data/private-file';
import { isRunning } from '../data/process-mark';
import { POSTGRES, type RunningRecord } from '../data/running-record';
import type { StackSecrets } from '../data/secrets';
import { LogFile } from '../processes/log-file';
import { keepPort } from '../processes/free-ports';
import { SupervisedProcess } from '../processes/supervised-process';
import { LOG_NO_VALUES } from './log-settings';
import { findPostgresBinaries, othersMayEnter, SYSTEM_FOLDER } from './postgres-binaries';

const NOBODY = { uid: 65534, gid: 65534 };
type Owner = { uid?: number; gid?: number };

export interface EmbeddedPostgresOptions {
  dataDir: string;
  secrets: StackSecrets;
  record: RunningRecord;
  report: (line: string) => void;
  settings?: readonly string[];
  stopping: AbortSignal;
}

/**
 * Creates the cluster on first use, and does not start it. It listens on loopback only and always asks for a password.
 * As root it runs as nobody, because Postgres refuses root.
 */
export async function openEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<{ process: SupervisedProcess; adminUrl: string }> {
  const { dataDir, secrets, record, report, stopping } = options;
  const native = findPostgresBinaries();
  const cluster = clusterFolder(dataDir, secrets.clusterId);
  const owner = clusterOwner(cluster);
  if (!existsSync(cluster)) await createCluster(native, cluster, owner, secrets.postgresPassword, stopping);
  removeStaleLock(cluster, record);

  const port = await keepPort(record, POSTGRES);
  const log = new LogFile(path.join(dataDir, 'logs/postgres.log'));
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    'password_encryption=scram-sha-256',
    'timezone=UTC',
    'log_timezone=UTC',
    'log_checkpoints=off',
    ...Object.entries(LOG_NO_VALUES).map(([name, value]) => `${name}=${value}`),
    ...(options.settings ?? []),
  ];
  const supervised = new SupervisedProcess({
    name: POSTGRES,
    // A separate session, because Ctrl-C must not end it before the services.
    spawn: () =>
      log.spawnInto((descriptor) =>
        spawn(
          path.join(native, 'bin/postgres'),
          ['-D', cluster, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
          {
            ...owner,
            cwd: '/',
            env: postgresEnvironment(),
            stdio: ['ignore', descriptor, descriptor],
            detached: true,
          },
        ),
      ),
    waitUntilReady: (child, ended) => waitForReadyLine(cluster, child, ended),
    lastWords: () => log.lastLine(/FATAL|PANIC|ERROR/),
    // The backends of a killed postmaster end slightly later.
    passingFailure: /shared memory block [^\n]{0,200} is still in use/,
    onSpawn: (pid) => record.addProcess(POSTGRES, pid),
    onStopped: () => record.removeProcess(POSTGRES),
    report,
  });
  const adminUrl = `postgres://postgres:${secrets.postgresPassword}@127.0.0.1:${port}/postgres`;
  return { process: supervised, adminUrl };
}

function clusterFolder(dataDir: string, clusterId: string): string {
  const reachable = process.getuid?.() !== 0 || othersMayEnter(dataDir);
  return reachable ? path.join(dataDir, 'postgres') : path.join(SYSTEM_FOLDER, `cluster-${clusterId}`);
}

/** The owner of the cluster's files must run it: nobody if we are root, or else the current user. */
function clusterOwner(cluster: string): Owner {
  if (process.getuid?.() !== 0) return {};
  const existing = statSync(cluster, { throwIfNoEntry: false });
  return existing === undefined || existing.uid === 0 ? NOBODY : { uid: existing.uid, gid: existing.gid };
}

/** Moves the complete cluster to its place, so that an interruption leaves no partial one. */
async function createCluster(
  native: string,
  cluster: string,
  owner: Owner,
  password: string,
  stopping: AbortSignal,
): Promise<void> {
  const draft = `${cluster}.new`;
  const passwordFile = `${draft}.password`;
  mkdirSync(path.dirname(cluster), { recursive: true });
  rmSync(draft, { recursive: true, force: true });
  rmSync(passwordFile, { force: true });
  mkdirSync(draft);
  chmodSync(draft, 0o700);
  writeFileSync(passwordFile, password, { mode: 0o600, flag: 'wx' });
  if (owner.uid !== undefined && owner.gid !== undefined)
    for (const file of [draft, passwordFile]) chownSync(file, owner.uid, owner.gid);
  try {
    const access = ['-U', 'postgres', '-A', 'scram-sha-256', '--pwfile', passwordFile];
    await runInitdb(native, owner, ['-D', draft, ...access, ...localeArguments()], stopping);
    renameSync(draft, cluster);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Sorts by code point, and handles all of Unicode. pg_trgm asks libc for letters. */
function localeArguments(): string[] {
  const letters = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';
  return ['-E', 'UTF8', '--locale=C', `--lc-ctype=${letters}`, '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
}

function runInitdb(native: string, owner: Owner, args: string[], stopping: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(path.join(native, 'bin/initdb'), args, {
      ...owner,
      cwd: '/',
      env: postgresEnvironment(),
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
      signal: stopping,
    });
    let complaints = '';
    child.stderr.on('data', (chunk) => (complaints += String(chunk)));
    child.on('error', (error) => child.pid === undefined && reject(error));
    child.once('exit', (code) => {
      if (code === 0) return resolve();
      const reason = complaints.split('\n').find((line) => /error|could not|cannot/.test(line)) ?? complaints.trim();
      reject(new Error(`The embedded Postgres could not create its cluster: ${reason}`));
    });
  });
}

/** Nothing else of our environment, which may hold secrets. */
const postgresEnvironment = (): NodeJS.ProcessEnv => ({ PATH: process.env.PATH });

/** A process that reused the pid would block the start. Our record tells that the postmaster is gone. */
function removeStaleLock(cluster: string, record: RunningRecord): void {
  const file = path.join(cluster, 'postmaster.pid');
  const recorded = record.process(POSTGRES);
  if (recorded !== undefined && readPostmaster(file)?.pid === recorded.pid && !isRunning(recorded)) rmSync(file);
}

async function waitForReadyLine(cluster: string, child: ChildProcess, ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    const postmaster = readPostmaster(path.join(cluster, 'postmaster.pid'));
    if (postmaster?.pid === child.pid && postmaster?.status === 'ready') return;
    await wait(10);
  }
}

function readPostmaster(file: string): { pid: number; status: string } | null {
  try {
    const lines = readFileSync(file, 'utf8').split('\n');
    return { pid: Number(lines[0]), status: lines[7]?.trim() ?? '' };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
