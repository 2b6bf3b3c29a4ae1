import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const WORKSPACE = path.resolve(__dirname, '../../..');
const MS = JSON.stringify(path.join(WORKSPACE, 'node_modules/ms'));

const CONFIG = `module.exports = {
  ...require(${JSON.stringify(path.join(WORKSPACE, 'jest.preset.js'))}),
  rootDir: __dirname, testMatch: ['<rootDir>/*.suite.js'], transform: {}, reporters: [],
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

interface Report {
  testResults: { name: string; assertionResults: { title: string; status: string }[] }[];
}

async function runSuites(folder: string): Promise<Report> {
  const { NX_TASK_TARGET_PROJECT: _, ...env } = process.env;
  const jest = path.join(WORKSPACE, 'node_modules/jest/bin/jest.js');
  const args = [jest, '--config', path.join(folder, 'jest.config.cjs'), '--runInBand', '--json', '--no-cache'];
  const written = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { cwd: folder, env }, (_error, stdout) => resolve(stdout));
  });
  return JSON.parse(written) as Report;
}

it('loads a package once for two suites, and lets nothing else of the first reach the second', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'shipyard-suites-'));
  const files = {
    'jest.config.cjs': CONFIG,
    'own.js': 'exports.count = 0;',
    'a.suite.js': FIRST,
    'b.suite.js': SECOND,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  const { testResults } = await runSuites(folder);
  await rm(folder, { recursive: true });
  const said = testResults.map(({ name, assertionResults }) => [
    path.basename(name),
    ...assertionResults.map(({ title, status }) => `${title}: ${status}`),
  ]);
  expect(said).toEqual([
    ['a.suite.js', 'leaves much behind: passed', 'fails: failed', 'takes too long: failed'],
    ['b.suite.js', 'finds the package, and nothing else: passed'],
  ]);
});
