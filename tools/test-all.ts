import { spawn } from 'node:child_process';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';

/** `npm test`: lint, types, unit tests, then the e2e suites; the last line is the sum over all suites. */

const workspace = path.join(__dirname, '..');
const counts = path.join(workspace, 'dist', 'test-counts');
const nx = path.join(workspace, 'node_modules', '.bin', 'nx');
const eslint = path.join(workspace, 'node_modules', '.bin', 'eslint');
const tsc = path.join(workspace, 'node_modules', '.bin', 'tsc');

const steps: { name: string; command: string; arguments: string[] }[] = [
  { name: 'types', command: tsc, arguments: ['-p', 'tsconfig.json'] },
  // The boundaries are looked up in the graph that this leaves behind; without it their rule would pass everything.
  { name: 'project graph', command: nx, arguments: ['show', 'projects'] },
  // All at once: a process for each project would build the same program of types each time.
  { name: 'lint', command: eslint, arguments: ['apps', 'libs', 'tools'] },
  { name: 'unit tests', command: nx, arguments: ['run-many', '-t', 'test', '--parallel=2', '--outputStyle=static'] },
  // Both at once, each on servers of its own: one alone spends half its time waiting.
  { name: 'e2e', command: nx, arguments: ['run-many', '-t', 'e2e', '--parallel=2', '--outputStyle=static'] },
];

function run(command: string, args: string[]): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: workspace, stdio: 'inherit', shell: process.platform === 'win32' });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code === 0));
  });
}

interface TestCounts {
  passed: number;
  failed: number;
  /** A line for each failed test, or for a suite that fails outside its tests. */
  failures: string[];
}

async function sumOfCounts(): Promise<TestCounts> {
  const sum: TestCounts = { passed: 0, failed: 0, failures: [] };
  for (const file of await readdir(counts).catch(() => [])) {
    const { passed, failed, failures } = JSON.parse(await readFile(path.join(counts, file), 'utf8')) as TestCounts;
    sum.passed += passed;
    sum.failed += failed;
    sum.failures.push(...failures);
  }
  return sum;
}

async function main(): Promise<void> {
  await rm(counts, { recursive: true, force: true });
  const broken: string[] = [];
  for (const { name, command, arguments: args } of steps) {
    const startedAt = Date.now();
    process.stdout.write(`\n== ${name}\n`);
    if (!(await run(command, args))) broken.push(name);
    process.stdout.write(`== ${name}: ${Math.round((Date.now() - startedAt) / 1000)} s\n`);
  }
  const { passed, failed, failures } = await sumOfCounts();
  if (broken.length > 0) {
    process.stdout.write(`\nBroken: ${broken.join(', ')}\n`);
    process.exitCode = 1;
  }
  // CI shows only the end of this output, so the names stand here once more.
  for (const failure of failures) process.stdout.write(`Failed: ${failure}\n`);
  // Types and lint have no tests to count, so a step that broke without a failed test still counts as one failure.
  process.stdout.write(`${passed} passed, ${broken.length > 0 ? Math.max(failed, 1) : failed} failed\n`);
}

void main();
