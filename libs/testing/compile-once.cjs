const vm = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/** By file. A process runs many suites, and most load the same packages. */
const compiled = new Map();

/**
 * Jest's module loader, but a process compiles each file once, not once for each suite. Suites still have modules of
 * their own, because a script runs anew in each one's context. Jest offers no such setting, so this replaces a method of
 * its loader: look at `ModuleExecutor` before you take another version of Jest.
 */
module.exports = class CompileOnce extends Runtime {
  constructor(...options) {
    super(...options);
    const { executor } = this;
    const jestCompile = executor.compile.bind(executor);
    executor.compile = (source, filename) => {
      const context = executor.environment.getVmContext();
      const script = context && scriptOf(source, filename, executor.injectedModuleParameters);
      return script ? script.runInContext(context) : jestCompile(source, filename);
    };
  }
};

/** Returns null if there is a mistake in the source: Jest explains it. */
function scriptOf(source, filename, parameters) {
  const head = `(function(${parameters.join(',')}){`;
  const known = compiled.get(filename);
  if (known?.source === source && known.head === head) return known.script;
  try {
    const script = new vm.Script(`${head}${source}\n})`, { filename, columnOffset: -head.length });
    compiled.set(filename, { source, head, script });
    return script;
  } catch {
    return null;
  }
}
