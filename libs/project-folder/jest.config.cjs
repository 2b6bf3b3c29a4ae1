module.exports = { ...require('../../jest.preset.js'), displayName: 'project-folder', rootDir: __dirname };
