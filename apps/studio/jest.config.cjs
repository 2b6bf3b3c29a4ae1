module.exports = { ...require('../../jest.preset.js'), displayName: 'studio', rootDir: __dirname };
