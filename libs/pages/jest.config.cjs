module.exports = { ...require('../../jest.preset.js'), displayName: 'pages', rootDir: __dirname };
