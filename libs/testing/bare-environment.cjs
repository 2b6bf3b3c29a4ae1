const { LegacyFakeTimers, ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');
const { listenForLateFailures, suiteHasEnded } = require('./late-failures.cjs');

const timerConfig = { idToRef: (id) => ({ id, ref: () => id, unref: () => id }), refToId: (timer) => timer?.id };

/** Where Jest's runner of tests keeps what belongs to one suite. */
const OF_A_SUITE = [
  'EVENT_HANDLERS',
  'LOG_ERRORS_BEFORE_RETRY',
  'RETRY_IMMEDIATELY',
  'RETRY_TIMES',
  'RETRY_TIMES_SETTER',
  'TEST_TIMEOUT_SYMBOL',
  'WAIT_BEFORE_RETRY',
].map((name) => Symbol.for(name));

/**
 * Jest's environment, but without a context of V8 for each suite: a suite runs in the process itself, so that the next
 * one finds the packages that it has loaded. When it ends, the process has its variables, its console and its way out
 * again.
 */
module.exports = class BareEnvironment {
  /** Without a context for the loader of what stays (keep-modules.cjs). */
  constructor({ projectConfig }, context) {
    this.suite = context && { path: context.testPath, rootDir: projectConfig.rootDir };
    this.global = globalThis;
    Object.assign(globalThis, projectConfig.globals);
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimers = new LegacyFakeTimers({
      config: projectConfig,
      global: globalThis,
      moduleMocker: this.moduleMocker,
      timerConfig,
    });
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.keepsLibraries = projectConfig.testEnvironmentOptions.keepsLibraries === true;
    this.before = { console: globalThis.console, exit: process.exit, variables: { ...process.env } };
  }

  async setup() {
    listenForLateFailures();
  }

  async teardown() {
    suiteHasEnded(this.suite);
    this.fakeTimers.dispose();
    this.fakeTimersModern.dispose();
    const { console, exit, variables } = this.before;
    globalThis.console = console;
    process.exit = exit;
    for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
    Object.assign(process.env, variables);
    // The next suite has classes of the same names, loaded anew.
    if (!this.keepsLibraries) delete globalThis.classValidatorMetadataStorage;
    for (const symbol of OF_A_SUITE) delete globalThis[symbol];
    for (const symbol of Object.getOwnPropertySymbols(globalThis))
      if (symbol.description === 'JEST_STATE_SYMBOL') delete globalThis[symbol];
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** Scripts run in the process itself: see compile-once.cjs. */
  getVmContext() {
    return null;
  }
};
