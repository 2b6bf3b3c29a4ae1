const fs = require('node:fs');
const path = require('node:path');

/** Jest reporter that leaves each project's totals and the names of its failed tests in dist/test-counts, where `npm test` adds them up. */
module.exports = class CountTests {
  constructor(globalConfig) {
    this.project = path.basename(globalConfig.rootDir);
  }

  onRunComplete(_contexts, results) {
    const folder = path.join(__dirname, '..', 'dist', 'test-counts');
    fs.mkdirSync(folder, { recursive: true });
    const counts = {
      passed: results.numPassedTests,
      // A suite that does not even load has no tests to count, and is a failure all the same.
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
      failures: results.testResults.flatMap(failuresOf),
    };
    fs.writeFileSync(path.join(folder, `${this.project}.json`), JSON.stringify(counts));
  }
};

/** One line for each failed test, and one for a suite that does not load or fails outside its tests. */
function failuresOf({ testFilePath, testResults, testExecError }) {
  const suite = path.relative(path.join(__dirname, '..'), testFilePath);
  const failed = testResults.filter(({ status }) => status === 'failed');
  const names = failed.map(({ ancestorTitles, title }) => [...ancestorTitles, title].join(' › ').replaceAll('\n', ' '));
  if (testExecError) names.unshift('the suite itself');
  return names.map((name) => `${suite}: ${name}`);
}
