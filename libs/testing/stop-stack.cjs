module.exports = function stopStack() {
  return new Promise((resolve) => {
    globalThis.stackHolder.once('exit', resolve);
    globalThis.stackHolder.disconnect();
  });
};
