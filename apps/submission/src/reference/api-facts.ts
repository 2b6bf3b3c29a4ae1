import { type ApiFacts, envelopeErrorFormat } from '@shipyard/http';
import type { SessionsService } from '../accounts';
import { EXAMPLE_REQUESTS, EXAMPLE_VALUES } from './example-values';

export const apiFacts = (cookie: SessionsService['cookie']): ApiFacts => ({
  info: {
    title: 'Shipyard: project submission',
    version: '1',
    description: [
      'Projects, READMEs, development logs, images and reviews of build programs.',
      'A success is `{ "ok": true, "data": … }`. An error is `{ "ok": false, "error": CODE, "message": … }`, sometimes with `details` for programs.',
      'Unknown fields of a body are refused, and unknown query parameters are ignored. Lengths count Unicode code points. Times are ISO 8601 in UTC.',
    ].join('\n\n'),
  },
  prefix: '/api/v1',
  groups: {
    programs: 'Programs',
    docs: 'Documents of a program',
    projects: 'Projects with their README, logs, reviews and sync',
    slugs: 'Slugs of projects',
    assets: 'Images',
    interviews: 'Interviews',
    guardians: 'Guardians of young participants',
    creators: 'Public pages of participants',
    pages: 'Pages about the site',
    accounts: 'Accounts, tokens and sessions',
    admin: 'Calls for staff',
    service: 'Probes and descriptions of the service',
  },
  pathParameters: {
    slug: 'The slug of a project: 3-32 of `[a-z0-9-]`.',
    programId: 'The id of a program.',
    docId: 'The id of a document of the program.',
    pageId: 'The id of a page about the site.',
    handle: 'The handle of an account.',
    id: 'The id of a token or a session.',
    accountId: 'The id of an account.',
    sequence: 'The sequence of a log.',
    assetId: 'The id of an image: the name in its URL, without the extension.',
    uploadId: 'The id of an upload.',
    revisionId: 'The id of an earlier text of the README.',
    reportId: 'The id of a row of reports.',
    interviewId: 'The id of an interview.',
    fileName:
      'The last part of the URL of an image: `<asset id>.<ext>`, or of a smaller copy: `<asset id>-<width>.<avif or webp>`.',
    imageId: 'The id of a copy of an image on another host, from its URL in a document.',
  },
  securitySchemes: {
    token: {
      type: 'http',
      scheme: 'bearer',
      description: 'An API token, `pst_…`. Never put one into a README, a log or a repository.',
    },
    apiKey: { type: 'apiKey', in: 'header', name: 'X-API-KEY', description: 'The same token in another header.' },
    interview: {
      type: 'http',
      scheme: 'bearer',
      description: 'The session token of an interview, `ivs_…`, from redeeming its credential.',
    },
    guardian: {
      type: 'http',
      scheme: 'bearer',
      description: "The token of a guardian's link, `pgt_…`, from our mail to them.",
    },
    session: { type: 'apiKey', in: 'cookie', name: cookie.name, description: 'The session cookie.' },
    csrf: {
      type: 'apiKey',
      in: 'header',
      name: 'X-CSRF-Token',
      description: 'The response to a sign-in has it. Each write that uses the cookie needs it.',
    },
  },
  answerHeaders: {
    'X-Request-Id': {
      description: 'The id of this request: your own, if you sent a valid one.',
      required: true,
      schema: { type: 'string' },
    },
  },
  errorFormat: envelopeErrorFormat('/'),
  examples: { values: EXAMPLE_VALUES, requests: EXAMPLE_REQUESTS },
});
