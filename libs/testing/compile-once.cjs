const { statSync } = require('node:fs');
const vm = require('node:vm');
const { handlePotentialSyntaxError } = require('@jest/transform');
const { default: Runtime } = require('jest-runtime');
const BareEnvironment = require('./bare-environment.cjs');
const { keepModules } = require('./keep-modules.cjs');

/** By file. A process runs many suites, and most load the same packages. */
const compiled = new Map();
/** By project and file, with the time of the last change, because a process that watches goes on. */
const transformed = new Map();
/** By project, who asks, and what is asked for. */
const resolved = new Map();

/**
 * Jest's module loader, but a process finds, reads, transforms and compiles each file once, not once for each suite. Jest
 * offers no such setting, so this replaces methods of its loader: look at `ModuleExecutor`, `TransformCache`,
 * `ModuleRegistries` and `Resolution` before you take another version of Jest.
 */
class CompileOnce extends Runtime {
  constructor(...options) {
    super(...options);
    const [config, , , , , { collectCoverage }] = options;
    compileOnce(this.executor);
    if (collectCoverage) return;
    transformOnce(this.transformCache, config.rootDir);
    resolveOnce(this._resolution, config.rootDir);
  }
}

/** And packages stay for the next suite. A suite's own modules are loaded anew. */
module.exports = class KeepModules extends CompileOnce {
  constructor(config, environment, ...options) {
    super(config, environment, ...options);
    if (!(environment instanceof BareEnvironment)) return;
    const [resolver, transformer, , ...rest] = options;
    const makeKeeper = () => {
      const own = { ...config, sandboxInjectedGlobals: [] };
      const itsEnvironment = new BareEnvironment({ projectConfig: own });
      return new CompileOnce(own, itsEnvironment, resolver, transformer, new Map(), ...rest);
    };
    keepModules(this, config, makeKeeper);
  }
};

function compileOnce(executor) {
  const { environment, injectedModuleParameters } = executor;
  const jestCompile = executor.compile.bind(executor);
  executor.compile = (source, filename) => {
    const context = environment.getVmContext();
    const isBare = environment instanceof BareEnvironment;
    if (context === null && !isBare) return null;
    try {
      const script = scriptOf(source, filename, injectedModuleParameters);
      return isBare ? script.runInThisContext() : script.runInContext(context);
    } catch (error) {
      if (isBare) throw handlePotentialSyntaxError(error);
      return jestCompile(source, filename);
    }
  };
}

function scriptOf(source, filename, parameters) {
  const head = `(function(${parameters.join(',')}){`;
  const known = compiled.get(filename);
  if (known?.source === source && known.head === head) return known.script;
  const script = new vm.Script(`${head}${source}\n})`, { filename, columnOffset: -head.length });
  compiled.set(filename, { source, head, script });
  return script;
}

function transformOnce(cache, rootDir) {
  const jestTransform = cache.transform.bind(cache);
  cache.transform = (filename, options) => {
    const key = `${rootDir}\0${options?.isInternalModule === true}\0${filename}`;
    const { mtimeMs } = statSync(filename);
    const known = transformed.get(key);
    if (known?.mtimeMs !== mtimeMs) {
      const code = jestTransform(filename, options);
      transformed.set(key, { mtimeMs, code, file: cache.transforms.get(filename) });
      return code;
    }
    const { code, file } = known;
    if (file) cache.transforms.set(filename, file);
    if (file?.sourceMapPath) cache.sourceMaps.set(filename, file.sourceMapPath);
    return code;
  };
}

function resolveOnce(resolution, rootDir) {
  const known = resolved.get(rootDir) ?? new Map();
  resolved.set(rootDir, known);
  // Jest empties its own after each suite.
  resolution.cjsCache = {
    get: (key) => known.get(key),
    set: (key, file) => known.set(key, file),
    clear: () => undefined,
  };
}
