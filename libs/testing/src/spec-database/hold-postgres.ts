import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { printStartFailure } from '@shipyard/platform/service-process';
import { chooseAddresses, holdData, readStackConfig, startServers, untilAborted } from '@shipyard/stack';
import { Client } from 'pg';

/** Reports its administrator's URL, and ends Postgres when the run is over or was interrupted. */
async function holdPostgres(): Promise<void> {
  // Ctrl-C and `timeout` signal the whole group. Only the end of the run, which closes our channel, may end us.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  const ended = new AbortController();
  process.once('disconnect', () => ended.abort(new Error('The run of specs ended')));
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'shipyard-spec-'));
  try {
    await servePostgres(dataDir, ended.signal);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function servePostgres(dataDir: string, ended: AbortSignal): Promise<void> {
  const environment = { NODE_ENV: 'test', DEMO: '1', DATA_DIR: dataDir, SUBMISSION_PORT: '0', GATEWAY_PORT: '0' };
  const config = readStackConfig(environment, true);
  const report = () => undefined;
  const held = await holdData(dataDir, 'specs', report);
  const options = {
    config,
    addresses: await chooseAddresses(config, 'when set'),
    redisProgram: { missing: 'specs need none' },
    report,
  };
  const servers = await startServers(options, held, ended);
  try {
    const url = new URL(servers.addresses.submissionDatabaseUrl);
    url.username = 'postgres';
    url.password = servers.secrets.postgresPassword;
    await forgoDurability(url.toString());
    if (process.connected) process.send?.(url.toString());
    await untilAborted(ended);
  } finally {
    await servers.stop();
    held.release();
  }
}

/** Data of specs may be lost if the machine fails. */
async function forgoDurability(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit'])
    await client.query(`ALTER SYSTEM SET ${setting} = off`);
  await client.query('SELECT pg_reload_conf()');
  await client.end();
}

holdPostgres().catch((error: unknown) => {
  if (!process.connected) return;
  printStartFailure(error);
  process.exit(1);
});
