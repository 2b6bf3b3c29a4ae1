module.exports = {
  ...require('../../jest.e2e-preset.js'),
  displayName: 'submission-e2e',
  rootDir: __dirname,
  // Its suites on shared stacks take longest, so they get two.
  maxWorkers: 3,
};
