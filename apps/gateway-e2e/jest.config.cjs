const preset = require('../../jest.e2e-preset.js');

module.exports = {
  ...preset,
  displayName: 'gateway-e2e',
  rootDir: __dirname,
  // Two shared stacks.
  maxWorkers: 3,
  // libs/testing/share-stack.cjs reads it: no suite asks the submission service.
  globals: { ...preset.globals, stackStarts: ['gateway', 'gatewayWorker'] },
};
