import { existsSync } from 'node:fs';
import { printStartFailure } from '@shipyard/platform/service-process';
import {
  chooseAddresses,
  findRedisProgram,
  type HeldData,
  holdData,
  listenForStopSignals,
  readStackConfig,
  type ServersOptions,
  startServers,
  untilAborted,
} from '@shipyard/stack';

const report = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const { stopping } = listenForStopSignals();
  if (existsSync('.env')) process.loadEnvFile('.env');
  const redisProgram = findRedisProgram();
  const config = readStackConfig(process.env, redisProgram.command !== undefined);
  const addresses = await chooseAddresses(config, 'when set');
  const held = await holdData(config.DATA_DIR, 'npm run infra', report);
  try {
    await runServers({ config, addresses, redisProgram, report }, held, stopping);
  } finally {
    held.release();
  }
}

async function runServers(options: ServersOptions, held: HeldData, stopping: AbortSignal): Promise<void> {
  const servers = await startServers(options, held, stopping);
  report(`SUBMISSION_DATABASE_URL=${servers.addresses.submissionDatabaseUrl}`);
  report(`GATEWAY_DATABASE_URL=${servers.addresses.gatewayDatabaseUrl}`);
  if (servers.addresses.submissionOwnerUrl !== null)
    report(`SUBMISSION_OWNER_DATABASE_URL=${servers.addresses.submissionOwnerUrl}`);
  if (servers.addresses.gatewayOwnerUrl !== null)
    report(`GATEWAY_OWNER_DATABASE_URL=${servers.addresses.gatewayOwnerUrl}`);
  if (servers.addresses.redisUrl !== null) report(`REDIS_URL=${servers.addresses.redisUrl}`);
  report('Ready: press Ctrl-C to stop the servers');
  await untilAborted(stopping);
  await servers.stop();
}

main().catch((error: unknown) => {
  printStartFailure(error);
  process.exitCode = 1;
});
