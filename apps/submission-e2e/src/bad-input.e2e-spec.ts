import { readFileSync } from 'node:fs';
import path from 'node:path';
import { mintToken } from '@shipyard/auth';
import { callApi, drawImage, sharedStack } from '@shipyard/testing';
import fc from 'fast-check';
import { badRequests, headOf, type SampleRoute } from './bad-requests';
import { Participant } from './participant';
import { type RawAnswer, sendRaw } from './raw-request';

const page = readFileSync(path.join(__dirname, '../../../docs/errors.md'), 'utf8').split('## Gateway')[0] ?? '';
const STATUS_OF = new Map(
  [...page.matchAll(/^\| `([A-Z_]+)` \| (\d+) /gm)].map(([, code = '', status]) => [code, Number(status)]),
);
/** By code, from the contract. */
const DETAILS: Readonly<Record<string, string[]>> = {
  VALIDATION_FAILED: ['fields'],
  README_IMAGE_MISSING: ['missing'],
  README_ATTACHMENT_NOT_IMAGE: ['parts'],
  README_FRONT_MATTER_INVALID: ['line', 'column'],
  IMAGE_TYPE_UNSUPPORTED: ['part'],
  IMAGE_TOO_LARGE: ['limit', 'unit', 'part'],
  PAYLOAD_TOO_LARGE: ['limit', 'part'],
  PROJECT_INCOMPLETE: ['missing'],
  LOG_SEQUENCE_EXISTS: ['sequences', 'next_sequence'],
  REVIEW_NOT_READY: ['missing', 'logs_required', 'logs_present'],
  STATE_CONFLICT: ['state', 'allowed'],
  RATE_LIMITED: ['retry_after_seconds'],
};
/** A soak uses more time. */
const BUDGET_MS = Number(process.env.BAD_INPUT_SECONDS ?? 20) * 1_000;
const SEED = Number(process.env.BAD_INPUT_SEED ?? Date.now() % 2 ** 31);

/** Whatever is sent, the answer has a known code and no 5xx, and no connection hangs. */
describe('bad input', () => {
  const { credentials, submissionUrl } = sharedStack();
  const url = credentials.submission_url;
  const handle = `bad-${SEED}`;
  let token: string;
  let owner: Participant;
  let routes: SampleRoute[];
  let png: Buffer;

  beforeAll(async () => {
    png = await drawImage();
    const json = { handle, display_name: 'A', email: `${handle}@example.com`, password: 'x'.repeat(10) };
    token = (await callApi<{ data: { token: string } }>(url, 'POST', '/accounts', { json })).body.data.token;
    owner = new Participant(url, token, credentials.program_id);
    const slug = await owner.createProject();
    const projectId = await owner.projectId(slug);
    const log = { sequence: 1, title: 'A', content_md: 'a', created_at: 1_700_000_000 };
    const config = {
      name: 'A',
      tagline: 'a',
      tags: ['a'],
      demo_urls: ['https://example.org/'],
      visibility: 'public',
      project_status: 'in_progress',
      header_image: 'cloud://a/b.png',
    };
    routes = [
      ...[
        '/programs',
        `/programs/${credentials.program_id}`,
        '/projects',
        `/projects/${slug}`,
        `/projects/${slug}/logs`,
        `/projects/${slug}/readme`,
        `/projects/${slug}/status`,
      ]
        .concat([
          `/programs/${credentials.program_id}/projects`,
          `/docs/${credentials.program_id}`,
          '/creators/ada-weber',
          '/accounts/me',
          '/accounts/tokens',
          '/assets/a.png',
          '/nowhere',
        ])
        .map((address) => ({ method: 'GET', path: address })),
      {
        method: 'POST',
        path: '/projects',
        body: 'json',
        sample: { program_id: credentials.program_id, slug, name: 'A', tagline: 'a', tags: ['a'] },
      },
      {
        method: 'PATCH',
        path: `/projects/${slug}`,
        body: 'json',
        sample: { ...config, project_status: undefined, color: 'red' },
      },
      {
        method: 'POST',
        path: '/projects/sync',
        body: 'json',
        sample: { project_id: projectId, config, readme_markdown: '# A', new_logs: [log] },
      },
      {
        method: 'POST',
        path: '/accounts',
        body: 'json',
        sample: {
          handle: 'ada-weber',
          display_name: 'A',
          email: 'a@example.com',
          password: 'x'.repeat(10),
          birth_date: '2001-01-01',
        },
      },
      {
        method: 'PATCH',
        path: '/accounts/me',
        body: 'json',
        sample: { display_name: 'A', bio: 'a', locale: 'en', mail_opt_out: true },
      },
      {
        method: 'POST',
        path: '/accounts/login',
        body: 'json',
        sample: { email: 'a@example.com', password: 'x'.repeat(10) },
      },
      { method: 'POST', path: '/accounts/reset-request', body: 'json', sample: { email: 'a@example.com' } },
      {
        method: 'POST',
        path: '/accounts/reset',
        body: 'json',
        sample: { reset_token: mintToken('prt_'), password: 'x'.repeat(10), revoke_tokens: true },
      },
      { method: 'POST', path: '/accounts/confirm', body: 'json', sample: { confirm_token: 'a.1.b.c' } },
      { method: 'POST', path: '/accounts/me/confirm-request', body: 'json', sample: {} },
      {
        method: 'POST',
        path: '/accounts/tokens',
        body: 'json',
        sample: { name: 'A', expires_at: '2099-01-01T00:00:00Z' },
      },
      { method: 'DELETE', path: '/accounts/tokens/0192f0c1-0000-7000-8000-000000000000', body: 'json', sample: {} },
      // Not `projects`: a sound request would delete the account.
      { method: 'DELETE', path: '/accounts/me', body: 'json', sample: {} },
      { method: 'DELETE', path: '/projects/nowhere', body: 'json', sample: {} },
      { method: 'POST', path: '/projects/nowhere/review/request', body: 'json', sample: {} },
      {
        method: 'PUT',
        path: `/projects/${slug}/readme`,
        body: 'form',
        sample: { readme: '---\ntags: [a]\n---\n# A ![a](a.png)' },
      },
      { method: 'POST', path: `/projects/${slug}/logs`, body: 'form', sample: { title: 'A', text: 'a' } },
      { method: 'POST', path: '/assets/upload', body: 'form', sample: { project_id: projectId } },
    ];
  });

  const requests = badRequests(
    () => routes,
    () => png,
  );

  const assertKnown = (answer: RawAnswer) => {
    expect(answer.status).toBeLessThan(500);
    expect(answer.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
    if (answer.status < 400 || answer.body === '') return;
    const body = JSON.parse(answer.body) as Record<string, unknown>;
    const { ok, error, message, details, ...rest } = body;
    expect([ok, rest, typeof message]).toEqual([false, {}, 'string']);
    expect(STATUS_OF.get(String(error))).toBe(answer.status);
    const known = DETAILS[String(error)] ?? [];
    expect(Object.keys(details ?? {}).filter((key) => !known.includes(key))).toEqual([]);
    expect(answer.body).not.toContain(token);
  };

  it(`gets a known error code (seed ${SEED})`, async () => {
    let answered = 0;
    let hungUp = 0;
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        const answer = await sendRaw(url, {
          head: headOf(request, token),
          body: request.body,
          end: request.lengthOff > 0,
        });
        if (answer === null) {
          hungUp += 1;
          return;
        }
        answered += 1;
        assertKnown(answer);
      }),
      {
        seed: SEED,
        numRuns: 1_000_000,
        interruptAfterTimeLimit: BUDGET_MS,
        markInterruptAsFailure: false,
        endOnFailure: true,
      },
    );
    expect(answered).toBeGreaterThan(hungUp);
    expect((await callApi(submissionUrl, 'GET', '/readyz')).status).toBe(200);
    expect((await owner.call('GET', '/accounts/me')).status).toBe(200);
  });
});
