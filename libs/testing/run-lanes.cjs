const { readFileSync } = require('node:fs');
const { default: TestRunner } = require('jest-runner');
const { sharedStacksOf } = require('./share-stack.cjs');

const usesSharedStack = (test) => readFileSync(test.path, 'utf8').includes('sharedStack(');

/**
 * Jest's runner of both e2e projects. Each worker for shared stacks has a stack of its own, and its suites run one after
 * the other, because some count the stack's rows or stop its work. Suites with stacks of their own run beside them, two
 * at a time, because most of their time is waiting. If a project's `ownStacksWait` says so, the second of their workers
 * waits until the shared stacks are done.
 */
module.exports = class LaneRunner extends TestRunner {
  constructor(globalConfig, context) {
    super({ ...globalConfig, maxWorkers: sharedStacksOf(globalConfig) }, context);
    this.ownStacks = new TestRunner({ ...globalConfig, maxWorkers: 2 }, context);
  }

  on(event, listener) {
    const stops = [super.on(event, listener), this.ownStacks.on(event, listener)];
    return () => stops.forEach((stop) => stop());
  }

  async runTests(tests, watcher, options) {
    // With --runInBand.
    if (options.serial) return super.runTests(tests, watcher, options);
    const onShared = tests.filter(usesSharedStack);
    const [first, ...others] = tests.filter((test) => !usesSharedStack(test));
    if (first === undefined) return super.runTests(onShared, watcher, options);
    const shared = onShared.length === 0 ? undefined : super.runTests(onShared, watcher, options);
    const last = others.pop();
    // Jest awaits this before a suite starts. So the second worker waits with the suite that Jest thinks is the shortest.
    const { ownStacksWait } = first.context.config.globals;
    const stop = this.ownStacks.on('test-file-start', ([test]) =>
      ownStacksWait && test === last ? shared : undefined,
    );
    const own = this.ownStacks.runTests([first, last, ...others].filter(Boolean), watcher, options);
    await Promise.all([shared, own]).finally(stop);
  }
};
