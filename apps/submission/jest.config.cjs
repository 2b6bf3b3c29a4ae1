module.exports = {
  ...require('../../jest.preset.js'),
  displayName: 'submission',
  rootDir: __dirname,
  globalSetup: '<rootDir>/../../libs/testing/share-postgres.cjs',
  globalTeardown: '<rootDir>/../../libs/testing/stop-postgres.cjs',
};
