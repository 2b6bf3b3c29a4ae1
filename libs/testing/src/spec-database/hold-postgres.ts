import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { printStartFailure } from '@shipyard/platform/service-process';
import { chooseAddresses, holdData, readStackConfig, startServers } from '@shipyard/stack';
import { Client } from 'pg';

/** Reports its administrator's URL, and ends Postgres after the run. */
async function holdPostgres(): Promise<void> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'shipyard-spec-'));
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
  const servers = await startServers(options, held, new AbortController().signal);
  const stop = async () => {
    await servers.stop();
    held.release();
    await rm(dataDir, { recursive: true, force: true });
  };
  process.once('disconnect', () => void stop());
  const url = new URL(servers.addresses.submissionDatabaseUrl);
  url.username = 'postgres';
  url.password = servers.secrets.postgresPassword;
  await forgoDurability(url.toString());
  process.send?.(url.toString());
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
  printStartFailure(error);
  process.exit(1);
});
