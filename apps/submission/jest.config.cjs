module.exports = {
  ...require('../../jest.preset.js'),
  displayName: 'submission',
  rootDir: __dirname,
  // The longest of all unit tests. With one worker, it would be the last on a machine of two cores.
  maxWorkers: '100%',
  globalSetup: '<rootDir>/../../libs/testing/share-postgres.cjs',
  globalTeardown: '<rootDir>/../../libs/testing/stop-postgres.cjs',
};
