import { type ApiFacts, envelopeErrorFormat } from '@shipyard/http';
import type { SessionsService } from '../accounts';

export const apiFacts = (cookie: SessionsService['cookie']): ApiFacts => ({
  info: {
    title: 'Shipyard: project submission',
    version: '1',
    description: [
      'Projects, READMEs, development logs, images and reviews of build programs.',
      'A success is `{ "ok": true, "data": … }`, a failure `{ "ok": false, "error": CODE, "message": … }`, some with `details` for a machine.',
      'Unknown fields of a body are refused, unknown parameters of a query ignored. Lengths count Unicode code points. Times are ISO 8601, UTC.',
    ].join('\n\n'),
  },
  prefix: '/api/v1',
  groups: {
    programs: 'What participants build for',
    docs: 'Documents of a program',
    projects: 'Projects with their README, logs, reviews and sync',
    assets: 'Images',
    interviews: 'Interviews, by their credential',
    creators: 'Pages of participants',
    accounts: 'Accounts, tokens and sessions',
    admin: 'What staff do',
    service: 'Probes and descriptions of the service',
  },
  pathParameters: {
    slug: 'The slug of a project: 3-32 of `[a-z0-9-]`.',
    programId: 'The id of a program.',
    docId: 'The id of one of its documents.',
    handle: 'The handle of an account.',
    id: 'The id of a token or a session.',
    accountId: 'The id of an account.',
    fileName: 'The last part of the address of an image: `<asset id>.<ext>`.',
    imageId: 'The id of a copy of an image of another host, as the URL in a document has it.',
  },
  securitySchemes: {
    token: {
      type: 'http',
      scheme: 'bearer',
      description: 'An API token, `pst_…`. Never put one into a README, a log or a repository.',
    },
    apiKey: { type: 'apiKey', in: 'header', name: 'X-API-KEY', description: 'The same token in another header.' },
    session: { type: 'apiKey', in: 'cookie', name: cookie.name, description: 'The cookie of a log-in.' },
    csrf: {
      type: 'apiKey',
      in: 'header',
      name: 'X-CSRF-Token',
      description: 'Comes with the log-in; each write by cookie needs it.',
    },
  },
  answerHeaders: {
    'X-Request-Id': {
      description: 'Of this request: yours, if you sent a sane one.',
      required: true,
      schema: { type: 'string' },
    },
  },
  errorFormat: envelopeErrorFormat('/'),
});
