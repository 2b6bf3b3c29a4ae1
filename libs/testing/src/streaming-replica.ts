import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findPostgresBinaries, pickFreePort } from '@shipyard/stack';
import { Client } from 'pg';
import type { JoinedStack } from './joined-stack';
import { waitUntil } from './wait-until';

const SETTINGS = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200', 'fsync=off'];

/** A hot standby of a stack's Postgres, made without `pg_basebackup`, which the embedded package lacks. */
export class StreamingReplica {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly admin: Client,
    private readonly folder: string,
    readonly port: number,
    private readonly servingUrl: string,
  ) {}

  static of(stack: JoinedStack): Promise<StreamingReplica> {
    return StreamingReplica.copyOf(adminUrl(stack), stack.view.databaseUrls.submission);
  }

  /** `primary` names an administrator of the server, and `servingUrl` a role that may read it. */
  static async copyOf(primary: URL, servingUrl: string): Promise<StreamingReplica> {
    const admin = new Client({ connectionString: primary.href });
    // The primary may be killed while its replica lives.
    admin.on('error', () => undefined);
    await admin.connect();
    const { rows } = await admin.query<{ data_directory: string }>('SHOW data_directory');
    const source = rows[0]?.data_directory ?? '';
    const port = await pickFreePort();
    const replica = new StreamingReplica(admin, `${source}-replica-${port}`, port, servingUrl);
    try {
      await replica.copyFrom(source, primary);
      await replica.start();
    } catch (error) {
      await replica.remove();
      throw error;
    }
    return replica;
  }

  /** For the role that serves the submission service. */
  get url(): string {
    return this.at(this.servingUrl);
  }

  async start(): Promise<void> {
    const { uid, gid } = statSync(this.folder);
    const native = findPostgresBinaries();
    const settings = SETTINGS.flatMap((setting) => ['-c', setting]);
    const owner = process.getuid?.() === 0 ? { uid, gid } : {};
    const child = spawn(path.join(native, 'bin/postgres'), ['-D', this.folder, '-p', String(this.port), ...settings], {
      ...owner,
      cwd: '/',
      env: { PATH: process.env.PATH },
      stdio: 'ignore',
    });
    this.child = child;
    await waitUntil(
      () => Promise.resolve(this.status()),
      (status) => {
        if (child.exitCode !== null) throw new Error('The replica ended at its start');
        return status === 'ready' || status === 'standby';
      },
    );
    await waitUntil(
      () => this.ask<{ at: string | null }>('SELECT pg_last_wal_replay_lsn()::text AS at').catch(() => []),
      ([row]) => row !== undefined,
    );
  }

  async stop(): Promise<void> {
    const { child } = this;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGQUIT');
    await ended;
  }

  /** From now on the replica receives what the primary writes, and does not show it. */
  async pauseReplay(): Promise<void> {
    await this.ask('SELECT pg_wal_replay_pause()');
    await waitUntil(
      () => this.ask<{ state: string }>('SELECT pg_get_wal_replay_pause_state() AS state'),
      ([row]) => row?.state === 'paused',
    );
  }

  async resumeReplay(): Promise<void> {
    await this.ask('SELECT pg_wal_replay_resume()');
  }

  /** Ends the recovery. From now on it takes writes. */
  async promote(): Promise<void> {
    await this.ask('SELECT pg_promote()');
  }

  async remove(): Promise<void> {
    await this.stop();
    await this.admin.end().catch(() => undefined);
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async copyFrom(source: string, primary: URL): Promise<void> {
    await this.admin.query(`SELECT pg_backup_start('replica', true)`);
    const copied = spawnSync('cp', ['-a', source, this.folder]);
    // A file may vanish while it is copied. The log has what is needed to write it again.
    if (copied.error) throw copied.error;
    const { rows } = await this.admin.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
    // Only now, because the end of the backup must be in the copy.
    spawnSync('cp', ['-a', path.join(source, 'pg_wal'), this.folder]);
    rmSync(path.join(this.folder, 'postmaster.pid'), { force: true });
    writeFileSync(path.join(this.folder, 'backup_label'), rows[0]?.labelfile ?? '');
    writeFileSync(path.join(this.folder, 'standby.signal'), '');
    const { hostname, port, username, password } = primary;
    appendFileSync(
      path.join(this.folder, 'postgresql.auto.conf'),
      `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\n`,
    );
    spawnSync('chown', ['-R', '--reference', source, this.folder]);
  }

  private status(): string {
    try {
      return readFileSync(path.join(this.folder, 'postmaster.pid'), 'utf8').split('\n')[7]?.trim() ?? '';
    } catch {
      return '';
    }
  }

  private async ask<Row extends object>(statement: string): Promise<Row[]> {
    const { user, password, database } = this.admin;
    const client = new Client({ host: '127.0.0.1', port: this.port, user, password: password ?? '', database });
    await client.connect();
    try {
      return (await client.query<Row>(statement)).rows;
    } finally {
      await client.end();
    }
  }

  private at(url: string): string {
    return Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(this.port) }).href;
  }
}

function adminUrl(stack: JoinedStack): URL {
  const secrets = JSON.parse(readFileSync(path.join(stack.dataDir, 'secrets.json'), 'utf8')) as {
    postgresPassword: string;
  };
  const url = new URL(stack.view.ownerUrls.gateway);
  return Object.assign(url, { username: 'postgres', password: secrets.postgresPassword, pathname: '/postgres' });
}
