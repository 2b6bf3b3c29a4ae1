// Runs a service's `prepare revert` until it prints a name that matches, each time anew but in one process:
// node revert-service.cjs <prepare.js> <pattern>. Most of a process's time goes into loading its packages.
const [, , bundle, pattern] = process.argv;
const last = new RegExp(pattern);
let ended = false;

const write = process.stdout.write.bind(process.stdout);
process.stdout.write = (text, ...rest) => {
  ended ||= last.test(String(text));
  return write(text, ...rest);
};

function revert() {
  if (ended || process.exitCode) return;
  delete require.cache[require.resolve(bundle)];
  process.argv = [process.execPath, bundle, 'revert'];
  require(bundle);
}

// It comes again and again, whenever nothing is left to do.
process.on('beforeExit', revert);
