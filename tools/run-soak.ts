import { spawn } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildApps } from './build-app';

/*
 * `npm run soak -- --minutes 30 --kills 50`: the suites that kill processes at random moments, with so many kills each, over and over
 * for so long. The seed of a run that fails is in its message: KILL_SEED repeats it. First, once, the ledger's file with a million rows,
 * and what memory is kept of 30,000 streams whose clients left.
 */

const { values: options } = parseArgs({ options: { minutes: { type: 'string', default: '10' }, kills: { type: 'string', default: '50' } } });
const MS_A_KILL = 20_000;
const SUITES = [
  { project: 'submission-e2e', names: ['killed-writes', 'kept-answers'] },
  { project: 'gateway-e2e', names: ['killed-money'] },
];

async function main(): Promise<void> {
  await buildApps(['submission', 'gateway']);
  if (!(await runSuites('gateway-e2e', ['admin-ledger-file', 'observed-chat'], { LEDGER_ROWS: '1000000', LEFT_STREAMS: '30000' }))) {
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
    const child = spawn(jest, args, { cwd: path.join(__dirname, '..'), stdio: 'inherit', env: { ...process.env, ...environment } });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code === 0));
  });
}

void main();
