import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pickFreePort } from '@shipyard/stack';
import { Client } from 'pg';

const DEBIAN = '/usr/lib/postgresql';
const NOBODY = { uid: 65_534, gid: 65_534 };
/** Postgres refuses root. */
const OWNER = process.getuid?.() === 0 ? NOBODY : {};

/** The programs that the drills run, all of one version. */
export const POSTGRES_PROGRAMS = ['initdb', 'postgres', 'pg_dump', 'pg_restore', 'pg_basebackup', 'pg_verifybackup'];

/** The folder of a whole installation of Postgres: POSTGRES_BIN, else one of the PATH, else Debian's newest. */
export function postgresFolder(): string | null {
  const named = process.env.POSTGRES_BIN?.trim();
  if (named) return named;
  const isWhole = (folder: string) => POSTGRES_PROGRAMS.every((each) => existsSync(path.join(folder, each)));
  const onPath = (process.env.PATH ?? '').split(path.delimiter).find(isWhole);
  if (onPath !== undefined) return onPath;
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a)) : [];
  return versions[0] === undefined ? null : path.join(DEBIAN, versions[0], 'bin');
}

const programOf = (name: string) => path.join(postgresFolder() ?? '', name);

export function versionOfPostgres(): string {
  const { stdout } = spawnSync(programOf('postgres'), ['--version'], { encoding: 'utf8' });
  return stdout.trim();
}

/** A server with its data in a folder, as an operator would run it. */
export class DrillPostgres {
  private child: ChildProcess | null = null;
  private log = '';

  private constructor(
    readonly folder: string,
    private readonly port: number,
    private readonly password: string,
  ) {}

  get url(): string {
    return `postgres://postgres:${this.password}@127.0.0.1:${this.port}/postgres`;
  }

  static async create(folder: string, password: string): Promise<DrillPostgres> {
    const passwordFile = `${folder}.password`;
    await writeFile(passwordFile, password, { mode: 0o600 });
    await mkdir(folder, { mode: 0o700 });
    for (const file of [folder, passwordFile]) await own(file);
    const isRecent = Number(/\d+/.exec(versionOfPostgres())?.[0]) >= 17;
    const locale = isRecent
      ? ['--locale=C', '--lc-ctype=C.UTF-8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
      : ['--locale=C.UTF-8'];
    const access = ['-U', 'postgres', '-A', 'scram-sha-256', '--pwfile', passwordFile];
    const { status, stderr } = spawnSync(programOf('initdb'), ['-D', folder, '-E', 'UTF8', ...access, ...locale], {
      ...OWNER,
      cwd: '/',
      env: { PATH: process.env.PATH },
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`initdb failed: ${stderr}`);
    return new DrillPostgres(folder, await pickFreePort(), password);
  }

  /** For a data directory that somebody else has laid out. */
  static async adopt(folder: string, password: string): Promise<DrillPostgres> {
    spawnSync('chown', ['-R', `${NOBODY.uid}:${NOBODY.gid}`, folder]);
    return new DrillPostgres(folder, await pickFreePort(), password);
  }

  async start(settings: readonly string[] = []): Promise<void> {
    const all = [
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'max_connections=200',
      'timezone=UTC',
      ...settings,
    ];
    const args = ['-D', this.folder, '-p', String(this.port), ...all.flatMap((setting) => ['-c', setting])];
    const child = spawn(programOf('postgres'), args, {
      ...OWNER,
      cwd: '/',
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr.on('data', (chunk) => (this.log = `${this.log}${String(chunk)}`.slice(-4_000)));
    this.child = child;
    await this.untilWritable();
  }

  async stop(): Promise<void> {
    const child = this.child;
    this.child = null;
    if (child === null || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGINT');
    await ended;
  }

  async query<Row extends Record<string, unknown>>(statement: string): Promise<Row[]> {
    const client = new Client({ connectionString: this.url });
    await client.connect();
    try {
      return (await client.query<Row>(statement)).rows;
    } finally {
      await client.end();
    }
  }

  /** Also waits for the end of a recovery. */
  private async untilWritable(): Promise<void> {
    for (;;) {
      if (this.child?.exitCode !== null) throw new Error(`Postgres ended:\n${this.log}`);
      const [row] = await this.query<{ recovers: boolean }>('SELECT pg_is_in_recovery() AS recovers').catch(() => []);
      if (row?.recovers === false) return;
      await wait(200);
    }
  }
}

export async function own(file: string): Promise<void> {
  if (OWNER === NOBODY) await chown(file, NOBODY.uid, NOBODY.gid);
}
