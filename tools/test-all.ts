import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** `npm test`: builds, then lint, types and unit tests beside e2e suites. The last line is the sum over all suites. */

const workspace = path.join(__dirname, '..');
const firstCounts = path.join(workspace, 'dist', 'test-counts');
const secondCounts = path.join(workspace, 'dist', 'test-counts-again');
const nx = path.join(workspace, 'node_modules', '.bin', 'nx');
const jest = path.join(workspace, 'node_modules', '.bin', 'jest');

interface Step {
  name: string;
  targets: string[];
  /** How many projects run at once. */
  parallel: number;
  /** Which projects. Default: all. */
  choice?: string;
  /** Runs when those beside it leave a processor idle. */
  isPatient?: boolean;
}

/**
 * Each group begins when the one before has ended. The e2e projects run one after the other, each in lanes of its own.
 * Side by side on 2 cores, they took 41 minutes and more, because suites that wait ask again and again, and some give up.
 */
const groups: Step[][] = [
  // First, because two that run side by side would write the same files.
  [{ name: 'builds', targets: ['build'], parallel: 2 }],
  [
    // It leaves a third of the processors idle.
    { name: 'e2e tests of the gateway', targets: ['e2e'], parallel: 1, choice: '--projects=gateway-e2e' },
    // One process for types and lint, because a process per project would build the same types each time.
    { name: 'types, lint and unit tests', targets: ['lint-all', 'test'], parallel: 2, isPatient: true },
  ],
  [{ name: 'other e2e tests', targets: ['e2e'], parallel: 1, choice: '--exclude=gateway-e2e' }],
];

interface RunOptions {
  environment?: NodeJS.ProcessEnv;
  isPatient?: boolean;
}

/** Returns what the program wrote to stderr if it failed, else null. */
function run(
  command: string,
  args: string[],
  { environment = {}, isPatient = false }: RunOptions = {},
): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: workspace,
      stdio: ['inherit', 'inherit', 'pipe'],
      env: { ...process.env, ...environment },
      shell: process.platform === 'win32',
    });
    // What it starts inherits this.
    if (isPatient && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    const complaints: Buffer[] = [];
    child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk));
    child.stderr.pipe(process.stderr, { end: false });
    child.once('error', reject);
    child.once('close', (code) =>
      resolve(code === 0 ? null : stripVTControlCharacters(Buffer.concat(complaints).toString())),
    );
  });
}

/** Returns the failed tasks without those of tests, whose failures are counted by name. */
async function runStep({ name, targets, parallel, choice, isPatient }: Step): Promise<string[]> {
  const startedAt = Date.now();
  process.stdout.write(`\n== ${name}\n`);
  const args = ['run-many', '-t', ...targets, `--parallel=${parallel}`, '--outputStyle=static'];
  if (choice !== undefined) args.push(choice);
  const complaints = await run(nx, args, { isPatient });
  process.stdout.write(`== ${name}: ${Math.round((Date.now() - startedAt) / 1000)} s\n`);
  if (complaints === null) return [];
  // At its end, Nx lists each failed task as "- project:target".
  const lines = (complaints.split('Failed tasks:').at(-1) ?? '').split('\n').map((line) => line.trim());
  const failed = lines.filter((line) => /^- [\w-]+:[\w:-]+$/.test(line)).map((line) => line.slice(2));
  return failed.length === 0 ? [name] : failed.filter((task) => !/:(?:test|e2e)$/.test(task));
}

interface TestCounts {
  passed: number;
  failed: number;
  /** One entry per failed test, or per suite that fails outside its tests. */
  failures: string[];
  /** Suites with a failure, and the number of their passed tests. */
  brokenSuites: { path: string; passed: number }[];
}

/** If more suites are broken, the change is broken, and none runs again. A machine that others use too breaks some. */
const MOST_SUITES_AGAIN = 10;

async function readCounts(folder: string, project: string): Promise<TestCounts> {
  const text = await readFile(path.join(folder, `${path.basename(project)}.json`), 'utf8').catch(() => null);
  if (text === null)
    return { passed: 0, failed: 1, failures: [`${project}: its tests did not come to an end`], brokenSuites: [] };
  return JSON.parse(text) as TestCounts;
}

/** What failed after its suite had ended, perhaps when all suites had (libs/testing/late-failures.cjs). It never runs again. */
async function readLateFailures(project: string): Promise<string[]> {
  const text = await readFile(path.join(firstCounts, `${path.basename(project)}.late.jsonl`), 'utf8').catch(() => '');
  const late = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { path: string; message: string });
  return late.map(
    (each) => `${path.relative(workspace, each.path)}: after its end\n    ${each.message.slice(0, 1_000)}`,
  );
}

/** Returns the new totals. */
async function runAgain(project: string, first: TestCounts): Promise<TestCounts> {
  const paths = first.brokenSuites.map((suite) => suite.path);
  process.stdout.write(`\n== once more: ${paths.map((suite) => path.relative(workspace, suite)).join(', ')}\n`);
  await run(jest, ['--config', path.join(project, 'jest.config.cjs'), '--runInBand', '--runTestsByPath', ...paths], {
    environment: {
      TEST_COUNTS: secondCounts,
      // Refuses undeclared reads, as in the first run.
      NX_TASK_TARGET_PROJECT: path.basename(project),
      NX_TASK_TARGET_TARGET: project.endsWith('-e2e') ? 'e2e' : 'test',
    },
  });
  const second = await readCounts(secondCounts, project);
  const before = first.brokenSuites.reduce((sum, suite) => sum + suite.passed, 0);
  return { ...second, passed: first.passed - before + second.passed };
}

async function findProjects(): Promise<string[]> {
  const found = await Promise.all(
    ['apps', 'libs'].map(async (folder) =>
      (await readdir(path.join(workspace, folder))).map((name) => path.join(folder, name)),
    ),
  );
  return [...found.flat(), 'tools'].filter((project) => existsSync(path.join(workspace, project, 'jest.config.cjs')));
}

async function main(): Promise<void> {
  await rm(firstCounts, { recursive: true, force: true });
  await rm(secondCounts, { recursive: true, force: true });
  const broken: string[] = [];
  for (const group of groups) broken.push(...(await Promise.all(group.map(runStep))).flat());
  const { passed, failed, failures, unstable } = await addUp();
  if (broken.length > 0) process.stdout.write(`\nBroken: ${broken.join(', ')}\n`);
  // CI shows only the end of this output, so the names are repeated here.
  for (const entry of unstable) process.stdout.write(`Unstable, failed once and passed when it ran again: ${entry}\n`);
  for (const entry of failures) process.stdout.write(`Failed: ${entry}\n`);
  // Types, lint and builds have no tests to count, so each failed task counts as one failure.
  const allFailed = failed + broken.length;
  if (allFailed > 0) process.exitCode = 1;
  process.stdout.write(`${passed} passed, ${allFailed} failed\n`);
}

/** Runs failed suites once more. A failure by chance is shown as unstable and does not fail the run. */
async function addUp(): Promise<{ passed: number; failed: number; failures: string[]; unstable: string[] }> {
  const firsts = await Promise.all(
    (await findProjects()).map(async (project) => ({ project, counts: await readCounts(firstCounts, project) })),
  );
  const brokenSuites = firsts.flatMap(({ counts }) => counts.brokenSuites).length;
  const sum = { passed: 0, failed: 0, failures: [] as string[], unstable: [] as string[] };
  for (const { project, counts } of firsts) {
    const isWorthIt = counts.brokenSuites.length > 0 && brokenSuites <= MOST_SUITES_AGAIN;
    const last = isWorthIt ? await runAgain(project, counts) : counts;
    const late = await readLateFailures(project);
    sum.passed += last.passed;
    sum.failed += last.failed + late.length;
    sum.failures.push(...last.failures, ...late);
    if (isWorthIt)
      sum.unstable.push(
        ...counts.failures.filter((entry) => !last.failures.some((other) => titleOf(other) === titleOf(entry))),
      );
  }
  return sum;
}

function titleOf(failure: string): string {
  return failure.split('\n')[0] ?? '';
}

void main();
