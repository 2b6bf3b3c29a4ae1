import { mkdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import { parseArgs } from 'node:util';
import { printStartFailure } from '@shipyard/platform/service-process';
import { listenForStopSignals } from '@shipyard/stack';
import { buildApps } from '../build-app';
import type { Row } from './alternating-rounds';
import { measureAssistants } from './assistant-rows';
import type { Bench } from './bench-stack';
import { type BodiesRow, measureBodies, measureFlood } from './body-rows';
import { type BudgetsRow, measureBudgets } from './budget-rows';
import { measureCli } from './cli-rows';
import { shareCores } from './cores';
import { measureEvent } from './event-rows';
import { measureGateway } from './gateway-rows';
import {
  judge,
  judgeAssistants,
  judgeBodies,
  judgeBudgets,
  judgeCli,
  judgeEvent,
  judgeFlood,
  judgeHotCustomer,
  judgeLedger,
  judgeOperators,
  judgeRender,
  judgeStaff,
  judgeSubmissions,
  judgeTasks,
  type Verdict,
} from './goals';
import { type HotCustomerRow, measureHotCustomer } from './hot-customer-rows';
import { measureTasks, type TasksRow } from './image-rows';
import { measureSubmissions } from './image-submission-rows';
import { isBalanced, type LedgerCheck } from './ledger-check';
import { measureLedger } from './ledger-rows';
import { measurePages } from './page-rows';
import { printPageCosts, printRows } from './print-rows';
import { measureRenders, type RenderRow } from './render-rows';
import { measureOperators } from './operator-rows';
import { measureStaff } from './staff-rows';
import { measureSubmission } from './submission-rows';

/*
 * `npm run bench [-- --only gateway|images|submission|pages|bodies|flood|assistants|renders|events|cli|budgets|hot|submissions|staff|operators|ledger] [--ledger-rows 20000000]
 * [--quick] [--check]`: compares the services with the least work that Node can do for the same bytes.
 *
 * 1. Divide the cores, and start stacks on data of their own. Each contestant is warm before the first round.
 * 2. Measure in alternating rounds. All load comes from one process, whose own CPU use is shown.
 * 3. Print the medians, write dist/bench.json, and judge the goals. With --check, a missed goal exits with 1.
 */

const report = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const { only, quick, check, ledgerRows } = readOptions();
  const { stopping } = listenForStopSignals();
  await buildApps(['studio', 'submission', 'gateway', 'cli']);
  const cores = await shareCores();
  const bench: Bench = { cores, quick, stopping, report };
  const isAsked = (part: Part) => only === null || only === part;
  const gateway = isAsked('gateway') ? await measureGateway(bench) : null;
  const images = isAsked('images') ? await measureTasks(bench) : null;
  const submission = isAsked('submission') ? await measureSubmission(bench) : [];
  const pages = isAsked('pages') ? await measurePages(bench) : null;
  const bodies = isAsked('bodies') ? await measureBodies(bench) : [];
  const flood = isAsked('flood') ? await measureFlood(bench) : null;
  const assistants = isAsked('assistants') ? await measureAssistants(bench) : null;
  const renders = isAsked('renders') ? await measureRenders(bench) : [];
  const event = isAsked('events') ? measureEvent(bench) : null;
  const cli = isAsked('cli') ? await measureCli(bench) : null;
  const budgets = isAsked('budgets') ? await measureBudgets(bench, ledgerRows) : null;
  const hot = isAsked('hot') ? await measureHotCustomer(bench) : null;
  const submissions = isAsked('submissions') ? await measureSubmissions(bench) : null;
  const staff = only === 'staff' ? await measureStaff(bench) : [];
  const books = only === 'ledger' ? await measureLedger(bench, ledgerRows) : null;
  const operators = only === 'operators' ? await measureOperators(bench, ledgerRows) : (books?.operators ?? []);
  const ledger = books?.ledger ?? null;
  const rows = [...(gateway?.rows ?? []), ...submission, ...(pages?.rows ?? [])];

  const ledgers = [gateway?.ledger ?? [], images?.ledger ?? []].flat();
  const more = [
    ...judgeMore(images?.row ?? null, bodies, renders, budgets, hot),
    ...(event ? [judgeEvent(event)] : []),
    ...(flood ? [judgeFlood(flood)] : []),
    ...(assistants ? [judgeAssistants(assistants)] : []),
    ...(cli ? [judgeCli(cli)] : []),
    ...(submissions ? [judgeSubmissions(submissions)] : []),
    ...staff.map(judgeStaff),
    ...operators.map(judgeOperators),
    ...(ledger ? judgeLedger(ledger) : []),
  ];
  if (pages) printPageCosts(pages.costs);
  const met = printAll(rows, more, ledgers, bench);
  const machine = { node: process.version, cpus: os.cpus().map(({ model }) => model), cores: cores.description };
  await mkdir('dist', { recursive: true });
  await writeFile(
    'dist/bench.json',
    `${JSON.stringify({ at: new Date(), quick, ...machine, rows, pages: pages?.costs ?? [], tasks: images?.row ?? null, bodies, flood, assistants, renders, event, cli, budgets, hot, submissions, staff, operators, ledger, ledgers, goals: judge(rows) }, null, 2)}\n`,
  );
  if (check && !met) process.exitCode = 1;
}

const PARTS = [
  'gateway',
  'images',
  'submission',
  'pages',
  'bodies',
  'flood',
  'assistants',
  'renders',
  'events',
  'cli',
  'budgets',
  'hot',
  'submissions',
  'staff',
  'operators',
  'ledger',
] as const;
type Part = (typeof PARTS)[number];

function readOptions(): { only: Part | null; quick: boolean; check: boolean; ledgerRows: number } {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      quick: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      'ledger-rows': { type: 'string', default: '20000000' },
    },
  });
  const { only = null, quick, check } = values;
  const part = PARTS.find((name) => name === only) ?? null;
  if (only !== null && part === null) throw new Error(`--only takes one of ${PARTS.join(', ')}`);
  return { only: part, quick, check, ledgerRows: Number(values['ledger-rows']) };
}

function judgeMore(
  tasks: TasksRow | null,
  bodies: BodiesRow[],
  renders: RenderRow[],
  budgets: BudgetsRow | null,
  hot: HotCustomerRow | null,
): Verdict[] {
  return [
    ...(tasks ? [judgeTasks(tasks)] : []),
    ...bodies.flatMap(judgeBodies),
    ...renders.map(judgeRender),
    ...(budgets ? [judgeBudgets(budgets)] : []),
    ...(hot ? [judgeHotCustomer(hot)] : []),
  ];
}

function printAll(rows: Row[], more: Verdict[], ledgers: LedgerCheck[], { cores, quick }: Bench): boolean {
  report(`Cores ${cores.description}`);
  if (quick) report('Quick: these figures show that the benchmark works, and nothing else');
  if (rows.length > 0) printRows(rows);
  const verdicts = [...judge(rows), ...more];
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
