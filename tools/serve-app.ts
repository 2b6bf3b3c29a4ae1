import { existsSync } from 'node:fs';
import { printStartFailure } from '@shipyard/platform/service-process';
import {
  chooseAddresses,
  type FoundServers,
  findRedisProgram,
  joinOrStartServers,
  listenForStopSignals,
  runServiceCommand,
  readStackConfig,
  type Service,
  serviceEnvironment,
  type ServersOptions,
  type StackFacts,
  superviseService,
  type SupervisedProcess,
  waitUntilDataIsFree,
} from '@shipyard/stack';
import { BUNDLES, watchBuild } from './build-app';

/**
 * `npx nx serve <app>`: runs a service's two processes, and restarts them when a source changes. Uses the servers that
 * run on the data folder. Starts them if there are none, or if the process that ran them ends.
 */

const report = (line: string) => void process.stdout.write(`${line}\n`);

async function main(name: string | undefined): Promise<void> {
  if (name !== 'submission' && name !== 'gateway')
    throw new Error('Say which app to serve: npx nx serve submission or npx nx serve gateway');
  const { stopping } = listenForStopSignals();
  if (existsSync('.env')) process.loadEnvFile('.env');
  const redisProgram = findRedisProgram();
  const config = readStackConfig(process.env, redisProgram.command !== undefined);
  const addresses = await chooseAddresses(config, 'when set');
  const options: ServersOptions = { config, addresses, redisProgram, report };
  const command = `nx serve ${name}`;

  const servers = await joinOrStartServers(options, command, stopping);
  let own = servers.own;
  const takenOver =
    own === null ? takeOverWhenFree(options, command, stopping).then((taken) => (own = taken)) : undefined;
  const facts = { config, addresses, servers: servers.addresses, secrets: servers.secrets };
  try {
    await serve(name, facts, config.DATA_DIR, stopping);
  } finally {
    await takenOver;
    await own?.stop();
  }
}

async function takeOverWhenFree(
  options: ServersOptions,
  command: string,
  stopping: AbortSignal,
): Promise<FoundServers['own']> {
  while (!stopping.aborted) {
    await waitUntilDataIsFree(options.config.DATA_DIR, stopping);
    if (stopping.aborted) break;
    report('The process that ran the servers has ended: starting them here');
    const { own } = await joinOrStartServers(options, command, stopping);
    if (own !== null) return own;
  }
  return null;
}

async function serve(service: Service, facts: StackFacts, dataDir: string, stopping: AbortSignal): Promise<void> {
  const where = { bundlesDir: BUNDLES, dataDir, output: 'inherit' as const, report, record: null };
  let running: SupervisedProcess[] = [];
  const stop = () => Promise.all(running.splice(0).map((each) => each.stop('SIGTERM', facts.config.stopGraceMs)));
  let started = false;
  try {
    for await (const isBuilt of watchBuild(service, stopping)) {
      if (!isBuilt && !started) throw new Error(`${service} does not build`);
      // esbuild has printed the errors. The running processes continue.
      if (!isBuilt) continue;
      try {
        await stop();
        await runServiceCommand(service, 'prepare', serviceEnvironment(service, 'prepare', facts), where, stopping);
        running = (['main', 'worker'] as const).map((entry) =>
          superviseService(service, entry, serviceEnvironment(service, entry, facts), where),
        );
        await Promise.all(running.map((each) => each.start(stopping)));
        report(`${service} ${started ? 'runs again' : 'runs'}; it restarts when its sources or libs change`);
        started = true;
      } catch (error) {
        if (stopping.aborted) break;
        if (!started) throw error;
        printStartFailure(error);
      }
    }
  } finally {
    await stop();
  }
}

main(process.argv[2]).catch((error: unknown) => {
  printStartFailure(error);
  process.exitCode = 1;
});
