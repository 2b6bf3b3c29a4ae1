const { createHash } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const vm = require('node:vm');

/**
 * Required by each process that the e2e suites start, because they start some hundreds and a third of a start is the
 * compiling of a bundle of 14 MB. The first process of a bundle keeps what V8 has compiled, and the next ones read it.
 * Node has this built in from version 22. Stack traces show lines of bundles, because Node reads source maps only in the
 * loader that this goes past.
 */
const BUNDLES = path.join(__dirname, '../../dist/apps') + path.sep;
const KEPT = path.join(__dirname, '../../dist/compiled');
/** Then a service has started, and V8 has compiled the functions that a start needs. */
const KEEP_AFTER_MS = 5_000;

const compile = Module.prototype._compile;

Module.prototype._compile = function (content, filename) {
  if (!filename.startsWith(BUNDLES)) return compile.call(this, content, filename);
  const kept = keptFile(filename);
  const cachedData = read(kept);
  const script = new vm.Script(Module.wrap(content.replace(/^#!.*/, '')), {
    filename,
    cachedData,
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  if (cachedData === undefined || script.cachedDataRejected) keepLater(script, kept);
  const require = Module.createRequire(filename);
  require.main = process.mainModule;
  return script.runInThisContext().call(this.exports, this.exports, require, this, filename, path.dirname(filename));
};

function keptFile(filename) {
  const { size, mtimeMs } = statSync(filename);
  const name = createHash('sha256')
    .update(JSON.stringify([filename, size, mtimeMs, process.execArgv]))
    .digest('hex');
  return path.join(KEPT, name);
}

function read(file) {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

function keepLater(script, file) {
  const keep = () => {
    clearTimeout(timer);
    process.off('exit', keep);
    const own = `${file}.${process.pid}`;
    mkdirSync(KEPT, { recursive: true });
    writeFileSync(own, script.createCachedData());
    renameSync(own, file);
  };
  const timer = setTimeout(keep, KEEP_AFTER_MS).unref();
  process.once('exit', keep);
}
