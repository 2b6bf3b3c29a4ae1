/**
 * Jest loads every package again for each suite. With this, a package is loaded when something of it is used. A project
 * goes without if its specs fake timers that a package takes hold of when it is loaded.
 */
module.exports = function lazyPackages(preset) {
  const [[sources, [swcJest, swc]]] = Object.entries(preset.transform);
  const lazy = { ...swc, module: { ...swc.module, lazy: true } };
  return { ...preset, transform: { ...preset.transform, [sources]: [swcJest, lazy] } };
};
