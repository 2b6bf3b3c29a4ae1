import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';

/** Runs the programs of Postgres (pg_dump and its like), which are not part of Shipyard. */
export class PostgresTools {
  /** Without a folder, the programs are looked for on the PATH. */
  constructor(private readonly folder?: string) {}

  /** Throws unless the program is there and at least as new as the server. An older pg_dump refuses anyway, but later. */
  require(name: string, serverVersion: number): string {
    const { status, stdout } = spawnSync(this.place(name), ['--version'], { encoding: 'utf8' });
    if (status !== 0)
      throw new Error(
        `${name} is not ${this.folder === undefined ? 'on the PATH' : `in ${this.folder}`}. ` +
          `Install the client programs of Postgres ${serverVersion}, or set POSTGRES_BIN to their folder`,
      );
    const version = /(\d+(?:\.\d+)*)/.exec(stdout)?.[1] ?? '0';
    if (Number.parseInt(version, 10) < serverVersion)
      throw new Error(
        `${name} is of Postgres ${version}, and the server of ${serverVersion}. ` +
          `Install the client programs of Postgres ${serverVersion}, or set POSTGRES_BIN to their folder`,
      );
    return version;
  }

  /** The password goes into the environment, because every user of the machine can read the arguments. */
  run(name: string, databaseUrl: string | null, args: string[]): Promise<void> {
    const child = spawn(this.place(name), args, {
      env: { PATH: process.env.PATH, ...(databaseUrl !== null && connectionOf(databaseUrl)) },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let words = '';
    child.stderr.on('data', (chunk) => (words = `${words}${String(chunk)}`.slice(-2_000)));
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => {
        if (code === 0) resolve();
        else reject(new Error(`${name} failed (exit code ${code}): ${words.trim()}`));
      });
    });
  }

  private place(name: string): string {
    return this.folder === undefined ? name : path.join(this.folder, name);
  }
}

const PARAMETERS: Record<string, string> = {
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
};

export function connectionOf(databaseUrl: string): NodeJS.ProcessEnv {
  const url = new URL(databaseUrl);
  const parameters = [...url.searchParams].flatMap(([name, value]) => {
    const variable = PARAMETERS[name];
    return variable === undefined ? [] : [[variable, value] as const];
  });
  return {
    PGHOST: url.hostname.replace(/^\[|\]$/g, ''),
    PGPORT: url.port === '' ? '5432' : url.port,
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: decodeURIComponent(url.pathname.slice(1)),
    ...Object.fromEntries(parameters),
  };
}
