// Jest's globalTeardown of both e2e projects.
module.exports = function stopStack() {
  return new Promise((resolve) => {
    globalThis.stackHolder.once('exit', resolve);
    globalThis.stackHolder.disconnect();
  });
};
