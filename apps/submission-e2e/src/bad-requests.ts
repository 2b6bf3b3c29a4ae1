import { mintToken } from '@shipyard/auth';
import { HOSTILE_PART_NAMES } from '@shipyard/testing/hostile';
import fc from 'fast-check';

const BOUNDARY = 'a-boundary';

export interface SampleRoute {
  method: string;
  path: string;
  body?: 'json' | 'form';
  sample?: object;
}

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

const partNames = fc.oneof(fc.constantFrom(...HOSTILE_PART_NAMES, 'a\0b'), oddText);
const dispositions = partNames.chain((name) =>
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
const ends = fc.constantFrom(
  `--${BOUNDARY}--\r\n`,
  `--${BOUNDARY}--`,
  `--${BOUNDARY}`,
  '',
  `--${BOUNDARY}--\r\n--${BOUNDARY}\r\n\r\n`,
  `\n--${BOUNDARY}--\n`,
);

// Only one field is invalid, so the content is checked.
const formWithOneInvalidField = (sample: object, png: () => Buffer): fc.Arbitrary<Buffer> =>
  fc
    .record({ key: fc.constantFrom(...Object.keys(sample)), value: oddText, image: fc.boolean() })
    .map(({ key, value, image }) =>
      Buffer.concat([
        ...Object.entries({ ...sample, [key]: value }).map(([name, text]) =>
          Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`),
        ),
        ...(image
          ? [
              Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="a.png"; filename="a.png"\r\n\r\n`),
              png(),
              Buffer.from('\r\n'),
            ]
          : []),
        Buffer.from(`--${BOUNDARY}--\r\n`),
      ]),
    );

const oddForm = (sample: object, png: () => Buffer): fc.Arbitrary<Buffer> => {
  const contents = fc.oneof(
    fc.constant(null).map(() => png()),
    fc.uint8Array().map((bytes) => Buffer.from(bytes)),
    oddText.map((text) => Buffer.from(text)),
    pick.map((at) => png().subarray(0, at % png().length)),
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
  return fc.oneof(formWithOneInvalidField(sample, png), broken);
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

/** Requests to the routes with bad headers, paths, methods and bodies. The functions are called for each request. */
export function badRequests(routes: () => SampleRoute[], png: () => Buffer) {
  return fc.record({ at: fc.nat(), writes: fc.boolean() }).chain(({ at, writes }) => {
    const candidates = routes().filter(({ body }) => !writes || body !== undefined);
    const route = candidates[at % candidates.length] ?? { method: 'GET', path: '/' };
    const body =
      route.body === 'json'
        ? oddJson(route.sample ?? {})
        : route.body === 'form'
          ? oddForm(route.sample ?? {}, png)
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
}
type BadRequest = ReturnType<typeof badRequests> extends fc.Arbitrary<infer Request> ? Request : never;

export function headOf(
  { route, body, headers, suffix, method, type, lengthOff, isAnonymous }: BadRequest,
  token: string,
): string {
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
}
