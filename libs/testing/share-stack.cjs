// Jest's globalSetup of both e2e projects. Jest maps no module names here, so another process runs the stacks.
const { fork } = require('node:child_process');
const path = require('node:path');

/** One worker of Jest is for suites with stacks of their own. */
const sharedStacksOf = ({ maxWorkers }) => Math.max(1, maxWorkers - 1);

module.exports = async function shareStacks(globalConfig, { globals }) {
  const workspace = path.join(__dirname, '../..');
  const holder = fork(
    path.join(workspace, 'tools/run.cjs'),
    [path.join(__dirname, 'src/hold-stacks.ts'), String(sharedStacksOf(globalConfig)), ...(globals.stackStarts ?? [])],
    { cwd: workspace },
  );
  globalThis.stackHolder = holder;
  const variables = await new Promise((resolve, reject) => {
    holder.once('message', resolve);
    holder.once('exit', () => reject(new Error('The shared stacks did not start')));
  });
  Object.assign(process.env, variables);
};

module.exports.sharedStacksOf = sharedStacksOf;
