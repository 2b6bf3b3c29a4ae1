import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { waitUntil } from '../wait-until';

const WORKSPACE = path.resolve(__dirname, '../../../..');
/** Starting Postgres takes seconds, and more on a busy machine. */
const LIMIT_MS = 120_000;
/** What a run of specs does, in a process of its own. */
const RUN = `
  require('./libs/testing/share-postgres.cjs')()
    .then(() => fetch(process.env.SHIPYARD_SPEC_POSTGRES))
    .then((response) => response.text())
    .then((url) => process.stdout.write(url));`;

function startRun(environment: NodeJS.ProcessEnv = {}) {
  const run = spawn(process.execPath, ['-e', RUN], {
    cwd: WORKSPACE,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
    // Leads a group, as a command does in a terminal.
    detached: true,
  });
  const { pid } = run;
  if (pid === undefined) throw new Error('The run did not start');
  const interrupt = async (signal: NodeJS.Signals) => {
    const ended = once(run, 'exit');
    process.kill(-pid, signal);
    await ended;
  };
  return { stdout: run.stdout, interrupt };
}

async function dataDirectoryOf(url: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
  await client.end();
  return rows[0]?.data_directory ?? '';
}

it(
  'stops its Postgres after the run and its group were interrupted',
  async () => {
    const run = startRun();
    const [url] = (await once(run.stdout, 'data')) as [Buffer];
    const directory = await dataDirectoryOf(url.toString());
    expect(existsSync(directory)).toBe(true);
    await run.interrupt('SIGINT');
    // Deleted last, when Postgres has stopped.
    await waitUntil(
      () => Promise.resolve(existsSync(path.dirname(directory))),
      (isThere) => !isThere,
    );
    await expect(dataDirectoryOf(url.toString())).rejects.toThrow(/ECONNREFUSED/);
  },
  LIMIT_MS,
);

it(
  'leaves nothing behind if the run is interrupted while Postgres starts',
  async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'held-'));
    // Postgres does not run as root.
    await chmod(folder, 0o755);
    const data = async () => (await readdir(folder)).filter((entry) => entry.startsWith('shipyard-spec-'));
    const run = startRun({ TMPDIR: folder });
    await waitUntil(data, (entries) => entries.length > 0);
    await run.interrupt('SIGTERM');
    await waitUntil(data, (entries) => entries.length === 0);
    await rm(folder, { recursive: true });
  },
  LIMIT_MS,
);
