import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';

/** `npm test`: lint, types, unit tests, then the e2e suites. The last line is the sum over all suites. */

const workspace = path.join(__dirname, '..');
const firstCounts = path.join(workspace, 'dist', 'test-counts');
const secondCounts = path.join(workspace, 'dist', 'test-counts-again');
const nx = path.join(workspace, 'node_modules', '.bin', 'nx');
const eslint = path.join(workspace, 'node_modules', '.bin', 'eslint');
const jest = path.join(workspace, 'node_modules', '.bin', 'jest');
const tsc = path.join(workspace, 'node_modules', '.bin', 'tsc');

interface Step {
  name: string;
  command: string;
  arguments: string[];
}

const STATIC = ['--parallel=2', '--outputStyle=static'];
const checks: Step[] = [
  { name: 'types', command: tsc, arguments: ['-p', 'tsconfig.json'] },
  // One run, because a process per project would build the same program of types each time.
  { name: 'lint', command: eslint, arguments: ['apps', 'libs', 'tools'] },
];
// The boundaries rule reads the graph that this creates. Without it the rule would pass everything.
const graph: Step = { name: 'project graph', command: nx, arguments: ['show', 'projects'] };
const unitTests: Step = { name: 'unit tests', command: nx, arguments: ['run-many', '-t', 'test', ...STATIC] };
// In parallel, each on its own servers: one alone spends half its time waiting.
const e2eTests: Step = { name: 'e2e tests', command: nx, arguments: ['run-many', '-t', 'e2e', ...STATIC] };

function run(command: string, args: string[], environment: NodeJS.ProcessEnv = {}): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: workspace,
      stdio: 'inherit',
      env: { ...process.env, ...environment },
      shell: process.platform === 'win32',
    });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code === 0));
  });
}

/** Shows the output of a parallel step when it has ended. */
function runBeside(command: string, args: string[], title: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: workspace,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    const said: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => said.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => {
      process.stdout.write(`${title}${Buffer.concat(said).toString()}`);
      resolve(code === 0);
    });
  });
}

/** Returns the names of the steps that failed. */
async function runSteps(steps: Step[], isAlone: boolean): Promise<string[]> {
  const broken: string[] = [];
  for (const { name, command, arguments: args } of steps) {
    const startedAt = Date.now();
    const title = `\n== ${name}\n`;
    if (isAlone) process.stdout.write(title);
    if (!(isAlone ? await run(command, args) : await runBeside(command, args, title))) broken.push(name);
    process.stdout.write(`== ${name}: ${Math.round((Date.now() - startedAt) / 1000)} s\n`);
  }
  return broken;
}

interface TestCounts {
  passed: number;
  failed: number;
  /** One entry per failed test, or per suite that fails outside its tests. */
  failures: string[];
  /** Suites with a failure, and the number of their passed tests. */
  brokenSuites: { path: string; passed: number }[];
}

/** More broken suites mean a broken change, and are not run again. */
const MOST_SUITES_AGAIN = 4;

async function readCounts(folder: string, project: string): Promise<TestCounts> {
  const text = await readFile(path.join(folder, `${path.basename(project)}.json`), 'utf8').catch(() => null);
  if (text === null)
    return { passed: 0, failed: 1, failures: [`${project}: its tests did not come to an end`], brokenSuites: [] };
  return JSON.parse(text) as TestCounts;
}

/** Runs the broken suites of a project alone, and returns the new totals. */
async function runAgain(project: string, first: TestCounts): Promise<TestCounts> {
  const paths = first.brokenSuites.map((suite) => suite.path);
  process.stdout.write(`\n== once more: ${paths.map((suite) => path.relative(workspace, suite)).join(', ')}\n`);
  await run(jest, ['--config', path.join(project, 'jest.config.cjs'), '--runInBand', '--runTestsByPath', ...paths], {
    TEST_COUNTS: secondCounts,
  });
  const second = await readCounts(secondCounts, project);
  const before = first.brokenSuites.reduce((sum, suite) => sum + suite.passed, 0);
  return { ...second, passed: first.passed - before + second.passed };
}

async function findProjects(): Promise<string[]> {
  const found = await Promise.all(
    ['apps', 'libs'].map(async (folder) =>
      (await readdir(path.join(workspace, folder)))
        .map((name) => path.join(folder, name))
        .filter((project) => existsSync(path.join(workspace, project, 'jest.config.cjs'))),
    ),
  );
  return found.flat();
}

async function main(): Promise<void> {
  await rm(firstCounts, { recursive: true, force: true });
  await rm(secondCounts, { recursive: true, force: true });
  const brokenGraph = await runSteps([graph], true);
  // The compiler and the linter use one core each, and the unit tests the rest.
  const [brokenChecks] = await Promise.all([runSteps(checks, false), runSteps([unitTests], false)]);
  await runSteps([e2eTests], true);
  // Broken tests are counted by name.
  const broken = [...brokenGraph, ...brokenChecks];
  const { passed, failed, failures, unstable } = await addUp();
  if (broken.length > 0) process.stdout.write(`\nBroken: ${broken.join(', ')}\n`);
  // CI shows only the end of this output, so the names are repeated here.
  for (const entry of unstable) process.stdout.write(`Unstable, failed once and passed when it ran again: ${entry}\n`);
  for (const entry of failures) process.stdout.write(`Failed: ${entry}\n`);
  // Types and lint have no tests to count, so each failed step counts as one failure.
  const allFailed = failed + broken.length;
  if (allFailed > 0) process.exitCode = 1;
  process.stdout.write(`${passed} passed, ${allFailed} failed\n`);
}

/**
 * Adds up all projects. A suite that failed gets a second run: a fault that depends on chance is shown, and does not
 * cost the work of a day.
 */
async function addUp(): Promise<{ passed: number; failed: number; failures: string[]; unstable: string[] }> {
  const firsts = await Promise.all(
    (await findProjects()).map(async (project) => ({ project, counts: await readCounts(firstCounts, project) })),
  );
  const brokenSuites = firsts.flatMap(({ counts }) => counts.brokenSuites).length;
  const sum = { passed: 0, failed: 0, failures: [] as string[], unstable: [] as string[] };
  for (const { project, counts } of firsts) {
    const isWorthIt = counts.brokenSuites.length > 0 && brokenSuites <= MOST_SUITES_AGAIN;
    const last = isWorthIt ? await runAgain(project, counts) : counts;
    sum.passed += last.passed;
    sum.failed += last.failed;
    sum.failures.push(...last.failures);
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
