// Jest's globalSetup of both e2e projects. Jest maps no module names here, so another process runs the stack.
const { fork } = require('node:child_process');
const path = require('node:path');

module.exports = async function shareStack() {
  const workspace = path.join(__dirname, '../..');
  const holder = fork(path.join(workspace, 'tools/run.cjs'), [path.join(__dirname, 'src/hold-stack.ts')], {
    cwd: workspace,
  });
  globalThis.stackHolder = holder;
  const variables = await new Promise((resolve, reject) => {
    holder.once('message', resolve);
    holder.once('exit', () => reject(new Error('The shared stack did not start')));
  });
  Object.assign(process.env, variables);
};
