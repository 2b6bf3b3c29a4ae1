module.exports = { ...require('../../jest.preset.js'), displayName: 'submission', rootDir: __dirname };
