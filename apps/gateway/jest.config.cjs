const lazyPackages = require('../../tools/lazy-packages.cjs');

module.exports = {
  ...lazyPackages(require('../../jest.preset.js')),
  displayName: 'gateway',
  rootDir: __dirname,
  globalSetup: '<rootDir>/../../libs/testing/share-postgres.cjs',
  globalTeardown: '<rootDir>/../../libs/testing/stop-postgres.cjs',
};
