module.exports = { ...require('../../jest.preset.js'), displayName: 'gateway-e2e', rootDir: __dirname };
