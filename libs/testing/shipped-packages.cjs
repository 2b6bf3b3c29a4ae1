const Module = require('node:module');
const path = require('node:path');
const { native, fonts } = require('../../tools/shipped-packages.json');

/**
 * Required by each process that the e2e suites start: a bundle finds the packages that the image holds, and no others, though
 * all are installed here. TypeORM loaded `pg` by a name that esbuild cannot see, and no service started in the image.
 */
const BUNDLES = path.join(__dirname, '../../dist') + path.sep;
const SHIPPED = [...native, ...fonts];
const PACKAGE = /^(?![./]|node:)(@[^/]+\/[^/]+|[^/]+)/;

const resolveFilename = Module._resolveFilename;

Module._resolveFilename = function (request, parent, ...rest) {
  const [, name] = PACKAGE.exec(request) ?? [];
  const isAbsent = name !== undefined && !Module.isBuiltin(request) && !SHIPPED.includes(name);
  if (isAbsent && parent?.filename?.startsWith(BUNDLES))
    throw Object.assign(new Error(`Cannot find module '${request}': the image does not hold it`), {
      code: 'MODULE_NOT_FOUND',
    });
  return resolveFilename.call(this, request, parent, ...rest);
};
