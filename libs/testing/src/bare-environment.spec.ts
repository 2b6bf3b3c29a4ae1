import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const WORKSPACE = path.resolve(__dirname, '../../..');
const MS = JSON.stringify(path.join(WORKSPACE, 'node_modules/ms'));

const CONFIG = `module.exports = {
  ...require(${JSON.stringify(path.join(WORKSPACE, 'jest.preset.js'))}),
  rootDir: __dirname, testMatch: ['<rootDir>/*.suite.js'], transform: {}, globalTeardown: './end.cjs',
  reporters: [${JSON.stringify(path.join(WORKSPACE, 'tools/count-tests.cjs'))}],
};`;

/** Jest runs the longer one first. */
const FIRST = `
  const own = require('./own');
  const ms = require(${MS});
  it('leaves much behind', () => {
    own.count += 1;
    ms.leftBy = 'the first suite';
    process.env.LEFT_BEHIND = 'yes';
    jest.spyOn(Math, 'random').mockReturnValue(7);
    jest.useFakeTimers();
  });
  it('fails', () => { expect([1, { a: 2 }]).toEqual([1, { a: 3 }]); });
  it('takes too long', () => new Promise(() => undefined), 1);`;

const SECOND = `
  it('finds the package, and nothing else', async () => {
    expect(require(${MS}).leftBy).toBe('the first suite');
    expect([require('./own').count, process.env.LEFT_BEHIND, Math.random() < 1]).toEqual([0, undefined, true]);
    await new Promise((resolve) => setTimeout(resolve, 1));
  });`;

/** Nobody awaits it when the suites and all that they share have ended. */
const LATE = `
  it('passes', () => {
    process.once('all have ended', () => void Promise.reject(new Error('Nobody awaits me')));
  });`;

interface Report {
  testResults: { name: string; assertionResults: { title: string; status: string }[] }[];
}

/** In a folder of their own, without the project whose inputs this spec may read. */
async function runSuites(suites: Record<string, string>) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'shipyard-suites-'));
  const end = `module.exports = () => void process.emit('all have ended');`;
  for (const [name, text] of Object.entries({ 'jest.config.cjs': CONFIG, 'end.cjs': end, ...suites }))
    await writeFile(path.join(folder, name), text);
  const env = { ...process.env, NX_TASK_TARGET_PROJECT: undefined, TEST_COUNTS: folder };
  const jest = path.join(WORKSPACE, 'node_modules/jest/bin/jest.js');
  const args = [jest, '--config', path.join(folder, 'jest.config.cjs'), '--runInBand', '--json', '--no-cache'];
  const ended = await new Promise<{ code: unknown; stdout: string }>((resolve) => {
    execFile(process.execPath, args, { cwd: folder, env }, (error, stdout) =>
      resolve({ code: error?.code ?? 0, stdout }),
    );
  });
  const late = await readFile(path.join(folder, `${path.basename(folder)}.late.jsonl`), 'utf8').catch(() => null);
  await rm(folder, { recursive: true });
  return { ...(JSON.parse(ended.stdout) as Report), code: ended.code, late };
}

it('loads a package once for two suites, and lets nothing else of the first reach the second', async () => {
  const { testResults } = await runSuites({
    'own.js': 'exports.count = 0;',
    'a.suite.js': FIRST,
    'b.suite.js': SECOND,
  });
  const said = testResults.map(({ name, assertionResults }) => [
    path.basename(name),
    ...assertionResults.map(({ title, status }) => `${title}: ${status}`),
  ]);
  expect(said).toEqual([
    ['a.suite.js', 'leaves much behind: passed', 'fails: failed', 'takes too long: failed'],
    ['b.suite.js', 'finds the package, and nothing else: passed'],
  ]);
});

it('fails a suite by name for what fails after its end', async () => {
  const { testResults, code, late } = await runSuites({ 'a.suite.js': LATE });
  expect(testResults.map(({ assertionResults }) => assertionResults.map(({ status }) => status))).toEqual([['passed']]);
  expect([code, JSON.parse(late ?? 'null')]).toEqual([
    1,
    {
      path: expect.stringMatching(/a\.suite\.js$/) as string,
      message: expect.stringContaining('Nobody awaits me') as string,
    },
  ]);
});
