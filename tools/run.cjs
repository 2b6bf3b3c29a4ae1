const path = require('node:path');

process.env.SWC_NODE_PROJECT = path.join(__dirname, '..', 'tsconfig.base.json');
require('@swc-node/register');

process.argv.splice(1, 1);
require(path.resolve(process.argv[1]));
