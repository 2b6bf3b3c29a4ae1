module.exports = { ...require('../../jest.e2e-preset.js'), displayName: 'gateway-e2e', rootDir: __dirname };
