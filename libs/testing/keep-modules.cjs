const path = require('node:path');

/** Jest's own runner of tests has state that belongs to one suite, and these know the classes of one. */
const ANEW = /[\\/]node_modules[\\/](?:jest-circus|class-validator|class-validator-jsonschema)[\\/]/;
const PACKAGES = `${path.sep}node_modules${path.sep}`;
const LIBRARIES = path.join(__dirname, '..') + path.sep;

/** By project: the loader of what stays for the next suites of this process. */
const keepers = new Map();

/**
 * Packages are loaded once for all suites of a process, and where `keepsLibraries` says so, our libraries are too. They
 * get a loader of their own, because a suite's loader ends with the suite, and a package may load another one later.
 */
function keepModules(runtime, config, makeKeeper) {
  const keeper = keepers.get(config.rootDir) ?? makeKeeper();
  keepers.set(config.rootDir, keeper);
  // For stack traces.
  runtime.transformCache.sourceMaps = keeper.transformCache.sourceMaps;
  const { keepsLibraries } = config.testEnvironmentOptions;
  const stays = (file) =>
    file.includes(PACKAGES) ? !ANEW.test(file) : keepsLibraries === true && file.startsWith(LIBRARIES);
  runtime.registries.moduleRegistry = new KeptModules(stays, keeper, { isInternalModule: false });
  runtime.registries.internalModuleRegistry = new KeptModules(stays, keeper, { isInternalModule: true });
}

/** The modules of a suite. What stays is asked for here before Jest would load it. */
class KeptModules extends Map {
  constructor(stays, keeper, options) {
    super();
    Object.assign(this, { stays, keeper, options });
  }

  get(file) {
    return super.get(file) ?? (this.stays(file) ? this.keptModule(file) : undefined);
  }

  keptModule(file) {
    const { registries, cjsLoader } = this.keeper;
    const kept = this.options.isInternalModule
      ? registries.getInternalCjsRegistry()
      : registries.getActiveCjsRegistry();
    // A package that is loaded now could take hold of a suite's fake timers for good.
    if (!kept.has(file) && setTimeout.clock !== undefined) return undefined;
    cjsLoader.requireModule(file, undefined, this.options);
    return kept.get(file);
  }
}

module.exports = { keepModules };
