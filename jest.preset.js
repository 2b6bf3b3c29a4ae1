const fs = require('node:fs');
const path = require('node:path');

const { NX_TASK_TARGET_PROJECT: project, NX_TASK_TARGET_TARGET: target } = process.env;
const { $schema, ...swcrc } = JSON.parse(fs.readFileSync(path.join(__dirname, '.swcrc'), 'utf8'));
const { paths } = JSON.parse(fs.readFileSync(path.join(__dirname, 'tsconfig.base.json'), 'utf8')).compilerOptions;

// Jest on Node 20 cannot require ESM, so packages that ship only ESM are down-levelled like our own sources.
const esmOnly = [
  '@nestjs',
  'file-type',
  'strtok3',
  'token-types',
  'uint8array-extras',
  '@tokenizer',
  '@borewit',
  'marked',
  'gemoji',
  '@seriousme',
];

/** Only for `.tsx`: in `.ts`, `<Type>` before a function is a type parameter. */
const withJsx = ({ jsc, ...rest }) => ({ ...rest, jsc: { ...jsc, parser: { ...jsc.parser, tsx: true } } });

module.exports = {
  // One for all projects, so that what one has transformed is there for the others.
  id: 'shipyard',
  testEnvironment: path.join(__dirname, 'libs/testing/bare-environment.cjs'),
  // A limit for what has gone wrong, also on a machine that does much else; nothing is measured by it.
  testTimeout: 120_000,
  testMatch: ['<rootDir>/src/**/*.{spec,e2e-spec}.{ts,tsx}'],
  moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'json'],
  transform: {
    '^.+\\.(t|j|mj)s$': ['@swc/jest', { ...swcrc, swcrc: false }],
    '^.+\\.tsx$': ['@swc/jest', { ...withJsx(swcrc), swcrc: false }],
    '^.+\\.(css|md)$': path.join(__dirname, 'tools/text-as-module.cjs'),
    '^.+\\.woff2$': path.join(__dirname, 'tools/file-as-bytes.cjs'),
  },
  transformIgnorePatterns: [`/node_modules/(?!(?:.*/node_modules/)?(?:${esmOnly.join('|')})(?:/|$))`],
  moduleNameMapper: Object.fromEntries(
    Object.entries(paths).map(([name, [file]]) => [`^${name}$`, path.join(__dirname, file)]),
  ),
  globals: project ? { readableFiles: require('./tools/readable-files.cjs').readableFiles(project, target) } : {},
  // A suite's modules keep its console, so what it says after its end is still reported.
  sandboxInjectedGlobals: ['console'],
  runtime: path.join(__dirname, 'libs/testing/compile-once.cjs'),
  setupFiles: [path.join(__dirname, 'tools/refuse-undeclared-reads.cjs')],
  reporters: ['default', path.join(__dirname, 'tools/count-tests.cjs')],
};
