const fs = require('node:fs');
const path = require('node:path');

/** Jest reporter that leaves each suite's totals in dist/test-counts, where `npm test` adds them up. */
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
    };
    fs.writeFileSync(path.join(folder, `${this.project}.json`), JSON.stringify(counts));
  }
};
