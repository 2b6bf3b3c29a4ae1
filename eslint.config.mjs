import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import nx from '@nx/eslint-plugin';
import regexp from 'eslint-plugin-regexp';
import ts from 'typescript-eslint';

const require = createRequire(import.meta.url);
const ownTables = require('./tools/eslint/own-tables.cjs');
const { tableOwners } = require('./tools/eslint/table-owners.cjs');
const { allowed } = require('./tools/eslint/table-entries.cjs');

/** Who may import whom, by the tags in each project.json. */
const projectArrows = [
  { sourceTag: 'type:app', onlyDependOnLibsWithTags: ['type:lib', 'type:adapters'] },
  { sourceTag: 'type:adapters', onlyDependOnLibsWithTags: ['type:lib'] },
  { sourceTag: 'type:lib', onlyDependOnLibsWithTags: ['type:lib'] },
  { sourceTag: 'type:stack', onlyDependOnLibsWithTags: ['type:lib'] },
  { sourceTag: 'type:testing', onlyDependOnLibsWithTags: ['type:lib', 'type:stack'] },
  { sourceTag: 'type:e2e', onlyDependOnLibsWithTags: ['type:lib', 'type:stack', 'type:testing'] },
  // The bench measures the reader of streams alone.
  { sourceTag: 'type:tool', onlyDependOnLibsWithTags: ['type:lib', 'type:adapters', 'type:stack', 'type:testing'] },
  // Browsers load it, so it contains no server code.
  { sourceTag: 'platform:browser', onlyDependOnLibsWithTags: ['platform:browser'] },
  { sourceTag: 'scope:submission', notDependOnLibsWithTags: ['scope:gateway'] },
  { sourceTag: 'scope:gateway', notDependOnLibsWithTags: ['scope:submission'] },
];

function toSpecArrow(arrow) {
  return ['type:app', 'type:adapters'].includes(arrow.sourceTag)
    ? { ...arrow, onlyDependOnLibsWithTags: [...arrow.onlyDependOnLibsWithTags, 'type:testing'] }
    : arrow;
}

/** Inside a service: the features that each feature may use, through their index.ts. */
const featureArrows = {
  submission: {
    mail: [],
    accounts: ['mail'],
    'password-resets': ['mail', 'accounts'],
    'email-confirmation': ['mail', 'accounts'],
    'email-change': ['mail', 'accounts'],
    programs: ['accounts'],
    // Reads that join the tables of many features, and the views that they fill.
    'project-reads': ['programs', 'accounts'],
    projects: ['mail', 'project-reads', 'programs', 'accounts'],
    assets: ['project-reads', 'projects', 'programs', 'accounts'],
    readme: ['assets', 'project-reads', 'projects', 'programs', 'accounts'],
    logs: ['assets', 'project-reads', 'projects', 'programs', 'accounts'],
    creators: ['project-reads', 'accounts'],
    erasure: ['assets', 'projects', 'programs', 'accounts'],
    exports: ['assets', 'project-reads', 'accounts'],
    'account-deletion': ['assets', 'projects', 'accounts'],
    assistants: ['accounts'],
    idempotency: ['accounts'],
    demo: ['reviews', 'readme', 'assets', 'projects', 'accounts'],
    sync: ['readme', 'logs', 'assets', 'project-reads', 'projects', 'accounts'],
    reference: ['readme', 'logs', 'accounts'],
    rerendering: ['assets', 'readme', 'logs'],
    reviews: ['readme', 'logs', 'assets', 'project-reads', 'projects', 'programs', 'accounts'],
    interviews: ['mail', 'reviews', 'logs', 'readme', 'project-reads', 'projects', 'programs', 'accounts'],
    shipments: ['mail', 'project-reads', 'projects', 'accounts'],
    guardians: ['mail', 'shipments', 'project-reads', 'projects', 'programs', 'accounts'],
    'status-events': ['reviews', 'project-reads', 'projects', 'accounts'],
    staff: [
      'reviews',
      'interviews',
      'shipments',
      'readme',
      'assets',
      'project-reads',
      'projects',
      'programs',
      'accounts',
    ],
    takedowns: ['readme', 'logs', 'assets', 'project-reads', 'projects', 'accounts'],
    'abuse-reports': ['project-reads', 'projects', 'accounts'],
    oauth: ['accounts'],
    'site-pages': ['accounts'],
    setup: ['mail', 'programs', 'accounts'],
    pages: [
      'oauth',
      'staff',
      'interviews',
      'reviews',
      'shipments',
      'guardians',
      'password-resets',
      'email-confirmation',
      'email-change',
      'mail',
      'account-deletion',
      'idempotency',
      'logs',
      'sync',
      'readme',
      'assets',
      'projects',
      'takedowns',
      'abuse-reports',
      'project-reads',
      'programs',
      'creators',
      'reference',
      'site-pages',
      'setup',
      'accounts',
    ],
  },
  gateway: {
    operators: [],
    customers: ['mail', 'webhooks'],
    'request-log': [],
    mail: [],
    webhooks: ['mail'],
    members: ['customers', 'mail', 'operators'],
    processes: [],
    limits: ['processes'],
    keys: ['customers', 'limits', 'request-log'],
    suppliers: [],
    'supplier-usage': ['suppliers'],
    demo: ['suppliers'],
    models: ['customers', 'keys', 'suppliers'],
    billing: ['customers', 'keys', 'processes'],
    v1: ['keys', 'customers', 'billing'],
    idempotency: ['billing', 'keys', 'v1', 'processes'],
    routing: ['limits', 'models', 'processes', 'suppliers', 'request-log'],
    'metered-calls': [
      'v1',
      'keys',
      'limits',
      'models',
      'billing',
      'suppliers',
      'routing',
      'request-log',
      'idempotency',
    ],
    chat: ['metered-calls', 'v1', 'keys', 'limits', 'models', 'billing', 'suppliers', 'routing', 'idempotency'],
    images: [
      'webhooks',
      'metered-calls',
      'v1',
      'customers',
      'keys',
      'limits',
      'processes',
      'models',
      'billing',
      'suppliers',
      'routing',
      'idempotency',
    ],
    'dry-runs': [
      'chat',
      'images',
      // Lists the flat-rate products.
      'products.module',
      'metered-calls',
      'v1',
      'customers',
      'keys',
      'models',
      'billing',
      'suppliers',
      'routing',
    ],
    statements: ['billing', 'customers', 'webhooks'],
    'ledger-files': ['billing'],
    'price-imports': ['billing', 'models'],
    'self-service': ['keys', 'limits', 'request-log', 'v1', 'idempotency', 'webhooks'],
    alerts: ['billing', 'keys', 'models', 'routing', 'supplier-usage', 'webhooks'],
    docs: ['chat', 'models', 'v1', 'operators'],
    pages: ['docs', 'operators'],
    usage: [
      'pages',
      'members',
      'operators',
      'self-service',
      'request-log',
      'customers',
      'keys',
      'statements',
      'alerts',
    ],
    console: [
      'pages',
      'operators',
      'request-log',
      'billing',
      'customers',
      'keys',
      'ledger-files',
      'models',
      'routing',
      'dry-runs',
      'images',
      'price-imports',
      'processes',
      'alerts',
      'statements',
      'suppliers',
    ],
    admin: [
      'operators',
      'members',
      'request-log',
      'customers',
      'keys',
      'ledger-files',
      'models',
      'billing',
      'suppliers',
      'supplier-usage',
      'routing',
      'dry-runs',
      'price-imports',
      'statements',
      'v1',
      'chat',
      'images',
      'webhooks',
    ],
  },
};

/** What every feature of a service may use whole: it knows no feature itself. */
const groundOf = {
  submission: ['config', 'runtime.module', 'database', 'limits', 'markdown', 'model', 'text', 'uploads'],
  gateway: [
    'config',
    'runtime.module',
    'money',
    'products',
    'unit-types',
    'database',
    'tokens',
    'changes',
    'error-tables',
  ],
};

/** Only the feature `suppliers` opens adapters. The others ask it. `tokens` reads their margins. */
const adapterPatterns = (app, feature) =>
  app === 'gateway' && feature !== 'suppliers'
    ? [{ regex: '^@shipyard/suppliers', message: 'Only the feature suppliers imports the adapters.' }]
    : [];

/**
 * Inside libs/suppliers: the folders that each folder may use. A vendor uses no other vendor but OpenAI, whose protocol
 * others speak too.
 */
const adapterFolders = {
  contract: [],
  http: ['contract'],
  chat: ['contract', 'http'],
  search: ['contract', 'http'],
  images: ['contract', 'http'],
  sandbox: ['contract', 'http', 'chat', 'search', 'images'],
  'vendors/*': ['contract', 'http', 'chat', 'search', 'images'],
};

const adapterRules = Object.entries(adapterFolders).map(([folder, allowed]) => ({
  files: [`libs/suppliers/src/${folder}/*.ts`],
  ignores: ['**/*.spec.ts'],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            regex: `^\\.\\./(?!(?:${folder.includes('/') ? 'openai|\\.\\./' : ''}(?:${allowed.join('|')}))/)`,
            message: `${folder} may use only: ${allowed.join(', ') || 'no other folder'}.`,
          },
        ],
      },
    ],
  },
}));

/** A product that needs no more than a metered call has no line in featureArrows. */
const productArrows = ['metered-calls', 'keys', 'models', 'suppliers'];

const productFolders = readdirSync(new URL('apps/gateway/src', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !groundOf.gateway.includes(entry.name))
  .map(({ name }) => name);

const arrowsOf = {
  ...featureArrows,
  gateway: { ...Object.fromEntries(productFolders.map((name) => [name, productArrows])), ...featureArrows.gateway },
};

const featureRules = Object.entries(arrowsOf).flatMap(([app, features]) =>
  Object.entries(features).flatMap(([feature, allowed]) => {
    const open = [`(?:${groundOf[app].join('|')})(?:/[^/]+)?`, ...allowed];
    const message = `${feature} may import only the index.ts of: ${allowed.join(', ') || 'no other feature'} (featureArrows in eslint.config.mjs).`;
    // A family of files inside a feature (images/tasks) is one step further from the other features.
    return [
      { files: [`apps/${app}/src/${feature}/*.{ts,tsx}`], out: '\\.\\./' },
      { files: [`apps/${app}/src/${feature}/*/**/*.{ts,tsx}`], out: '\\.\\./\\.\\./' },
    ].map(({ files, out }) => ({
      files,
      rules: {
        'no-restricted-imports': [
          'error',
          {
            patterns: [{ regex: `^${out}(?!(?:${open.join('|')})$)[a-z]`, message }, ...adapterPatterns(app, feature)],
          },
        ],
      },
    }));
  }),
);

const NAMED_EXPORTS = { selector: 'ExportAllDeclaration', message: 'Name what is exported.' };

const globalFetch = (message) => ({
  selector: 'MemberExpression[object.name=/^(?:globalThis|global)$/][property.name="fetch"]',
  message,
});

/** Refuses every other way out of a service. */
function onlyThrough(message) {
  return {
    'no-restricted-globals': [
      'error',
      ...['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'].map((name) => ({ name, message })),
    ],
    'no-restricted-syntax': [
      'error',
      NAMED_EXPORTS,
      {
        selector:
          'ImportDeclaration[importKind="value"][source.value=/^(?:undici|axios|(?:node:)?(?:https?|http2|tls))$/]',
        message,
      },
      globalFetch(message),
    ],
  };
}

const COMPARED =
  'Compare each answer with the OpenAPI document: send by callApi or documentedFetch, or read the answer to a request of node:http by documentedAnswerTo.';

/** Clients that would use the plain `fetch`, and sockets. */
const UNCOMPARED = [
  {
    selector:
      ':matches(NewExpression[callee.name="OpenAI"], CallExpression[callee.name="createOpenAICompatible"]):not(:has(Property[key.name="fetch"]))',
    message: COMPARED,
  },
  {
    selector:
      'ImportDeclaration[source.value=/^(?:node:)?net$/] ImportSpecifier[imported.name=/^(?:connect|createConnection|Socket)$/]',
    message: COMPARED,
  },
];

/** They send what `fetch` cannot, or serve. */
const OVER_NODE_HTTP = [
  'admin-ledger-file.e2e-spec.ts',
  'balanced-clients.ts',
  'client-failures.e2e-spec.ts',
  'hot-route.e2e-spec.ts',
  'search-stack.ts',
];

export default ts.config(
  {
    ignores: [
      '**/node_modules',
      'dist',
      '.nx',
      '**/*.cjs',
      '**/*.js',
      '**/*.mjs',
      // Generated.
      'libs/client/src/submission-api.ts',
    ],
  },
  // Here are the rules that Oxlint lacks. All others are in .oxlintrc.json.
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parser: ts.parser },
    plugins: { '@nx': nx, regexp },
    rules: {
      '@nx/enforce-module-boundaries': ['error', { allow: [], depConstraints: projectArrows }],
      'no-restricted-syntax': ['error', NAMED_EXPORTS],
      // No text may cost more than linear time on a main thread.
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },
  {
    files: ['apps/studio/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': [
        'error',
        NAMED_EXPORTS,
        {
          selector: 'Property[key.name="fontSize"]',
          message: 'Sizes are in the style sheets, whose spec knows the scale.',
        },
      ],
    },
  },
  {
    // A spec may meet the fakes; what is shipped may not.
    files: [
      'apps/*/src/**/*.spec.ts',
      'libs/suppliers/src/**/*.spec.ts',
      'libs/suppliers/src/contract-suite/*.ts',
      'libs/suppliers/src/vendors/*/fake-*.ts',
    ],
    rules: {
      '@nx/enforce-module-boundaries': ['error', { allow: [], depConstraints: projectArrows.map(toSpecArrow) }],
    },
  },
  {
    files: ['apps/gateway/src/**/*.ts', 'libs/suppliers/src/**/*.ts'],
    ignores: [
      '**/*.spec.ts',
      'libs/suppliers/src/contract-suite/*.ts',
      'libs/suppliers/src/http/supplier-http.ts',
      // Receivers of webhooks are no suppliers. It has the same guard.
      'apps/gateway/src/webhooks/webhook-http.ts',
    ],
    rules: onlyThrough(
      'The gateway connects to the internet only through http/supplier-http.ts of libs/suppliers, which guards the destination.',
    ),
  },
  {
    // What users name is fetched through the guard; the gateway is ours.
    files: ['apps/submission/src/**/*.{ts,tsx}'],
    ignores: [
      '**/*.spec.{ts,tsx}',
      'apps/submission/src/assets/download-image.ts',
      'apps/submission/src/model/model-gateway.ts',
    ],
    rules: onlyThrough(
      'The submission service goes out through assets/download-image.ts, which guards where to, to the gateway through model/model-gateway.ts, and to the mail server through libs/mail.',
    ),
  },
  {
    files: ['apps/gateway-e2e/src/**/*.ts'],
    // The first compares what it fetches. Metrics and pages are not part of the API.
    ignores: [
      'checked-fetch.ts',
      'gateway-metrics.ts',
      'operator-console.ts',
      'pages.e2e-spec.ts',
      'reference.e2e-spec.ts',
    ].map((file) => `apps/gateway-e2e/src/${file}`),
    rules: {
      ...onlyThrough(COMPARED),
      'no-restricted-syntax': [...onlyThrough(COMPARED)['no-restricted-syntax'], ...UNCOMPARED],
    },
  },
  {
    files: OVER_NODE_HTTP.map((file) => `apps/gateway-e2e/src/${file}`),
    rules: { 'no-restricted-syntax': ['error', NAMED_EXPORTS, globalFetch(COMPARED), ...UNCOMPARED] },
  },
  {
    files: ['libs/ui/src/**/*.{ts,tsx}'],
    ignores: ['**/*.spec.{ts,tsx}'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: '^(?!\\.\\.?/|react$)', message: 'What browsers load imports React and its own files only.' },
          ],
        },
      ],
    },
  },
  ...featureRules,
  {
    // What belongs to no feature: the ground, but tokens, and the files that put the service together.
    files: ['apps/gateway/src/*.ts', 'apps/gateway/src/{database,changes}/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: { 'no-restricted-imports': ['error', { patterns: adapterPatterns('gateway', null) }] },
  },
  ...adapterRules,
  {
    // Each table belongs to one feature: tools/eslint/table-owners.cjs.
    files: ['apps/*/src/**/*.{ts,tsx}', 'libs/{auth,egress,http,mail,platform,suppliers}/src/**/*.ts'],
    ignores: [
      '**/*.spec.{ts,tsx}',
      'apps/*/src/**/__fixtures__/*.ts',
      'apps/*/src/database/**',
      'libs/platform/src/database/serving-rights.ts',
    ],
    plugins: { shipyard: { rules: { 'own-tables': ownTables } } },
    rules: { 'shipyard/own-tables': ['error', { tableOwners, allowed }] },
  },
);
