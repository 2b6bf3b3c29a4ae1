/** For Jest: importing a font gives its bytes, as in the bundles of `build-app.ts`. */
module.exports = {
  process: (_, filename) => ({
    code: `module.exports = { __esModule: true, default: require('node:fs').readFileSync(${JSON.stringify(filename)}) };`,
  }),
};
