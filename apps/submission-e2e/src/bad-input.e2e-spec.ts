import { readFileSync } from 'node:fs';
import path from 'node:path';
import { mintToken } from '@shipyard/auth';
import { callApi, drawImage, sharedStack } from '@shipyard/testing';
import fc from 'fast-check';
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
const BOUNDARY = 'a-boundary';

/** Whatever is sent, the answer has a known code and no 5xx, and no connection hangs. */
describe('bad input', () => {
  const { credentials, submissionUrl } = sharedStack();
  const url = credentials.submission_url;
  const handle = `bad-${SEED}`;
  let token: string;
  let owner: Participant;
  let routes: { method: string; path: string; body?: 'json' | 'form'; sample?: object }[];
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
      {
        method: 'POST',
        path: '/accounts/tokens',
        body: 'json',
        sample: { name: 'A', expires_at: '2099-01-01T00:00:00Z' },
      },
      { method: 'DELETE', path: '/accounts/tokens/0192f0c1-0000-7000-8000-000000000000', body: 'json', sample: {} },
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

  const oddText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '',
      ' ',
      '\0',
      '\ud800',
      '\u202e',
      '\r\n',
      '../..',
      '%00',
      "'; DROP TABLE logs; --",
      '{{1}}',
      '${1}',
      '__proto__',
      'constructor',
      'x'.repeat(70_000),
      '9'.repeat(400),
      mintToken('pst_'),
    ),
    fc.constantFrom(
      '---\n&a [*a]\n---\n#',
      '---\n? {a: b}\n: c\n---\n#',
      '---\n__proto__: {}\n---\n#',
      '![a](a.png)',
      '![](cloud://)',
      '<img srcset=",,,">',
      '['.repeat(5_000),
      '![](http://[)',
      '![a](%ff)',
    ),
  );
  const oddValue = fc.oneof(
    oddText,
    fc.jsonValue({ maxDepth: 4 }),
    fc.constantFrom(null, true, -0, 1e308, 2 ** 53, [[[[[]]]]], {}),
    fc.double(),
    fc.array(oddText, { maxLength: 12 }),
  );
  const pick = fc.nat();

  const oddJson = (sample: object): fc.Arbitrary<Buffer> => {
    const keys = Object.keys(sample);
    const mutated = fc
      .record({ key: fc.oneof(fc.constantFrom(...(keys.length ? keys : ['a'])), oddText), value: oddValue })
      .map(({ key, value }) => Buffer.from(JSON.stringify({ ...sample, [key]: value })));
    const nested = fc
      .record({
        list: fc.constantFrom('new_logs', 'config', 'tags'),
        key: fc.constantFrom('sequence', 'title', 'content_md', 'created_at', 'name', 'tags', 'header_image', 'x'),
        value: oddValue,
        isList: fc.boolean(),
      })
      .map(({ list, key, value, isList }) =>
        Buffer.from(
          JSON.stringify({
            ...sample,
            [list]: isList ? [{ sequence: 1, title: 'A', content_md: 'a', [key]: value }] : { [key]: value },
          }),
        ),
      );
    const text = JSON.stringify(sample);
    const broken = fc.record({ at: pick, bytes: fc.uint8Array({ maxLength: 6 }) }).map(({ at, bytes }) => {
      const place = at % (text.length + 1);
      return Buffer.concat([
        Buffer.from(text.slice(0, place)),
        Buffer.from(bytes),
        Buffer.from(text.slice(place + bytes.length)),
      ]);
    });
    const deep = fc
      .constantFrom(
        '['.repeat(100_000),
        '{"a":'.repeat(20_000),
        `{"config":${'{"a":'.repeat(3_000)}1${'}'.repeat(3_001)}`,
        '{"__proto__":{"a":1}}',
        '{"a":1,"a":2}',
        '\ufeff{}',
        'null',
        '1',
      )
      .map((each) => Buffer.from(each));
    return fc.oneof(
      mutated,
      nested,
      broken,
      deep,
      oddValue.map((value) => Buffer.from(JSON.stringify(value) ?? '')),
      fc.uint8Array().map((bytes) => Buffer.from(bytes)),
    );
  };

  const oddForm = (sample: object): fc.Arbitrary<Buffer> => {
    const names = fc.oneof(
      fc.constantFrom(
        'file',
        'a.png',
        './a.png',
        '../a.png',
        '/a.png',
        'C:\\a',
        '%2e%2e/a',
        '__proto__',
        'readme',
        'title',
        'text',
        'project_id',
        'a[b]',
        'x'.repeat(1_100),
        '',
        'a%22b',
        'a\0b',
        'e\u0301.png',
      ),
      oddText,
    );
    const dispositions = names.chain((name) =>
      fc.constantFrom(
        `Content-Disposition: form-data; name="${name}"`,
        `Content-Disposition: form-data; name="${name}"; filename="a.png"`,
        `Content-Disposition: form-data; name="${name}"; filename=""`,
        `Content-Disposition: form-data; name="${name}"; filename*=UTF-8''%ff`,
        `Content-Disposition: form-data; name=${name}; name="twice"`,
        `Content-Disposition: attachment; name="${name}"`,
        `Content-Disposition:form-data;name="${name}"\r\nContent-Disposition: form-data; name="other"`,
        `Content-Disposition: form-data; name="${name}"\r\nContent-Type: application/octet-stream`,
        `Content-Disposition: form-data; name="${name}"\r\nContent-Type: text/plain; charset=utf-16`,
        `Content-Disposition: form-data; name="${name}"\r\nContent-Transfer-Encoding: base64`,
        `Content-Disposition: form-data; name="${name}"\r\nContent-Type: multipart/mixed; boundary=${BOUNDARY}`,
        'Content-Disposition: form-data',
        'Content-Type: image/png',
        '',
        ':',
        `X: ${'y'.repeat(20_000)}`,
      ),
    );
    const contents = fc.oneof(
      fc.constant(null).map(() => png),
      fc.uint8Array().map((bytes) => Buffer.from(bytes)),
      oddText.map((text) => Buffer.from(text)),
      pick.map((at) => png.subarray(0, at % png.length)),
      fc.constant(Buffer.from(`\r\n--${BOUNDARY}--\r\nafter`)),
    );
    const parts = fc.array(
      fc
        .tuple(dispositions, contents)
        .map(([head, content]) =>
          Buffer.concat([Buffer.from(`--${BOUNDARY}\r\n${head}\r\n\r\n`), content, Buffer.from('\r\n')]),
        ),
      { maxLength: 4 },
    );
    const right = Object.entries(sample).map(([name, value]) =>
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    );
    const ends = fc.constantFrom(
      `--${BOUNDARY}--\r\n`,
      `--${BOUNDARY}--`,
      `--${BOUNDARY}`,
      '',
      `--${BOUNDARY}--\r\n--${BOUNDARY}\r\n\r\n`,
      `\n--${BOUNDARY}--\n`,
    );
    // Only one field is invalid, so the content is checked.
    const mutated = fc
      .record({ key: fc.constantFrom(...Object.keys(sample)), value: oddText, image: fc.boolean() })
      .map(({ key, value, image }) =>
        Buffer.concat([
          ...Object.entries({ ...sample, [key]: value }).map(([name, text]) =>
            Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`),
          ),
          ...(image
            ? [
                Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="a.png"; filename="a.png"\r\n\r\n`),
                png,
                Buffer.from('\r\n'),
              ]
            : []),
          Buffer.from(`--${BOUNDARY}--\r\n`),
        ]),
      );
    const broken = fc
      .record({
        parts,
        ends,
        keepsRight: fc.boolean(),
        cutAt: fc.option(pick, { freq: 3 }),
        bareLines: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
      })
      .map(({ parts: odd, ends: end, keepsRight, cutAt, bareLines }) => {
        const whole = Buffer.concat([...(keepsRight ? right : []), ...odd, Buffer.from(end)]);
        const lined = bareLines ? Buffer.from(whole.toString('latin1').replaceAll('\r\n', '\n'), 'latin1') : whole;
        return cutAt === null ? lined : lined.subarray(0, cutAt % (lined.length + 1));
      });
    return fc.oneof(mutated, broken);
  };

  /** A line break would start another request, and Node's parser refuses some bytes before the service sees them. */
  const headerText = oddText.map((text) =>
    Buffer.from(text)
      .toString('latin1')
      .replace(/[\r\n\0]/g, '')
      .slice(0, 2_000),
  );
  const oddHeaders = fc.array(
    fc.tuple(
      fc.constantFrom(
        'X-Request-Id',
        'Idempotency-Key',
        'X-API-KEY',
        'Authorization',
        'Cookie',
        'X-CSRF-Token',
        'Content-Encoding',
        'If-None-Match',
        'Range',
        'X-Forwarded-For',
        'Accept',
        'Origin',
      ),
      headerText,
    ),
    { maxLength: 2 },
  );
  const oddPath = fc.oneof(
    { weight: 5, arbitrary: fc.constant('') },
    {
      weight: 1,
      arbitrary: oddText.map((text) => `?limit=${encodeURIComponent(Buffer.from(text.slice(0, 300)).toString())}`),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '/',
        '/%00',
        '/%ff',
        '/..%2f..',
        '?q=%',
        '?q=%ff',
        '?q[]=a&q[b]=c',
        '?cursor=%00',
        '?tag=a&tag=b',
        '?offset=1e5',
        '//',
        '/%',
        `/${'x'.repeat(5_000)}`,
        '?__proto__=a',
        '?limit[]=1',
      ),
    },
  );
  // DELETE would erase the project that the other requests use.
  const oddMethod = fc.oneof(
    { weight: 8, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom('GET', 'PUT', 'POST', 'PATCH', 'OPTIONS', 'HEAD', 'TRACE', 'PROPFIND') },
  );
  const types = fc.oneof(
    { weight: 9, arbitrary: fc.constant(null) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '',
        'text/plain',
        'multipart/form-data',
        'multipart/form-data; boundary=""',
        'multipart/form-data; boundary=other',
        `multipart/form-data; boundary=${'b'.repeat(300)}`,
        'multipart/mixed; boundary=a',
        'application/json; charset=utf-16',
        ';',
        '\u00ff',
      ),
    },
  );

  const requests = fc.record({ at: fc.nat(), writes: fc.boolean() }).chain(({ at, writes }) => {
    const candidates = routes.filter(({ body }) => !writes || body !== undefined);
    const route = candidates[at % candidates.length] ?? { method: 'GET', path: '/' };
    const body =
      route.body === 'json'
        ? oddJson(route.sample ?? {})
        : route.body === 'form'
          ? oddForm(route.sample ?? {})
          : fc.constant(Buffer.alloc(0));
    return fc
      .record({
        body,
        headers: oddHeaders,
        suffix: oddPath,
        method: oddMethod,
        type: types,
        lengthOff: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constantFrom(7, -3) }),
        isAnonymous: fc.integer({ min: 0, max: 15 }).map((n) => n === 0),
      })
      .map((odd) => ({ route, ...odd }));
  });
  type OddRequest = typeof requests extends fc.Arbitrary<infer Request> ? Request : never;

  const headOf = ({ route, body, headers, suffix, method, type, lengthOff, isAnonymous }: OddRequest) => {
    const usual = route.body === 'form' ? `multipart/form-data; boundary=${BOUNDARY}` : 'application/json';
    const lines = [
      `${method ?? route.method} /api/v1${route.path}${suffix} HTTP/1.1`,
      'Host: localhost',
      'Connection: close',
      ...(isAnonymous ? [] : [`Authorization: Bearer ${token}`]),
      ...(route.body
        ? [`Content-Type: ${type ?? usual}`, `Content-Length: ${Math.max(0, body.length + lengthOff)}`]
        : []),
      ...headers.map(([name, value]) => `${name}: ${value}`),
    ];
    return `${lines.join('\r\n')}\r\n\r\n`;
  };

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
        const answer = await sendRaw(url, { head: headOf(request), body: request.body, end: request.lengthOff > 0 });
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
