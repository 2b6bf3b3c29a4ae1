const preset = require('../../jest.preset.js');

module.exports = {
  ...preset,
  displayName: 'submission-e2e',
  rootDir: __dirname,
  globalSetup: '<rootDir>/../../libs/testing/src/share-stack.ts',
  globalTeardown: '<rootDir>/../../libs/testing/src/stop-stack.ts',
  // A limit for what has gone wrong; nothing is measured by it.
  testTimeout: 180_000,
};
