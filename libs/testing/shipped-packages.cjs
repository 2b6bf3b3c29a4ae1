const { readFileSync } = require('node:fs');
const Module = require('node:module');
const path = require('node:path');

/**
 * Required by each process that the e2e suites start: a bundle finds the packages that the image holds, and no others, though
 * all are installed here. TypeORM loaded `pg` by a name that esbuild cannot see, and no service started in the image.
 */
const BUNDLES = ['apps', 'tools'].map((folder) => path.join(__dirname, '../../dist', folder) + path.sep);
const { native, fonts } = JSON.parse(readFileSync(path.join(__dirname, '../../tools/shipped-packages.json'), 'utf8'));
const SHIPPED = [...native, ...fonts];
const PACKAGE = /^(?![./]|node:)(@[^/]+\/[^/]+|[^/]+)/;

const resolveFilename = Module._resolveFilename;

Module._resolveFilename = function (request, parent, ...rest) {
  const [, name] = PACKAGE.exec(request) ?? [];
  const isAbsent = name !== undefined && !Module.isBuiltin(request) && !SHIPPED.includes(name);
  if (isAbsent && BUNDLES.some((folder) => parent?.filename?.startsWith(folder)))
    throw Object.assign(new Error(`Cannot find module '${request}': the image does not hold it`), {
      code: 'MODULE_NOT_FOUND',
    });
  return resolveFilename.call(this, request, parent, ...rest);
};
