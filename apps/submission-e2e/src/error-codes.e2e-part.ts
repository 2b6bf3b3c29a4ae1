import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { createLogger } from '@shipyard/platform/logger';
import { connectRedis } from '@shipyard/platform/redis';
import { type ApiAnswer, type ApiCall, callApi, drawImage, type TestStack } from '@shipyard/testing';
import { Client } from 'pg';
import type { OwnStack } from './own-stack';
import { type Failure, Participant, readmeForm } from './participant';
import { RECIPIENT } from './shipment';

/** A row of the contract's table: the exact `details`, and additional headers. */
interface Expected {
  status: number;
  details?: Record<string, unknown>;
  headers?: Record<string, RegExp>;
  provoke: () => Promise<ApiAnswer<Failure>>;
}

/** From the documentation, which another test compares with the tables. */
const DOCUMENTED =
  (readFileSync(path.join(__dirname, '../../../docs/errors.md'), 'utf8').split('## Gateway')[0] ?? '').match(
    /(?<=^\| `)[A-Z_]+/gm,
  ) ?? [];
const BEARER = { 'www-authenticate': /^Bearer$/ };
const PASSWORD = 'correct horse battery';
const field = (name: string) => ({ fields: [{ field: name, message: expect.any(String) as string }] });

export function describeErrorCodes(own: OwnStack): void {
  let stack: TestStack;
  let url: string;
  let token: string;
  let owner: Participant;
  let other: Participant;
  let slug: string;
  let projectId: string;

  beforeAll(async () => {
    stack = own.stack;
    const { credentials } = stack;
    url = credentials.submission_url;
    token = credentials.participant.token;
    owner = new Participant(url, token, credentials.program_id);
    other = new Participant(url, credentials.other_participant.token, credentials.program_id);
    slug = await owner.createProject();
    projectId = await owner.projectId(slug);
  });

  const ask = (method: string, address: string, call: ApiCall = {}) => callApi<Failure>(url, method, address, call);
  const create = (changes: object) =>
    owner.refused('POST', '/projects', {
      json: { program_id: stack.credentials.program_id, slug: 'a-new-one', name: 'A', ...changes },
    });
  const sync = (json: object) => owner.refused('POST', '/projects/sync', { json: { project_id: projectId, ...json } });
  const putReadme = (markdown: string, images: Record<string, Buffer> = {}) =>
    owner.refused('PUT', `/projects/${slug}/readme`, { form: readmeForm(markdown, images) });
  const upload = (image: Buffer) => {
    const form = new FormData();
    form.set('project_id', projectId);
    form.set('file', new Blob([new Uint8Array(image)]), 'picture');
    return owner.refused('POST', '/assets/upload', { form });
  };
  const newcomer = () => {
    const handle = `e-${randomUUID().slice(0, 20)}`;
    return { handle, display_name: 'A', email: `${handle}@example.com`, password: PASSWORD };
  };
  const register = (changes: object = {}) => ask('POST', '/accounts', { json: { ...newcomer(), ...changes } });
  const keyed = (headers: Record<string, string>, text: string) => {
    const form = new FormData();
    form.set('title', 'A');
    form.set('text', text);
    return owner.refused('POST', `/projects/${slug}/logs`, { form, headers });
  };

  const table: Record<string, Expected> = {
    VALIDATION_FAILED: { status: 400, details: field('slug'), provoke: () => create({ slug: 'no' }) },
    MALFORMED_BODY: {
      status: 400,
      provoke: () =>
        ask('POST', '/projects', { token, body: '{"slug":', headers: { 'content-type': 'application/json' } }),
    },
    README_IMAGE_MISSING: {
      status: 400,
      details: { missing: ['./one.png', 'two.png?raw=true'] },
      provoke: () => putReadme('![a](./one.png) <img src="two.png?raw=true">'),
    },
    README_ATTACHMENT_NOT_IMAGE: {
      status: 400,
      details: { parts: ['a.png', 'b.png'] },
      provoke: async () =>
        putReadme('![a](a.png)', {
          'a.png': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
          'b.png': (await drawImage()).subarray(0, 60),
          'c.png': await drawImage(),
        }),
    },
    GUARDIAN_CONSENT_REQUIRED: {
      status: 400,
      provoke: async () => {
        const minor = new Participant(url, stack.credentials.minor_participant.token, stack.credentials.program_id);
        return minor.refused('POST', `/projects/${await minor.createProject()}/shipment`, { json: RECIPIENT });
      },
    },
    README_FRONT_MATTER_INVALID: {
      status: 400,
      details: { line: 2, column: expect.any(Number) },
      provoke: () => putReadme('---\ntagline: a: b\n---\n# a'),
    },
    IMAGE_TYPE_UNSUPPORTED: {
      status: 400,
      details: { part: 'file' },
      provoke: () => upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
    },
    IMAGE_TOO_LARGE: {
      status: 413,
      details: { limit: 40_000_000, unit: 'pixels', part: 'file' },
      provoke: async () => upload(await drawImage({ width: 8_001, height: 5_000 })),
    },
    PAYLOAD_TOO_LARGE: { status: 413, provoke: () => create({ name: 'x'.repeat(8 * 1024 * 1024) }) },
    PROJECT_INCOMPLETE: {
      status: 400,
      details: { missing: ['readme', 'logs'] },
      provoke: () => sync({ config: { project_status: 'completed' } }),
    },
    AUTH_TOKEN_MISSING: { status: 401, headers: BEARER, provoke: () => ask('GET', '/accounts/me') },
    AUTH_TOKEN_INVALID: { status: 401, headers: BEARER, provoke: () => ask('GET', '/programs', { token: 'pst_x' }) },
    LOGIN_INVALID: {
      status: 401,
      provoke: () => ask('POST', '/accounts/login', { json: { email: 'nobody@example.com', password: PASSWORD } }),
    },
    FORBIDDEN: { status: 403, provoke: () => other.refused('PATCH', `/projects/${slug}`, { json: { name: 'Mine' } }) },
    QUOTA_EXCEEDED: {
      status: 403,
      details: { quota: 'tokens', limit: 50 },
      provoke: async () => {
        const { body } = await callApi<{ data: { token: string } }>(url, 'POST', '/accounts', { json: newcomer() });
        const create = () => ask('POST', '/accounts/tokens', { token: body.data.token, json: { name: 'A' } });
        for (let live = 1; live < 50; live += 1) await create();
        return create();
      },
    },
    CSRF_INVALID: {
      status: 403,
      provoke: async () => {
        const { email, password } = stack.credentials.participant;
        const { headers } = await ask('POST', '/accounts/login', { json: { email, password } });
        return ask('PATCH', '/accounts/me', {
          json: { bio: 'a' },
          headers: { cookie: headers.get('set-cookie')?.split(';')[0] ?? '' },
        });
      },
    },
    PROJECT_NOT_FOUND: { status: 404, provoke: () => ask('GET', '/projects/nowhere') },
    PROGRAM_NOT_FOUND: { status: 404, provoke: () => ask('GET', '/programs/nowhere') },
    CREATOR_NOT_FOUND: { status: 404, provoke: () => ask('GET', '/creators/nobody') },
    DOC_NOT_FOUND: { status: 404, provoke: () => ask('GET', `/docs/${stack.credentials.program_id}/nothing`) },
    README_NOT_FOUND: { status: 404, provoke: () => ask('GET', `/projects/${slug}/readme`) },
    ASSET_NOT_FOUND: { status: 404, provoke: () => ask('GET', `/assets/${randomUUID()}.png`) },
    SHIPMENT_NOT_FOUND: {
      status: 404,
      provoke: () => ask('GET', `/admin/projects/${slug}/shipment`, { token: stack.credentials.staff.fulfilment }),
    },
    NOT_FOUND: { status: 404, provoke: () => ask('GET', '/nowhere') },
    METHOD_NOT_ALLOWED: {
      status: 405,
      headers: { allow: /^GET, HEAD$/ },
      provoke: () => ask('DELETE', '/programs'),
    },
    UPLOAD_URL_INVALID: {
      status: 410,
      provoke: () => ask('PUT', `/assets/uploads/${randomUUID()}?key=upl_x`, { body: 'a' }),
    },
    SLUG_TAKEN: { status: 409, provoke: () => create({ slug }) },
    LOG_SEQUENCE_EXISTS: {
      status: 409,
      details: { sequences: [2, 3], next_sequence: 10 },
      provoke: async () => {
        const logs = (sequences: number[]) => ({
          new_logs: sequences.map((sequence) => ({ sequence, title: 'A', content_md: 'a' })),
        });
        projectId = await owner.projectId(await owner.createProject());
        await sync(logs([2, 3, 9]));
        return sync(logs([3, 1, 2]));
      },
    },
    README_CHANGED: {
      status: 409,
      details: { updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string },
      provoke: async () => {
        const changed = await owner.createProject();
        await owner.putReadme(changed, '# A');
        const form = readmeForm('# B');
        form.set('base_updated_at', '2020-01-01T00:00:00.000Z');
        return owner.refused('PUT', `/projects/${changed}/readme`, { form });
      },
    },
    PROPERTIES_CHANGED: {
      status: 409,
      details: { updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string },
      provoke: async () => {
        const changed = await owner.createProject();
        const json = {
          project_id: await owner.projectId(changed),
          base_properties_updated_at: '2020-01-01T00:00:00.000Z',
        };
        return owner.refused('POST', '/projects/sync', { json });
      },
    },
    REVIEW_NOT_READY: {
      status: 409,
      details: { missing: ['readme', 'logs'], logs_required: 1, logs_present: 0 },
      provoke: async () => owner.refused('POST', `/projects/${await owner.createProject()}/review/request`),
    },
    REVIEW_IN_PROGRESS: {
      status: 409,
      details: { state: 'review_pending', allowed: [] },
      provoke: async () => {
        await stack.processes.submissionWorker.pause();
        const ready = await owner.createReadyProject('# Ready');
        await owner.call('POST', `/projects/${ready}/review/request`);
        const answer = await owner.refused('POST', `/projects/${ready}/review/request`);
        await stack.processes.submissionWorker.resume();
        return answer;
      },
    },
    STATE_CONFLICT: {
      status: 409,
      details: { state: 'shipped', allowed: [] },
      provoke: async () => {
        const shipped = await owner.createReadyProject('# Shipped');
        await stack.query('submission', `UPDATE projects SET state = 'shipped', shipped_at = now() WHERE slug = $1`, [
          shipped,
        ]);
        return owner.refused('POST', `/projects/${shipped}/review/request`);
      },
    },
    SHIPMENT_NOT_ALLOWED: {
      status: 409,
      details: { state: 'draft', allowed: ['request_review'] },
      provoke: async () =>
        owner.refused('POST', `/projects/${await owner.createProject()}/shipment`, { json: RECIPIENT }),
    },
    INTERVIEW_NOT_AVAILABLE: {
      status: 409,
      details: { state: 'draft', allowed: ['request_review'] },
      provoke: async () => owner.refused('POST', `/projects/${await owner.createProject()}/interview/start`),
    },
    INTERVIEW_CREDENTIAL_INVALID: {
      status: 410,
      provoke: () => ask('POST', '/interviews/redeem', { json: { credential: 'ivc_x' } }),
    },
    RESET_TOKEN_INVALID: {
      status: 410,
      provoke: () => ask('POST', '/accounts/reset', { json: { reset_token: 'prt_x', password: PASSWORD } }),
    },
    PROGRAM_CLOSED: {
      status: 409,
      provoke: async () => {
        await stack.query('submission', `UPDATE programs SET ends_at = now() - interval '1 second' WHERE id = $1`, [
          stack.credentials.program_id,
        ]);
        const answer = await create({});
        await stack.query('submission', 'UPDATE programs SET ends_at = NULL WHERE id = $1', [
          stack.credentials.program_id,
        ]);
        return answer;
      },
    },
    HANDLE_TAKEN: { status: 409, provoke: () => register({ handle: stack.credentials.participant.handle }) },
    GUARDIAN_REQUIRED: {
      status: 403,
      provoke: async () => {
        const { body } = await register({ birth_date: `${new Date().getUTCFullYear() - 14}-01-01` });
        const child = new Participant(
          url,
          (body as unknown as { data: { token: string } }).data.token,
          stack.credentials.program_id,
        );
        return child.refused('PATCH', `/projects/${await child.createProject()}`, { json: { visibility: 'public' } });
      },
    },
    AGE_REFUSED: {
      status: 403,
      provoke: () => register({ birth_date: new Date().toISOString().slice(0, 10) }),
    },
    EMAIL_TAKEN: { status: 409, provoke: () => register({ email: stack.credentials.participant.email.toUpperCase() }) },
    IDEMPOTENCY_KEY_REUSED: {
      status: 409,
      provoke: async () => {
        const headers = { 'idempotency-key': randomUUID() };
        await keyed(headers, 'one');
        return keyed(headers, 'another');
      },
    },
    IDEMPOTENCY_IN_PROGRESS: {
      status: 409,
      headers: { 'retry-after': /^[1-9]\d*$/ },
      provoke: async () => {
        const headers = { 'idempotency-key': randomUUID() };
        const holder = new Client({ connectionString: stack.view.databaseUrls.submission });
        await holder.connect();
        await holder.query('BEGIN');
        await holder.query('SELECT FROM projects WHERE slug = $1 FOR UPDATE', [slug]);
        const both = [keyed(headers, 'a'), keyed(headers, 'a')];
        const first = await Promise.race(both);
        await holder.end();
        await Promise.all(both);
        return first;
      },
    },
    RATE_LIMITED: {
      status: 429,
      details: { retry_after_seconds: expect.any(Number) },
      headers: {
        'retry-after': /^\d+$/,
        'ratelimit-limit': /^1000$/,
        'ratelimit-remaining': /^0$/,
        'ratelimit-reset': /^\d+$/,
      },
      provoke: async () => {
        // The demo's limit is a hundred times higher, so the counter is set directly.
        const signIn = () =>
          ask('POST', '/accounts/login', { json: { email: 'often@example.com', password: PASSWORD } });
        const redis = await connectRedis(stack.view.redisUrl ?? '', createLogger('test'));
        const before = new Set(await redis.keys('limit:log_in_email:*'));
        await signIn();
        const [counter = ''] = (await redis.keys('limit:log_in_email:*')).filter((key) => !before.has(key));
        await redis.set(counter, 1_000, 'KEEPTTL');
        redis.disconnect();
        return signIn();
      },
    },
    INTERNAL: {
      status: 500,
      provoke: async () => {
        const image = (await owner.uploadAsset(projectId, await drawImage({ color: '#abcdef' }))).body.data;
        const name = image.url.split('/').at(-1) ?? '';
        const store = path.join(stack.dataDir, 'store/submission');
        const file = (await readdir(store, { recursive: true })).find((each) => each.endsWith(name));
        await rm(path.join(store, file ?? 'missing'));
        return ask('GET', `/assets/${name}`);
      },
    },
    SERVICE_UNAVAILABLE: {
      status: 503,
      headers: { 'retry-after': /^[1-9]\d*$/ },
      provoke: async () => {
        await stack.postgres.pause();
        const answer = await ask('GET', '/programs');
        await stack.postgres.resume();
        return answer;
      },
    },
  };

  it('are each returned in a test', () => {
    expect(Object.keys(table).sort()).toEqual([...DOCUMENTED].sort());
  });

  it.each(Object.keys(table))('%s', async (code) => {
    const { status, details, headers, provoke } = table[code] as Expected;
    const answer = await provoke();
    const body = {
      ok: false,
      error: code,
      message: expect.stringMatching(/^\S.*\S$/s) as string,
      ...(details && { details }),
    };
    expect([answer.status, answer.body]).toEqual([status, body]);
    expect(answer.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    for (const [name, value] of Object.entries(headers ?? {})) expect(answer.headers.get(name)).toMatch(value);
    expect(answer.body.message).not.toMatch(/\n|\.ts|\/store\/|SELECT|INSERT/);
  });
}
