module.exports = { ...require('../../jest.e2e-preset.js'), displayName: 'submission-e2e', rootDir: __dirname };
