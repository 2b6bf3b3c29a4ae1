const preset = require('../../jest.e2e-preset.js');

module.exports = {
  ...preset,
  displayName: 'submission-e2e',
  rootDir: __dirname,
  // Its suites on shared stacks take longest, so they get two, and keep both cores busy.
  maxWorkers: 3,
  globals: { ...preset.globals, ownStacksWait: true },
};
