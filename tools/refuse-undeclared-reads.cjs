const fs = require('node:fs');
const path = require('node:path');
const { fileURLToPath } = require('node:url');

/**
 * One of Jest's setupFiles. A task that Nx runs may read only its inputs, because a change in any other file of the
 * workspace would leave a stale pass in the cache. Nx itself checks imports. Reads of child processes are not checked.
 */

const WORKSPACE = path.join(__dirname, '..');
const READS = [
  'createReadStream',
  'existsSync',
  'open',
  'openSync',
  'opendir',
  'opendirSync',
  'readFile',
  'readFileSync',
  'readdir',
  'readdirSync',
];
// All test files of a process share one `fs`.
const WRAPPED = Symbol.for('shipyard.refuse-undeclared-reads');

function refuseUndeclaredReads({ task, filesets }) {
  // Each test file loads its modules anew, and only the first one of a process needs this.
  const { Minimatch } = require('minimatch');
  const known = new Map();
  // Parsing a pattern takes longer than asking it, and Jest itself reads a thousand files.
  const parsed = (patterns, options) => patterns.map((pattern) => new Minimatch(pattern, { dot: true, ...options }));
  const sets = filesets.map(({ include, exclude }) => ({
    files: parsed(include),
    folders: parsed(include, { partial: true }),
    excluded: parsed(exclude),
  }));
  // A folder may be listed if an input may be in it.
  const isAmong = (file, isFolder) =>
    sets.some(
      ({ files, folders, excluded }) =>
        (isFolder ? folders : files).some((pattern) => pattern.match(file)) &&
        !excluded.some((pattern) => pattern.match(file)),
    );

  function refuse(target) {
    if (typeof target !== 'string' && !(target instanceof URL)) return;
    const absolute = path.resolve(typeof target === 'string' ? target : fileURLToPath(target));
    const file = path.relative(WORKSPACE, absolute).split(path.sep).join('/');
    // Installed packages are in the lock. `dist` holds what tasks have built.
    if (
      file === '' ||
      file.startsWith('..') ||
      path.isAbsolute(file) ||
      /^(?:node_modules|dist|\.nx)(?:\/|$)/.test(file)
    )
      return;
    if (!known.has(file)) known.set(file, isAmong(file, isFolder(absolute)));
    if (!known.get(file))
      throw new Error(
        `${file} is not among the inputs of ${task}, so Nx would not run it again after a change. Add the file to "inputs" in its project.json.`,
      );
  }

  for (const holder of [fs, fs.promises]) {
    for (const name of READS) {
      const original = holder[name];
      if (original === undefined) continue;
      const wrapped = function (target, ...rest) {
        refuse(target);
        return original.call(this, target, ...rest);
      };
      holder[name] = Object.assign(wrapped, original);
    }
  }
}

function isFolder(file) {
  return fs.statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

// Set by jest.preset.js when Nx runs the task.
const { readableFiles } = globalThis;
if (readableFiles && !fs[WRAPPED]) {
  fs[WRAPPED] = true;
  refuseUndeclaredReads(readableFiles);
}
