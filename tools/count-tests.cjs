const fs = require('node:fs');
const path = require('node:path');
const { forgetLateFailures, lateFile, readLateFailures } = require('../libs/testing/late-failures.cjs');

/**
 * A Jest reporter that writes a project's totals and failed tests to dist/test-counts, or to the folder TEST_COUNTS.
 * `npm test` adds them up.
 */
module.exports = class CountTests {
  constructor(globalConfig) {
    this.rootDir = globalConfig.rootDir;
    this.project = path.basename(globalConfig.rootDir);
  }

  onRunStart() {
    forgetLateFailures(this.rootDir);
  }

  /** Jest fails the run for it. */
  getLastError() {
    const [first] = readLateFailures(lateFile(this.rootDir));
    return first && new Error(`This failed after ${first.path} had ended: ${first.message}`);
  }

  onRunComplete(_contexts, results) {
    const folder = process.env.TEST_COUNTS ?? path.join(__dirname, '..', 'dist', 'test-counts');
    fs.mkdirSync(folder, { recursive: true });
    const counts = {
      passed: results.numPassedTests,
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
      failures: results.testResults.flatMap(failuresOf),
      brokenSuites: results.testResults
        .filter(isBroken)
        .map(({ testFilePath, numPassingTests }) => ({ path: testFilePath, passed: numPassingTests })),
    };
    fs.writeFileSync(path.join(folder, `${this.project}.json`), JSON.stringify(counts));
  }
};

function isBroken({ numFailingTests, testExecError }) {
  return numFailingTests > 0 || Boolean(testExecError);
}

/** Names each failed test, and each suite that fails outside its tests, with the start of the message. */
function failuresOf({ testFilePath, testResults, testExecError }) {
  const suite = path.relative(path.join(__dirname, '..'), testFilePath);
  const failed = testResults.filter(({ status }) => status === 'failed');
  const names = failed.map(
    ({ ancestorTitles, title, failureMessages }) =>
      `${[...ancestorTitles, title].join(' › ').replaceAll('\n', ' ')}\n${beginning(failureMessages[0])}`,
  );
  if (testExecError) names.unshift(`the suite itself\n${beginning(testExecError.stack ?? testExecError.message)}`);
  return names.map((name) => `${suite}: ${name}`);
}

function beginning(message = '') {
  const lines = message.split('\n').filter((line) => !line.includes('node_modules'));
  return lines
    .slice(0, 12)
    .map((line) => `    ${line.slice(0, 300)}`)
    .join('\n');
}
