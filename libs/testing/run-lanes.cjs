const { readFileSync } = require('node:fs');
const { default: TestRunner } = require('jest-runner');

const usesSharedStack = (test) => readFileSync(test.path, 'utf8').includes('sharedStack(');

/**
 * Jest's runner of both e2e projects. Suites on the shared stack run one after the other, because some count its rows
 * or stop its work. Suites with stacks of their own run beside them, because most of their time is waiting.
 */
module.exports = class LaneRunner extends TestRunner {
  constructor(globalConfig, context) {
    super(globalConfig, context);
    this.ownStacks = new TestRunner({ ...globalConfig, maxWorkers: globalConfig.maxWorkers - 1 }, context);
  }

  on(event, listener) {
    const stops = [super.on(event, listener), this.ownStacks.on(event, listener)];
    return () => stops.forEach((stop) => stop());
  }

  async runTests(tests, watcher, options) {
    // With --runInBand.
    if (options.serial) return super.runTests(tests, watcher, options);
    const others = tests.filter((test) => !usesSharedStack(test));
    await Promise.all([
      super.runTests(tests.filter(usesSharedStack), watcher, { ...options, serial: true }),
      this.ownStacks.runTests(others, watcher, options),
    ]);
  }
};
