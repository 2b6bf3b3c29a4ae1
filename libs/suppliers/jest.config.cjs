module.exports = { ...require('../../jest.preset.js'), displayName: 'suppliers', rootDir: __dirname };
