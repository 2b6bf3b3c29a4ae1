import { mkdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import { parseArgs } from 'node:util';
import { printStartFailure } from '@shipyard/platform';
import { listenForStopSignals } from '@shipyard/stack';
import { buildApps } from '../build-app';
import type { Row } from './alternating-rounds';
import type { Bench } from './bench-stack';
import { shareCores } from './cores';
import { measureGateway } from './gateway-rows';
import { judge, judgeTasks } from './goals';
import { measureTasks, type TasksRow } from './image-rows';
import { isBalanced, type LedgerCheck } from './ledger-check';
import { printRows } from './print-rows';
import { measureSubmission } from './submission-rows';

/*
 * `npm run bench [-- --only gateway|images|submission] [--quick] [--check]`: what the services cost beside the least that Node can do for the same bytes.
 *
 * 1. Share the cores out, and start stacks on data of their own, each contestant warm before the first round.
 * 2. Measure in alternating rounds; all load comes from one process, whose own use of its core is shown.
 * 3. Print the medians, write all of it to dist/bench.json, and judge the goals; with --check a goal that was missed is exit code 1.
 */

const report = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const { only, quick, check } = readOptions();
  const { stopping } = listenForStopSignals();
  await buildApps(['submission', 'gateway']);
  const cores = await shareCores();
  const bench: Bench = { cores, quick, stopping, report };
  const isAsked = (part: Part) => only === null || only === part;
  const gateway = isAsked('gateway') ? await measureGateway(bench) : null;
  const images = isAsked('images') ? await measureTasks(bench) : null;
  const submission = isAsked('submission') ? await measureSubmission(bench) : [];
  const rows = [...(gateway?.rows ?? []), ...submission];

  const ledgers = [gateway?.ledger ?? [], images?.ledger ?? []].flat();
  const met = printAll(rows, images?.row ?? null, ledgers, bench);
  const machine = { node: process.version, cpus: os.cpus().map(({ model }) => model), cores: cores.description };
  await mkdir('dist', { recursive: true });
  await writeFile('dist/bench.json', `${JSON.stringify({ at: new Date(), quick, ...machine, rows, tasks: images?.row ?? null, ledgers, goals: judge(rows) }, null, 2)}\n`);
  if (check && !met) process.exitCode = 1;
}

type Part = 'gateway' | 'images' | 'submission';

function readOptions(): { only: Part | null; quick: boolean; check: boolean } {
  const { values } = parseArgs({ options: { only: { type: 'string' }, quick: { type: 'boolean', default: false }, check: { type: 'boolean', default: false } } });
  const { only = null, quick, check } = values;
  if (only !== null && only !== 'gateway' && only !== 'images' && only !== 'submission') throw new Error('--only takes gateway, images or submission');
  return { only, quick, check };
}

/** Answers whether all that must hold does. */
function printAll(rows: Row[], tasks: TasksRow | null, ledgers: LedgerCheck[], { cores, quick }: Bench): boolean {
  report(`Cores ${cores.description}`);
  if (quick) report('Quick: these figures show that the benchmark works, and nothing else');
  if (rows.length > 0) printRows(rows);
  const verdicts = [...judge(rows), ...(tasks ? [judgeTasks(tasks)] : [])];
  for (const { goal, reached, met } of verdicts) report(`${met ? 'met   ' : 'MISSED'} ${goal}: ${reached}`);
  for (const ledger of ledgers) {
    const { answers, charges, driftCny, mismatches, openHolds } = ledger;
    report(
      `${isBalanced(ledger) ? 'met   ' : 'MISSED'} ledger: ${charges} charges for ${answers} answers, drift ${driftCny} CNY, ${mismatches} mismatches; ${openHolds} holds open`,
    );
  }
  return ledgers.every(isBalanced) && verdicts.every(({ met }) => met);
}

main().catch((error: unknown) => {
  printStartFailure(error);
  process.exitCode = 1;
});
