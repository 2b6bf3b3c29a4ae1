const preset = require('./jest.preset.js');

const [[sources, [swcJest, swc]]] = Object.entries(preset.transform);

module.exports = {
  ...preset,
  // Jest loads every package again for each suite. With `lazy`, a package is loaded when something of it is used. Unit
  // specs go without, because some fake the timers that a package takes hold of when it is loaded.
  transform: { ...preset.transform, [sources]: [swcJest, { ...swc, module: { ...swc.module, lazy: true } }] },
  globalSetup: '<rootDir>/../../libs/testing/share-stack.cjs',
  globalTeardown: '<rootDir>/../../libs/testing/stop-stack.cjs',
  runner: '<rootDir>/../../libs/testing/run-lanes.cjs',
  maxWorkers: 2,
  // A limit for what has gone wrong; nothing is measured by it.
  testTimeout: 300_000,
};
