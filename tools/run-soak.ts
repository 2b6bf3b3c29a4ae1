import { spawn } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildApps } from './build-app';
import { runHostileSoak } from './run-hostile-soak';

/*
 * `npm run soak -- --minutes 30 --kills 50`: repeats the suites that kill processes at random. A failure prints its
 * seed, and KILL_SEED repeats it. Before that it runs the long forms of other suites once, and `--restarts 5` rolling
 * restarts under load.
 *
 * `npm run soak -- --hostile --requests 100000 --seed 1`: sends mutated requests of every route to both services.
 */

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    kills: { type: 'string', default: '50' },
    restarts: { type: 'string', default: '5' },
    hostile: { type: 'boolean', default: false },
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    'at-once': { type: 'string', default: '8' },
  },
});
const MS_A_KILL = 20_000;
const SUITES = [
  { project: 'submission-e2e', names: ['killed-writes', 'kept-answers'] },
  { project: 'gateway-e2e', names: ['killed-money'] },
];

async function main(): Promise<void> {
  await buildApps(['studio', 'submission', 'gateway']);
  if (options.hostile) {
    const isSound = await runHostileSoak({
      requests: Number(options.requests),
      seed: Number(options.seed),
      atOnce: Number(options['at-once']),
    });
    process.exitCode = isSound ? 0 : 1;
    return;
  }
  const long = { LEDGER_ROWS: '1000000', LEFT_STREAMS: '30000', AWAY_SECONDS: '60', AWAY_STREAMS: '200' };
  if (
    !(await runSuites(
      'gateway-e2e',
      ['admin-ledger-file', 'observed-chat', 'silent-postgres', 'read-only-postgres'],
      long,
    ))
  ) {
    process.exitCode = 1;
    return;
  }
  if (
    !(await runSuites('gateway-e2e', ['src/deploys'], {
      ROLLING_RESTARTS: options.restarts,
      ROLLING_CLIENTS: '64',
      STREAM_MS: '20000',
    }))
  ) {
    process.exitCode = 1;
    return;
  }
  const endsAt = Date.now() + Number(options.minutes) * 60_000;
  for (let run = 1; run === 1 || Date.now() < endsAt; run += 1) {
    process.stdout.write(`== run ${run}\n`);
    for (const { project, names } of SUITES) {
      if (await runSuites(project, names, { KILL_ROUNDS: options.kills })) continue;
      process.exitCode = 1;
      return;
    }
  }
}

function runSuites(project: string, names: string[], environment: NodeJS.ProcessEnv): Promise<boolean> {
  const jest = path.join(__dirname, '..', 'node_modules', '.bin', 'jest');
  const timeout = String(Math.max(180_000, Number(options.kills) * MS_A_KILL));
  const args = ['--config', `apps/${project}/jest.config.cjs`, '--runInBand', `--testTimeout=${timeout}`, ...names];
  return new Promise((resolve, reject) => {
    const child = spawn(jest, args, {
      cwd: path.join(__dirname, '..'),
      stdio: 'inherit',
      env: { ...process.env, ...environment },
    });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code === 0));
  });
}

void main();
