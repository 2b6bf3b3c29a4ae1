module.exports = { ...require('../../jest.preset.js'), displayName: 'markdown', rootDir: __dirname };
