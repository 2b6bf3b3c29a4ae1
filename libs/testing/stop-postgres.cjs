// Jest's globalTeardown of projects whose specs ask a real Postgres.
module.exports = async function stopPostgres() {
  globalThis.postgresServer.close();
  const holder = globalThis.postgresHolder;
  if (holder === undefined || holder.exitCode !== null) return;
  await new Promise((resolve) => {
    holder.once('exit', resolve);
    holder.disconnect();
  });
};
