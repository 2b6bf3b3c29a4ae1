import { randomUUID } from 'node:crypto';
import { isTextField, PROJECT_FIELD_NAMES, PROJECT_FIELDS } from '@shipyard/contracts';
import { callApi, drawImage, sharedStack } from '@shipyard/testing';
import sharp from 'sharp';
import { type Failure, Participant, readmeForm } from './participant';

const MIB = 1024 * 1024;
/** One code point, two UTF-16 units, four bytes. */
const ASTRAL = '\u{1F6F0}';
/** Two code points, one after normalization. */
const COMBINED = 'e\u0301';

const SUCCEEDS = { status: expect.closeTo(201, -1) as number };
const short = (value: unknown) => JSON.stringify(value).slice(0, 60);

/** A value at each limit of the contract is accepted, and one beyond it is refused. */
describe('limits', () => {
  const { credentials } = sharedStack();
  const url = credentials.submission_url;
  const { token } = credentials.participant;
  const owner = new Participant(url, token, credentials.program_id);
  let slug: string;
  let projectId: string;
  let marks = 0;

  beforeAll(async () => {
    slug = await owner.createProject();
    projectId = await owner.projectId(slug);
  });

  interface Outcome {
    status: number;
    error?: string;
    field?: unknown;
  }
  type Ask = (value: never) => Promise<Outcome>;

  const outcome = ({ status, body }: { status: number; body: Failure }): Outcome => {
    const [problem] = (body.details?.fields ?? []) as { field: string }[];
    return { status, ...(status >= 400 && { error: body.error }), ...(problem && { field: problem.field }) };
  };
  const ask = async (method: string, path: string, call: Parameters<Participant['refused']>[2] = {}) =>
    outcome(await owner.refused(method, path, call));
  const unique = (length: number) =>
    `${process.pid.toString(36)}${Date.now().toString(36)}${(marks += 1).toString(36)}`
      .slice(-length)
      .padStart(length, 'x');
  const create = (json: object) =>
    ask('POST', '/projects', { json: { program_id: credentials.program_id, slug: unique(20), name: 'A', ...json } });
  const patch = (json: object) => ask('PATCH', `/projects/${slug}`, { json });
  const register = async (json: object) => {
    const handle = unique(20);
    return outcome(
      await callApi<Failure>(url, 'POST', '/accounts', {
        json: { handle, display_name: 'A', email: `${handle}@example.com`, password: 'x'.repeat(10), ...json },
      }),
    );
  };
  const account = (json: object) => ask('PATCH', '/accounts/me', { json });
  const log = (parts: { title?: string; text?: string }, images: Buffer[] = []) => {
    const form = new FormData();
    form.set('title', parts.title ?? 'A');
    form.set('text', parts.text ?? 'a');
    for (const [at, image] of images.entries()) form.append(`image${at}`, new Blob([new Uint8Array(image)]), 'picture');
    return ask('POST', `/projects/${slug}/logs`, { form });
  };
  const sync = (json: object) => ask('POST', '/projects/sync', { json: { project_id: projectId, ...json } });
  const syncLog = async (changes: object) => {
    projectId = await owner.projectId(await owner.createProject());
    return sync({ new_logs: [{ sequence: 1, title: 'A', content_md: 'a', ...changes }] });
  };
  const put = (markdown: string, images: Record<string, Buffer> = {}) =>
    ask('PUT', `/projects/${slug}/readme`, { form: readmeForm(markdown, images) });
  const list = (query: string) => ask('GET', `/projects?${query}`);
  const address = (length: number) => `https://example.org/${'x'.repeat(length - 20)}`;
  const frontMatter = (bytes: number) => `---\na: ${'x'.repeat(bytes - 4)}\n---\n# a`;
  const upload = (image: Buffer) => {
    const form = new FormData();
    form.set('project_id', projectId);
    form.set('file', new Blob([new Uint8Array(image)]), 'picture');
    return ask('POST', '/assets/upload', { form });
  };

  const invalid = (field: string): Outcome => ({ status: 400, error: 'VALIDATION_FAILED', field });
  const tooLarge: Outcome = { status: 413, error: 'PAYLOAD_TOO_LARGE' };
  const row = <Value>(
    name: string,
    ask: (value: Value) => Promise<Outcome>,
    taken: Value[],
    refused: Value[],
    as: Outcome,
  ) => ({ name, ask: ask as Ask, taken, refused, as });
  const seconds = (offset: number) => Math.floor(Date.now() / 1_000) + offset;
  const day = 24 * 60 * 60;

  const table = [
    row('slug', (length: number) => create({ slug: unique(length) }), [32], [2, 33], invalid('slug')),
    ...PROJECT_FIELD_NAMES.filter(isTextField).map((field) => {
      const { min, max } = PROJECT_FIELDS[field].line;
      return row(
        field,
        (value: string) => create({ [field]: value }),
        ['x'.repeat(min), 'x'.repeat(max), ASTRAL.repeat(max), COMBINED.repeat(max)],
        ['x'.repeat(max + 1), ASTRAL.repeat(max + 1), 'a\nb', 'a\u0007b', 'a\ud800', ...(min > 0 ? ['', ' '] : [])],
        invalid(field),
      );
    }),
    row(
      'tags',
      (tags: string[]) => patch({ tags }),
      [[], Array.from({ length: 10 }, (_, at) => `t${at}`), Array.from({ length: 11 }, (_, at) => `t${at % 10}`)],
      [Array.from({ length: 11 }, (_, at) => `t${at}`)],
      invalid('tags'),
    ),
    row(
      'a tag',
      (tag: string) => patch({ tags: [tag] }),
      ['x'.repeat(32), ASTRAL.repeat(32), COMBINED.repeat(32), ` ${'x'.repeat(32)} `],
      ['x'.repeat(33), ASTRAL.repeat(33), ' '],
      invalid('tags'),
    ),
    row(
      'demo_urls',
      (count: number) => patch({ demo_urls: Array.from({ length: count }, () => address(40)) }),
      [0, 10],
      [11],
      invalid('demo_urls'),
    ),
    row(
      'a demo url',
      (length: number) => patch({ demo_urls: [address(length)] }),
      [2_000],
      [2_001],
      invalid('demo_urls'),
    ),
    row('handle', (length: number) => register({ handle: unique(length) }), [32], [2, 33], invalid('handle')),
    row(
      'password',
      (password: string) => register({ password }),
      ['x'.repeat(10), 'x'.repeat(200), ASTRAL.repeat(10), ASTRAL.repeat(200)],
      ['x'.repeat(9), 'x'.repeat(201), ASTRAL.repeat(9), ASTRAL.repeat(201)],
      invalid('password'),
    ),
    row(
      'display_name',
      (name: string) => account({ display_name: name }),
      ['a', ASTRAL.repeat(80), COMBINED.repeat(80)],
      ['', 'x'.repeat(81), ASTRAL.repeat(81)],
      invalid('display_name'),
    ),
    row(
      'bio',
      (bio: string) => account({ bio }),
      ['', 'x'.repeat(500), ASTRAL.repeat(500), COMBINED.repeat(500)],
      ['x'.repeat(501), ASTRAL.repeat(501)],
      invalid('bio'),
    ),
    row(
      'the name of a token',
      (name: string) => ask('POST', '/accounts/tokens', { json: { name } }),
      ['a', ASTRAL.repeat(80)],
      ['', ASTRAL.repeat(81)],
      invalid('name'),
    ),
    row(
      'the title of a log',
      (title: string) => log({ title }),
      ['a', 'x'.repeat(120), ASTRAL.repeat(120), COMBINED.repeat(120)],
      [' ', 'x'.repeat(121), ASTRAL.repeat(121)],
      invalid('title'),
    ),
    row(
      'the text of a log',
      (text: string) => log({ text }),
      ['x'.repeat(64 * 1024), ASTRAL.repeat(16 * 1024), 'a\r\n'.repeat(32 * 1024)],
      ['x'.repeat(64 * 1024 + 1), `${ASTRAL.repeat(16 * 1024)}x`],
      tooLarge,
    ),
    row(
      'the title of a synced log',
      (title: string) => syncLog({ title }),
      ['x'.repeat(120), ASTRAL.repeat(120)],
      ['', 'x'.repeat(121)],
      invalid('new_logs[0].title'),
    ),
    row(
      'content_md',
      (text: string) => syncLog({ content_md: text }),
      ['x'.repeat(64 * 1024)],
      ['x'.repeat(64 * 1024 + 1)],
      tooLarge,
    ),
    row(
      'a sequence',
      (sequence: number) => syncLog({ sequence }),
      [1, 1_000_000],
      [0, 1_000_001, -1, 1.5],
      invalid('new_logs[0].sequence'),
    ),
    row(
      'created_at',
      (at: number) => syncLog({ created_at: at }),
      [0, 99_999_999, seconds(day - 60), (seconds(day) - 60) * 1_000, 100_000_000_000],
      [seconds(day + 60), seconds(day + 60) * 1_000, 99_999_999_999, Number.MAX_SAFE_INTEGER, -1, 1.5],
      invalid('new_logs[0].created_at'),
    ),
    row(
      'new_logs',
      async (count: number) => {
        projectId = await owner.projectId(await owner.createProject());
        return sync({
          new_logs: Array.from({ length: count }, (_, at) => ({ sequence: at + 1, title: 'A', content_md: 'a' })),
        });
      },
      [0, 200],
      [201],
      invalid('new_logs'),
    ),
    row('a README in bytes', (bytes: number) => put('<!--'.padEnd(bytes - 3, 'x') + '-->'), [MIB], [MIB + 1], tooLarge),
    row(
      'a README in JSON',
      (bytes: number) => sync({ readme_markdown: '<!--'.padEnd(bytes - 3, 'x') + '-->' }),
      [MIB],
      [MIB + 1],
      tooLarge,
    ),
    row('front matter', (bytes: number) => put(frontMatter(bytes)), [16 * 1024], [16 * 1024 + 2], {
      status: 400,
      error: 'README_FRONT_MATTER_INVALID',
    }),
    row(
      'limit of a list',
      (limit: string) => list(`limit=${limit}`),
      ['1', '100'],
      ['0', '101', '-1', '1.5', 'x', 'NaN', '1e999'],
      invalid('limit'),
    ),
    row(
      'offset of a list',
      (offset: string) => list(`offset=${offset}`),
      ['0', '100000'],
      ['-1', '100001', '0.5', 'x'],
      invalid('offset'),
    ),
    row(
      'limit of logs',
      (limit: string) => ask('GET', `/projects/${slug}/logs?limit=${limit}`),
      ['1', '100'],
      ['0', '101'],
      invalid('limit'),
    ),
    row(
      'Idempotency-Key',
      (key: string) => ask('PATCH', `/projects/${slug}`, { json: {}, headers: { 'idempotency-key': key } }),
      [randomUUID().padEnd(255, '~'), `${randomUUID()} !`],
      ['x'.repeat(256), 'caf\u00e9', 'a\tb'],
      invalid('Idempotency-Key'),
    ),
    row(
      'JSON',
      (bytes: number) =>
        ask('PATCH', `/projects/${slug}`, { json: { name: 'x'.repeat(bytes - '{"name":""}'.length) } }),
      [],
      [64 * 1024 + 1],
      tooLarge,
    ),
    row(
      'JSON that is just not too large',
      (bytes: number) =>
        ask('PATCH', `/projects/${slug}`, { json: { name: 'x'.repeat(bytes - '{"name":""}'.length) } }),
      [],
      [64 * 1024],
      invalid('name'),
    ),
    row('JSON of a sync', (bytes: number) => sync({ readme_markdown: 'x'.repeat(bytes) }), [], [8 * MIB], tooLarge),
    row(
      'fields and items of a sync',
      (items: number) => sync({ config: { tags: Array.from({ length: items }, () => 1) } }),
      [],
      [10_000, 900_000],
      invalid('body'),
    ),
  ];

  it.each(table)('$name', async ({ ask: send, taken, refused, as }) => {
    for (const value of taken) expect([await send(value as never), short(value)]).toEqual([SUCCEEDS, short(value)]);
    for (const value of refused) expect([await send(value as never), short(value)]).toEqual([as, short(value)]);
  });

  describe('of images', () => {
    const MEGABYTES = 5 * MIB;
    const imageTooLarge = { status: 413, error: 'IMAGE_TOO_LARGE' };
    /** Decoders ignore what follows the end of the image. */
    const padded = async (bytes: number) =>
      Buffer.concat(
        [await drawImage({ format: 'jpeg', color: `#${(marks += 1).toString(16).padStart(6, '0')}` })],
        bytes,
      );
    /** Different frames, because the encoder merges equal ones. */
    const animation = (frames: number) =>
      sharp(
        Buffer.from(Array.from({ length: frames * 12 }, (_, at) => (Math.floor(at / 12) * 37 + (at % 3) * 11) % 256)),
        {
          raw: { width: 2, height: 2 * frames, channels: 3, pageHeight: 2 },
        },
      )
        .gif({ effort: 1, keepDuplicateFrames: true })
        .toBuffer();
    /** A GIF of up to 2,048 pixels a side, whose frames each paint only their first pixel. */
    const sparse = (frames: number, width: number, height: number) => {
      const screen = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
      screen.writeUInt16LE(width, 6);
      screen.writeUInt16LE(height, 8);
      const frame = Buffer.from('!\xf9\x04\x04\x0a\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0', 'latin1');
      return Buffer.concat([screen, ...Array.from({ length: frames }, () => frame), Buffer.from(';')]);
    };

    it('in bytes', async () => {
      expect(await upload(await padded(MEGABYTES))).toEqual(SUCCEEDS);
      expect(await log({}, [await padded(MEGABYTES)])).toEqual(SUCCEEDS);
      expect(await put('![a](a.jpg)', { 'a.jpg': await padded(MEGABYTES) })).toEqual(SUCCEEDS);
      expect(await upload(await padded(MEGABYTES + 1))).toEqual(imageTooLarge);
      expect(await log({}, [await padded(MEGABYTES + 1)])).toEqual(imageTooLarge);
      expect(await put('![a](a.jpg)', { 'a.jpg': await padded(MEGABYTES + 1) })).toEqual(imageTooLarge);
    });

    it('in pixels', async () => {
      expect(await upload(await drawImage({ width: 8_000, height: 5_000 }))).toEqual(SUCCEEDS);
      const past = await drawImage({ width: 53, height: 754_717 });
      expect(await upload(past)).toEqual(imageTooLarge);
      expect(await log({}, [past])).toEqual(imageTooLarge);
      expect(await put('![a](a.png)', { 'a.png': past })).toEqual(imageTooLarge);
    });

    it('in pixels over all frames', async () => {
      expect(await upload(sparse(30, 2_000, 2_000))).toEqual(SUCCEEDS);
      expect(await upload(sparse(85, 977, 1_445))).toEqual(imageTooLarge);
    });

    it('in frames', async () => {
      expect(await upload(await animation(300))).toEqual(SUCCEEDS);
      expect(await upload(await animation(301))).toEqual(imageTooLarge);
    });

    it('in parts', async () => {
      const images = await Promise.all(
        Array.from({ length: 33 }, (_, at) =>
          drawImage({ width: 8, height: 8, color: `#0000${(at + 16).toString(16)}` }),
        ),
      );
      expect(await log({}, images.slice(0, 32))).toEqual(SUCCEEDS);
      expect(await log({}, images)).toEqual(invalid('images'));
    });

    it('in a whole request', async () => {
      const answer = await log({}, await Promise.all(Array.from({ length: 17 }, () => padded(MEGABYTES - 1))));
      expect(answer).toEqual(tooLarge);
    });
  });

  it('keeps a valid X-Request-Id of 128 characters and replaces any other', async () => {
    const answered = async (sent: string) =>
      (await callApi(url, 'GET', '/programs', { headers: { 'x-request-id': sent } })).headers.get('x-request-id');
    for (const sent of ['a', 'A-z.0_9', 'x'.repeat(128)]) expect(await answered(sent)).toBe(sent);
    for (const sent of ['x'.repeat(129), 'a b', 'a/b', 'caf\u00e9', ''])
      expect(await answered(sent)).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
  });

  it('normalizes before it counts, and stores the normalized text', async () => {
    const answer = await owner.call<{ project: { name: string; tags: string[] } }>('PATCH', `/projects/${slug}`, {
      json: { name: COMBINED.repeat(80), tags: [` ${COMBINED.toUpperCase()} `, '\u00e9'] },
    });
    expect(answer.body.data.project).toMatchObject({ name: '\u00e9'.repeat(80), tags: ['\u00e9'] });
  });
});
