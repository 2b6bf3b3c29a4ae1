const preset = require('../../jest.preset.js');

module.exports = {
  ...preset,
  displayName: 'gateway-e2e',
  rootDir: __dirname,
  globalSetup: '<rootDir>/../../libs/testing/share-stack.cjs',
  globalTeardown: '<rootDir>/../../libs/testing/stop-stack.cjs',
  // A limit for what has gone wrong; nothing is measured by it.
  testTimeout: 180_000,
};
