const { readFileSync } = require('node:fs');
const { default: TestRunner } = require('jest-runner');
const { sharedStacksOf } = require('./share-stack.cjs');

const usesSharedStack = (test) => readFileSync(test.path, 'utf8').includes('sharedStack(');

/**
 * Jest's runner of both e2e projects. Each worker for shared stacks has a stack of its own, and its suites run one after
 * the other, because some count the stack's rows or stop its work. Suites with stacks of their own run beside them, one
 * at a time, because most of their time is waiting. When the others have ended, a second lane takes of them too.
 */
module.exports = class LaneRunner extends TestRunner {
  constructor(globalConfig, context) {
    super({ ...globalConfig, maxWorkers: sharedStacksOf(globalConfig) }, context);
    this.ownStacks = new TestRunner({ ...globalConfig, maxWorkers: 1 }, context);
  }

  on(event, listener) {
    const stops = [super.on(event, listener), this.ownStacks.on(event, listener)];
    return () => stops.forEach((stop) => stop());
  }

  async runTests(tests, watcher, options) {
    // With --runInBand.
    if (options.serial) return super.runTests(tests, watcher, options);
    const others = tests.filter((test) => !usesSharedStack(test));
    // Each call starts a worker, which costs processor time. So a lane takes several suites at once, and fewer towards the
    // end, because the other lane shall find some too.
    const runOthers = async () => {
      while (others.length > 0)
        await this.ownStacks.runTests(others.splice(0, Math.ceil(others.length / 4)), watcher, options);
    };
    await Promise.all([super.runTests(tests.filter(usesSharedStack), watcher, options).then(runOthers), runOthers()]);
  }
};
