import { execFileSync } from 'node:child_process';
import { request } from 'node:http';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ObjectCorrupt, type ObjectStore, ObjectStoreUnavailable, S3Store } from '@shipyard/platform/object-store';
import type { S3Call } from './fake-s3/answer-s3';
import { FakeS3 } from './fake-s3/fake-s3';
import { S3Refusal } from './fake-s3/s3-refusal';
import { waitUntil } from './wait-until';

const MiB = 1024 * 1024;
const IMPATIENT = { answerMs: 300, partMs: 300, checkMs: 300, stalledMs: 300 };

const OPERATIONS: [string, (store: ObjectStore) => Promise<unknown>][] = [
  ['put', (store) => store.put('a', Buffer.from('1'))],
  ['a put in parts', (store) => store.put('a', Buffer.alloc(9 * MiB))],
  ['get', (store) => store.get('a')],
  ['delete', (store) => store.delete('a')],
  ['list', (store) => store.list().next()],
  ['check', (store) => store.check()],
];

describe('the object store in a bucket', () => {
  let fake: FakeS3;
  let store: S3Store;

  beforeEach(async () => {
    fake = await FakeS3.start();
    store = await S3Store.open(fake.settings());
  });

  afterEach(() => fake.stop());

  const statusOf = (status: number, code: string) => () => new S3Refusal(status, code);

  it.each(OPERATIONS)('reports unavailability if %s is refused', async (operation, operate) => {
    for (const [status, code] of [
      [403, 'AccessDenied'],
      [400, 'ExpiredToken'],
      ...(operation === 'put' ? [[503, 'SlowDown'] as const] : []),
    ] as const) {
      fake.manner = statusOf(status, code);
      await expect(operate(store)).rejects.toBeInstanceOf(ObjectStoreUnavailable);
    }
    await fake.stop();
    await expect(operate(store)).rejects.toBeInstanceOf(ObjectStoreUnavailable);
  });

  it.each(OPERATIONS)(
    'retries %s after a 503 and after a broken connection, but not after a 403',
    async (_, operate) => {
      await store.put('a', Buffer.from('1'));
      for (const manner of [new S3Refusal(503, 'SlowDown'), 'hang up'] as const) {
        const met = new Set<string>();
        fake.manner = (call) => {
          const kind = `${call.method} ${[...call.query.keys()].join()}`;
          // A commit with a lost answer cannot be repeated. The next test covers it.
          if (met.has(kind) || (manner === 'hang up' && call.method === 'POST')) return undefined;
          met.add(kind);
          return manner;
        };
        await operate(store);
        expect(met.size).toBeGreaterThan(0);
      }
      fake.manner = statusOf(403, 'AccessDenied');
      const before = fake.calls.length;
      await operate(store).catch(() => undefined);
      expect(fake.calls.length - before).toBe(1);
    },
  );

  it('stores an object completely or not at all if the last response is lost', async () => {
    fake.manner = (call) => (call.method === 'POST' && call.query.has('uploadId') ? 'hang up' : undefined);
    await expect(store.put('a', Buffer.alloc(9 * MiB, 7))).rejects.toBeInstanceOf(ObjectStoreUnavailable);
    fake.manner = () => undefined;
    const content = await buffer(await (await store.get('a'))!.read());
    expect(content.equals(Buffer.alloc(9 * MiB, 7))).toBe(true);
    expect(fake.objects.unfinished()).toEqual([]);
  });

  it.each([1, 9 * MiB])('destroys the source of %i bytes if the upload is refused', async (length) => {
    const content = Readable.from([Buffer.alloc(length), Buffer.alloc(1)]);
    fake.manner = statusOf(403, 'AccessDenied');
    await expect(store.put('a', content)).rejects.toBeInstanceOf(ObjectStoreUnavailable);
    expect(content.destroyed).toBe(true);
  });

  it.each(OPERATIONS)('gives up %s without a response', async (_, operate) => {
    const impatient = await S3Store.open(fake.settings(), IMPATIENT);
    fake.manner = () => 'hang';
    await expect(operate(impatient)).rejects.toBeInstanceOf(ObjectStoreUnavailable);
  });

  it('gives up an upload or download that stalls, but not a slow reader', async () => {
    const impatient = await S3Store.open(fake.settings(), IMPATIENT);
    await impatient.put('a', Buffer.alloc(4 * MiB));
    const slow = await (await impatient.get('a'))!.read();
    const pieces = slow[Symbol.asyncIterator]();
    await pieces.next();
    fake.manner = ({ method }) => (method === 'GET' ? 'stall' : undefined);
    await expect(buffer(await (await impatient.get('a'))!.read())).rejects.toBeInstanceOf(ObjectStoreUnavailable);
    let rest = 0;
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) rest += (next.value as Buffer).length;
    expect(rest).toBeGreaterThan(3 * MiB);
  });

  it('never returns a truncated or corrupted object as complete', async () => {
    await store.put('a', Buffer.alloc(MiB));
    fake.manner = ({ method }) => (method === 'GET' ? 'cut' : undefined);
    await expect(buffer(await (await store.get('a'))!.read())).rejects.toBeInstanceOf(ObjectStoreUnavailable);
    fake.manner = () => undefined;
    fake.objects.spoil('test/a');
    await expect(buffer(await (await store.get('a'))!.read())).rejects.toBeInstanceOf(ObjectCorrupt);
  });

  it('distinguishes a missing object from a missing bucket', async () => {
    await store.put('a', Buffer.from('1'));
    fake.objects.delete('test/a');
    expect(await store.get('a')).toBeNull();
    // A HEAD in a missing bucket answers 404 without a body to tell the reason.
    fake.manner = statusOf(404, 'NoSuchBucket');
    await expect(store.get('a')).rejects.toBeInstanceOf(ObjectStoreUnavailable);
    await expect(S3Store.open({ ...fake.settings(), bucket: 'another' })).rejects.toThrow(
      /^The bucket another cannot be used: NoSuchBucket, 404/,
    );
  });

  it('frees the connection of a reader who leaves before the first byte', async () => {
    await store.put('a', Buffer.alloc(4 * MiB));
    const readers = await Promise.all(Array.from({ length: 20 }, async () => (await store.get('a'))!.read()));
    expect(await fake.openConnections()).toBeGreaterThanOrEqual(20);
    for (const reader of readers) reader.destroy();
    await waitUntil(
      () => fake.openConnections(),
      (open) => open < 20,
    );
  });

  it('requests the configured encryption for each object, and signs a checksum of each body', async () => {
    const sealed = await S3Store.open({ ...fake.settings('sealed/'), encryption: 'AES256' });
    await sealed.put('small', Readable.from([Buffer.from('1')]));
    await sealed.put('large', Buffer.alloc(9 * MiB));
    expect(['small', 'large'].map((key) => fake.objects.find(`sealed/${key}`)?.encryption)).toEqual([
      'AES256',
      'AES256',
    ]);
    const bodies = fake.calls.filter(
      ({ method, body, query }) => method === 'PUT' && body.length > 0 && !query.has('uploads'),
    );
    expect(bodies).toHaveLength(3);
    for (const { headers } of bodies) expect(headers['x-amz-checksum-crc32']).toBeDefined();
    await store.put('plain', Buffer.from('1'));
    expect(fake.objects.find('test/plain')?.encryption).toBeNull();
  });

  it('accesses nothing outside its prefix', async () => {
    const [one, two] = [
      await S3Store.open(fake.settings('gateway/')),
      await S3Store.open(fake.settings('submission/')),
    ];
    await one.put('images/a.png', Buffer.from('1'));
    fake.objects.put('gateway/Not ours.txt', Buffer.from('1'));
    expect(await two.get('images/a.png')).toBeNull();
    expect((await two.list().next()).done).toBe(true);
    await two.delete('images/a.png');
    const keys = [];
    for await (const { key } of one.list()) keys.push(key);
    expect(keys).toEqual(['images/a.png']);
  });

  it('reveals no secret when it is refused', async () => {
    const { secretAccessKey, accessKeyId } = fake.settings();
    const wrong = `${secretAccessKey}x`;
    const refused = await S3Store.open({ ...fake.settings(), secretAccessKey: wrong }).then(
      () => null,
      (error: unknown) => error,
    );
    expect(refused).toBeInstanceOf(ObjectStoreUnavailable);
    expect((refused as Error).message).toMatch(/SignatureDoesNotMatch, 403/);
    expect(
      JSON.stringify(Object.getOwnPropertyNames(refused).map((name) => String(Reflect.get(refused as Error, name)))),
    ).not.toMatch(new RegExp(`${accessKeyId}|${wrong}|Signature=`));
  });

  it('is not loaded in a process without a bucket', () => {
    const program = `const { openObjectStore } = require('./libs/platform/src/object-store');
      const loaded = () => Object.keys(require.cache).some((file) => file.includes('@aws-sdk'));
      openObjectStore({ OBJECT_STORES: 'folder', DATA_DIR: process.argv[1] }, 'gateway').then(() => process.stdout.write(String(loaded())));`;
    const workspace = path.join(__dirname, '../../..');
    const env = { ...process.env, SWC_NODE_PROJECT: path.join(workspace, 'tsconfig.base.json') };
    const folder = path.join(workspace, 'dist/store-without-bucket');
    expect(
      execFileSync(process.execPath, ['-r', '@swc-node/register', '-e', program, folder], {
        cwd: workspace,
        env,
        encoding: 'utf8',
      }),
    ).toBe('false');
  });
});

describe('the fake of S3', () => {
  let fake: FakeS3;
  let genuine: S3Call;

  beforeAll(async () => {
    fake = await FakeS3.start();
    const store = await S3Store.open(fake.settings());
    await store.put('a', Buffer.from('what was signed'));
    genuine = fake.calls.at(-1)!;
  });

  afterAll(() => fake.stop());

  async function send({
    key = 'a',
    body = genuine.body,
    headers = {},
  }: {
    key?: string;
    body?: Buffer;
    headers?: Record<string, string>;
  }): Promise<string> {
    const url = new URL(`/${fake.settings().bucket}/test/${key}?x-id=PutObject`, fake.settings().endpoint);
    return new Promise((resolve, reject) => {
      const call = request(url, { method: 'PUT', headers: { ...genuine.headers, ...headers } }, (response) => {
        buffer(response).then(
          (answer) =>
            resolve(`${response.statusCode} ${/<Code>(.*?)<\/Code>/.exec(answer.toString())?.[1] ?? ''}`.trim()),
          reject,
        );
      });
      call.once('error', reject).end(body);
    });
  }

  const other = Buffer.from('what was altered');

  it.each<[string, Parameters<typeof send>[0], string]>([
    ['the call as it was signed', {}, '200'],
    ['another path', { key: 'b' }, '403 SignatureDoesNotMatch'],
    ['another body', { body: other.subarray(0, 15) }, '400 XAmzContentSHA256Mismatch'],
    [
      'another header that was signed',
      { headers: { 'x-amz-checksum-crc32': 'AAAAAA==' } },
      '403 SignatureDoesNotMatch',
    ],
    ['a header that was not signed', { headers: { 'x-amz-server-side-encryption': 'AES256' } }, '403 AccessDenied'],
    [
      'another key',
      {
        headers: {
          authorization:
            'AWS4-HMAC-SHA256 Credential=NOBODY/20260101/eu-fake-1/s3/aws4_request, SignedHeaders=host, Signature=' +
            '0'.repeat(64),
        },
      },
      '403 InvalidAccessKeyId',
    ],
    ['no signature', { headers: { authorization: '' } }, '403 AccessDenied'],
    ['an old date', { headers: { 'x-amz-date': '20200101T000000Z' } }, '403 RequestTimeTooSkewed'],
  ])('answers %s', async (_, change, answer) => {
    expect(await send(change)).toBe(answer);
  });
});
