// Jest's globalSetup of projects whose specs ask a real Postgres. It starts when the first spec asks for it.
const { fork } = require('node:child_process');
const { createServer } = require('node:http');
const path = require('node:path');

module.exports = async function sharePostgres() {
  const workspace = path.join(__dirname, '../..');
  let adminUrl;
  const start = () =>
    new Promise((resolve, reject) => {
      const holder = fork(
        path.join(workspace, 'tools/run.cjs'),
        [path.join(__dirname, 'src/spec-database/hold-postgres.ts')],
        { cwd: workspace },
      );
      globalThis.postgresHolder = holder;
      holder.once('message', resolve);
      holder.once('exit', () => reject(new Error('Postgres did not start')));
    });
  const server = createServer((_request, response) => {
    // No later spec may take a connection that is about to end.
    response.setHeader('connection', 'close');
    adminUrl ??= start();
    adminUrl.then(
      (url) => response.end(url),
      (error) => response.writeHead(500).end(error.message),
    );
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  globalThis.postgresServer = server;
  process.env.SHIPYARD_SPEC_POSTGRES = `http://127.0.0.1:${server.address().port}`;
};
