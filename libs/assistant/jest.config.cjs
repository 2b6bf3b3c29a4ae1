module.exports = { ...require('../../jest.preset.js'), displayName: 'assistant', rootDir: __dirname };
