const lazyPackages = require('./tools/lazy-packages.cjs');

module.exports = {
  ...lazyPackages(require('./jest.preset.js')),
  testEnvironmentOptions: { keepsLibraries: true },
  globalSetup: '<rootDir>/../../libs/testing/share-stack.cjs',
  globalTeardown: '<rootDir>/../../libs/testing/stop-stack.cjs',
  runner: '<rootDir>/../../libs/testing/run-lanes.cjs',
  maxWorkers: 2,
  // A limit for what has gone wrong; nothing is measured by it.
  testTimeout: 300_000,
};
