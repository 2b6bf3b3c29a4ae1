/** For Jest: importing a style sheet or a Markdown file gives its text, as in the bundles of `build-app.ts`. */
module.exports = {
  process: (text) => ({ code: `module.exports = ${JSON.stringify({ __esModule: true, default: text })};` }),
};
