module.exports = { ...require('../../jest.preset.js'), displayName: 'submission-e2e', rootDir: __dirname };
