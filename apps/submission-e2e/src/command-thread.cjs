const { readFileSync } = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const vm = require('node:vm');
const { parentPort, workerData } = require('node:worker_threads');

/** Runs the built command for each message, in one thread: a process for each would take ten times as long. */
const { bundle, hasPauses } = workerData;
const source = readFileSync(bundle, 'utf8').replace(/^#!.*/, '');
// Like the wrapper of Node, with a process of its own for each run.
const wrapped = `(function (exports, require, module, __filename, __dirname, process) {${source}\n})`;
const script = new vm.Script(wrapped, {
  filename: bundle,
  importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
});
const requireOfBundle = Module.createRequire(bundle);

/** Without pauses, those between attempts take no time. */
const requireForRun = (name) =>
  name === 'node:timers/promises' && !hasPauses
    ? { setTimeout: () => new Promise((resolve) => setImmediate(resolve)) }
    : requireOfBundle(name);

parentPort.on('message', ({ args, environment }) => {
  let stderr = '';
  // The exit code is set in the same turn as the one document is written.
  const write = (text) =>
    void setImmediate(() => parentPort.postMessage({ status: own.exitCode, answer: JSON.parse(text), stderr }));
  const own = Object.create(process, {
    argv: { value: [process.execPath, bundle, ...args] },
    env: { value: environment },
    exitCode: { value: 0, writable: true },
    stdin: { value: { isTTY: false } },
    stdout: { value: { isTTY: false, on: () => undefined, write } },
    stderr: { value: { isTTY: false, write: (text) => void (stderr += text) } },
    once: { value: () => own },
  });
  const module = { exports: {} };
  script
    .runInThisContext()
    .call(module.exports, module.exports, requireForRun, module, bundle, path.dirname(bundle), own);
});
