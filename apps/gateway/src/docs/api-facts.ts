import { type ApiFacts, envelopeErrorFormat } from '@shipyard/http';
import type { ConsoleSessionsService } from '../operators';
import { capitalized, PRODUCT_GROUPS, soldIn } from '../products';
import { customerErrorFormat } from '../v1';
import { EXAMPLE_REQUESTS, EXAMPLE_VALUES } from './example-values';

const answerHeaders: ApiFacts['answerHeaders'] = {
  'X-Request-Id': {
    description: 'The id of this request. Give it when you ask for help.',
    required: true,
    schema: { type: 'string' },
  },
};

/** For customers: everything outside /admin. */
export const customerFacts: ApiFacts = {
  info: {
    title: 'Shipyard gateway',
    version: '1',
    description: [
      `${capitalized(soldIn('en'))} behind one base URL for OpenAI's clients. You pay for what you use, in CNY.`,
      'An error is `{ "error": { "message", "type", "param", "code" } }`, always with all four keys.',
    ].join('\n\n'),
  },
  prefix: '/v1',
  groups: {
    models: 'Models and prices',
    ...PRODUCT_GROUPS,
    balance: 'Balance',
    usage: 'Usage',
    requests: 'Requests',
    keys: 'Keys',
    webhooks: 'Webhooks',
    service: 'Probes and documents of the gateway',
  },
  pathParameters: {
    id: 'The id of a model, an image task, a key, a webhook or a delivery.',
    name: 'The last part of the URL of an image: `<id>.<ext>`.',
    file: 'The name of a page: `<name>.md`.',
  },
  securitySchemes: {
    key: { type: 'http', scheme: 'bearer', description: 'An enterprise key, `gwk_…`.' },
  },
  answerHeaders,
  errorFormat: customerErrorFormat,
  examples: { values: EXAMPLE_VALUES, requests: EXAMPLE_REQUESTS },
};

const OPERATOR_GROUPS = {
  customers: 'Customers and their balance',
  keys: 'Keys of customers',
  suppliers: 'Suppliers',
  models: 'Models, their routes and prices',
  routes: 'Routes',
  prices: 'Prices',
  'price-lists': 'Price lists',
  requests: 'Requests',
  ledger: 'Ledger',
  statements: 'Statements',
  reconciliation: 'Check of the ledger',
  usage: 'Usage',
  losses: 'Losses',
  'supplier-usage': 'Bills of suppliers',
  'supplier-drift': 'Bills of suppliers and our count',
  health: 'Health of routes',
  webhooks: 'Webhooks',
  tasks: 'Image tasks',
  searches: 'Web searches',
  'ledger-files': 'Files of the ledger',
  audit: 'What operators changed',
  'admin-keys': 'Admin keys',
  users: 'Console users',
  totp: 'Second factor',
  'second-factor': 'Showing the second factor again',
  sessions: 'Sessions and the description of these calls',
};

/** For operators: /admin. */
export const operatorFacts = (cookie: ConsoleSessionsService['cookie']): ApiFacts => ({
  info: {
    title: 'Shipyard gateway: calls for operators',
    version: '1',
    description: [
      'Customers, keys, suppliers, models, routes, prices, and what was used and paid.',
      'A success is `{ "ok": true, "data": … }`. An error is `{ "ok": false, "error": CODE, "message": … }`, sometimes with `details` for programs.',
      'Amounts in CNY are decimal strings. Unknown fields of a body are refused. A list answers `items` and `next_cursor`.',
    ].join('\n\n'),
  },
  prefix: '/admin',
  groups: OPERATOR_GROUPS,
  pathParameters: {
    id: 'The id of the record.',
    member: 'The id of the member.',
    requestId: 'The X-Request-Id of a request.',
    fileId: 'The id of the file.',
    number: 'The number of a statement, as in `S-000042`.',
  },
  securitySchemes: {
    key: { type: 'http', scheme: 'bearer', description: 'An admin key, `gwa_…`.' },
    session: { type: 'apiKey', in: 'cookie', name: cookie.name, description: 'The cookie of the console.' },
    csrf: {
      type: 'apiKey',
      in: 'header',
      name: 'X-CSRF-Token',
      description: 'The response to a sign-in has it. Each write that uses the cookie needs it.',
    },
  },
  answerHeaders,
  errorFormat: envelopeErrorFormat('/admin'),
  examples: { values: EXAMPLE_VALUES, requests: EXAMPLE_REQUESTS },
});
