import { randomBytes } from 'node:crypto';
import { KeyRing } from '@shipyard/platform';
import {
  CANARY, type FakeImageAnswer, type FakeImageSupplier, type FakePicture, type FakePictureBytes, type FakePictureHost, startFakeDashScope, startFakeOpenAiImages, startFakeVolcengineImages,
  startFakeZhipuImages,
} from '@shipyard/testing';
import sharp from 'sharp';
import { checkSupplier } from '../check-supplier';
import { DashScopeSupplier } from './dashscope/dashscope-supplier';
import { CallIds } from './openai/call-ids';
import { OpenAiSupplier } from './openai/openai-supplier';
import type { PictureRoom } from '../contract/picture-room';
import type { ImageCall, ImageJob, Supplier, SupplierImage } from '../contract/supplier';
import type { SupplierConnection } from '../contract/supplier-connection';
import { SupplierError, type SupplierFault } from '../contract/supplier-error';
import type { SupplierKind } from '../registry';
import { VolcengineImagesSupplier } from './volcengine-images/volcengine-images-supplier';
import { ZhipuSupplier } from './zhipu/zhipu-supplier';

const callIds = new CallIds(new KeyRing(new Map([['a', randomBytes(32)]])), 'openai');

type ImageSupplier = Supplier & Required<Pick<Supplier, 'close'>>;

interface Kind {
  start(): Promise<FakeImageSupplier>;
  open(connection: SupplierConnection): ImageSupplier;
  model: string;
  /** Left out: the usual one of this suite. */
  size?: { width: number; height: number };
  /** What the operator's route would say; left out: as many as the supplier draws. */
  most?: number;
  /** Whether an answer can hold the bytes themselves. */
  writesBase64: boolean;
  /** Whether an answer says how the prompt was rewritten. */
  revises: boolean;
  /** Where the label of an end user stands in the body; null: it has no place for one. */
  userAt: string | null;
}

const KINDS: Record<string, Kind> = {
  dashscope: {
    start: () => startFakeDashScope(),
    open: (connection) => new DashScopeSupplier(connection),
    model: 'wan2.2-t2i-fake',
    writesBase64: false,
    revises: true,
    userAt: null,
  },
  'dashscope, in messages': {
    start: () => startFakeDashScope(),
    open: (connection) => new DashScopeSupplier(connection),
    model: 'wan2.6-t2i-fake',
    writesBase64: false,
    revises: false,
    userAt: null,
  },
  'openai, compatible': {
    start: () => startFakeOpenAiImages(),
    open: (connection) => new OpenAiSupplier(connection, callIds),
    model: 'flux-fake',
    writesBase64: true,
    revises: true,
    userAt: 'user',
  },
  'openai, gpt-image': {
    start: () => startFakeOpenAiImages(),
    open: (connection) => new OpenAiSupplier(connection, callIds),
    model: 'gpt-image-1-fake',
    size: { width: 1_536, height: 1_024 },
    writesBase64: true,
    revises: false,
    userAt: 'user',
  },
  'openai, by address': {
    start: () => startFakeOpenAiImages(),
    open: (connection) => new OpenAiSupplier({ ...connection, options: { ...connection.options, image_response_format: 'url' } }, callIds),
    model: 'dall-e-3-fake',
    size: { width: 1_792, height: 1_024 },
    most: 1,
    writesBase64: true,
    revises: true,
    userAt: 'user',
  },
  'volcengine-images': {
    start: () => startFakeVolcengineImages(),
    open: (connection) => new VolcengineImagesSupplier(connection),
    model: 'doubao-seedream-fake',
    writesBase64: true,
    revises: false,
    userAt: null,
  },
  zhipu: {
    start: () => startFakeZhipuImages(),
    open: (connection) => new ZhipuSupplier(connection),
    model: 'cogview-4-fake',
    writesBase64: false,
    revises: false,
    userAt: 'user_id',
  },
};

const ENDLESS_ROOM: PictureRoom = { take: () => Promise.resolve(), leave: () => undefined };
const USUAL_SIZE = { width: 1_024, height: 768 };

/** For a supplier that will not answer: a moment that is long enough for a request to arrive. */
const soon = () => performance.now() + 300;
const PROMPT = '一间有着精致窗户的花店 <&> "flower shop"';

/** All that a failure says beside its cause. The service tells a customer nothing but the fault. */
function saidBy(error: unknown): string {
  if (!(error instanceof SupplierError)) throw error;
  return JSON.stringify({ ...error, message: error.message, cause: undefined });
}

/** The pictures, whether they come with the answer or are collected. */
async function draw(supplier: Supplier, call: ImageCall): Promise<SupplierImage[]> {
  if (supplier.generateImages) return supplier.generateImages(call);
  const { jobId } = (await supplier.submitImages?.(call)) ?? { jobId: '' };
  for (;;) {
    const job = await collect(supplier, jobId, call);
    if (job.status === 'failed' || job.status === 'lost') throw job.error;
    if (job.status === 'succeeded') return job.images;
  }
}

async function collect(supplier: Supplier, jobId: string, { upstreamModel, apiKey, signal, deadlineAt, room }: ImageCall): Promise<ImageJob> {
  if (!supplier.collectImages) throw new Error('It has nothing to collect');
  return supplier.collectImages({ jobId, upstreamModel, apiKey, signal, deadlineAt, room });
}

describe.each(Object.entries(KINDS))('a supplier of pictures of the kind %s', (name, kind) => {
  let fake: FakeImageSupplier;
  let supplier: ImageSupplier;
  let most: number;
  const size = kind.size ?? USUAL_SIZE;

  beforeAll(async () => {
    fake = await kind.start();
    supplier = kind.open({ baseUrl: fake.baseUrl, internal: true, options: {} });
    most = kind.most ?? supplier.mostImagesPerCall ?? 10;
  });

  afterEach(() => {
    expect(fake.refusals).toEqual([]);
    expect(fake.trapped).toEqual([]);
    fake.script();
    fake.scriptPolls();
  });

  afterAll(async () => {
    await supplier.close();
    await fake.close();
  });

  const order = (particulars: Partial<ImageCall> = {}): ImageCall => ({
    upstreamModel: `${kind.model}-${CANARY}`, prompt: PROMPT, ...size, count: 1, user: undefined, apiKey: fake.apiKey,
    signal: new AbortController().signal, deadlineAt: Infinity, room: ENDLESS_ROOM, ...particulars,
  });

  const drawn = async (particulars: Partial<ImageCall> = {}): Promise<SupplierImage[]> => {
    const images = await draw(supplier, order(particulars));
    for (const { bytes, revisedPrompt } of images) {
      expect(bytes.includes(CANARY)).toBe(false);
      expect(String(revisedPrompt)).not.toContain(CANARY);
    }
    return images;
  };

  /** With the number of purchases that the supplier took meanwhile. */
  const failure = async (particulars: Partial<ImageCall> = {}, asked = supplier): Promise<SupplierError & { bought: number }> => {
    const before = fake.purchases.length;
    const error: unknown = await draw(asked, order(particulars)).then(() => undefined, (reason: unknown) => reason);
    expect(saidBy(error)).not.toContain(CANARY);
    return Object.assign(error as SupplierError, { bought: fake.purchases.length - before });
  };

  const each = (picture: FakePicture) => ({ kind: 'answer' as const, pictures: [picture] });

  /** By an address, whatever the kind would choose. */
  const byAddress = (picture: FakePicture) => ({ ...each(picture), as: 'url' as const });

  it('draws a picture of the asked size', async () => {
    const before = fake.purchases.length;
    const [image, ...more] = await drawn();
    expect(more).toEqual([]);
    const { format, width, height } = await sharp(image?.bytes).metadata();
    expect({ format, width, height, extension: image?.extension, revised: image?.revisedPrompt }).toEqual({ format: 'png', ...size, extension: 'png', revised: null });
    expect(fake.purchases.slice(before)).toMatchObject([{ model: `${kind.model}-${CANARY}`, prompt: PROMPT, ...size, count: 1 }]);
  });

  it('shows its key in one header only', async () => {
    await drawn();
    const { headers, body } = fake.purchases.at(-1) ?? { headers: {}, body: {} };
    expect(JSON.stringify(body)).not.toContain(fake.apiKey);
    expect(Object.values(headers).filter((value) => String(value).includes(fake.apiKey))).toHaveLength(1);
  });

  it('draws several, or says that it draws one a call', async () => {
    const count = Math.min(most, 3);
    const images = await drawn({ count });
    expect(new Set(images.map(({ bytes }) => bytes.toString('base64'))).size).toBe(count);
    expect(fake.purchases.at(-1)?.count).toBe(count);
    if (count > 1) expect(await drawn({ count: most })).toHaveLength(most);
  });

  it('returns what was drawn where some were not', async () => {
    for (const refused of ['content', 'fault'] as const) {
      fake.script({ kind: 'answer', pictures: [{ refused }, {}] });
      expect(await drawn({ count: Math.min(most, 2) })).toHaveLength(1);
    }
    fake.script({ kind: 'answer', pictures: [{ bytes: 'page' }, {}] });
    expect(await drawn()).toHaveLength(1);
  });

  it('fails where none was drawn', async () => {
    fake.script({ kind: 'answer', pictures: [] });
    expect(await failure()).toMatchObject({ fault: 'failed', mayBeAccepted: true, bought: 1 });
    fake.script(each({ refused: 'fault' }));
    expect(await failure()).toMatchObject({ fault: 'failed', mayBeAccepted: true, bought: 1 });
  });

  it('says how the prompt was rewritten, where it is told', async () => {
    fake.script({ kind: 'answer', revisedPrompt: 'A florist at dawn' });
    expect((await drawn())[0]?.revisedPrompt).toBe(kind.revises ? 'A florist at dawn' : null);
  });

  it('hands on the label of the end user, where there is a place for it', async () => {
    await drawn({ user: 'customer-42' });
    const { body } = fake.purchases.at(-1) ?? { body: {} };
    if (kind.userAt === null) expect(JSON.stringify(body)).not.toContain('customer-42');
    else expect(body).toHaveProperty(kind.userAt, 'customer-42');
  });

  it.each<[FakePictureBytes, string]>([['png', 'png'], ['jpeg', 'jpg'], ['webp', 'webp']])('takes a picture that is a %s, rid of what it says of its maker', async (bytes, extension) => {
    for (const as of kind.writesBase64 ? (['url', 'b64_json'] as const) : (['url'] as const)) {
      fake.script({ ...each({ bytes }), as });
      const [image] = await drawn();
      expect(image?.extension).toBe(extension);
      const { width, height, exif, xmp } = await sharp(image?.bytes).metadata();
      expect({ width, height, exif, xmp }).toEqual({ ...size, exif: undefined, xmp: undefined });
    }
  });

  it.each<FakePictureBytes>(['gif', 'svg', 'page', 'nothing', 'truncated', 'bomb', 'lies'])('takes no picture that is %s, and buys no other', async (bytes) => {
    for (const as of kind.writesBase64 ? (['url', 'b64_json'] as const) : (['url'] as const)) {
      fake.script({ ...each({ bytes }), as });
      expect(await failure()).toMatchObject({ fault: 'failed', mayBeAccepted: true, bought: 1 });
    }
  });

  it.each<FakePictureHost>(['redirect', 'busy_once', 'cut_once'])('fetches a picture whose host answers by %s', async (host) => {
    fake.script(byAddress({ host }));
    expect(await drawn()).toHaveLength(1);
  });

  it.each<FakePictureHost>(['redirect_loop', 'redirect_private', 'private', 'file', 'endless', 'gone'])('has no picture from a host that answers by %s, and buys no other', async (host) => {
    fake.script(byAddress({ host }));
    expect(await failure()).toMatchObject({ fault: 'failed', mayBeAccepted: true, status: undefined, bought: 1 });
  });

  it.each<[FakePictureHost, SupplierFault]>([['busy', 'failed'], ['stall', 'timeout']])('gives a picture up whose host is %s', async (host, fault) => {
    fake.script(byAddress({ host }));
    const before = fake.pictureRequests();
    expect(await failure({ deadlineAt: host === 'stall' ? soon() : Infinity })).toMatchObject({ fault, mayBeAccepted: true, bought: 1 });
    expect(fake.pictureRequests() - before).toBe(fault === 'failed' ? 2 : 1);
  });

  if (kind.revises) {
    it('says of a rewritten prompt what can be stored', async () => {
      fake.script({ kind: 'answer', unfinishedPolls: 0, revisedPrompt: 'one\u0000 two\ud800' }, { kind: 'answer', unfinishedPolls: 0, revisedPrompt: 'x'.repeat(40_000) });
      expect((await drawn()).map(({ revisedPrompt }) => revisedPrompt)).toEqual(['one two']);
      expect((await drawn())[0]?.revisedPrompt).toHaveLength(32_000);
    });
  }

  it('is read no faster than there is room for its pictures', async () => {
    let taken = 0;
    let give = () => {};
    const given = new Promise<void>((resolve) => (give = resolve));
    let begin = () => {};
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const take = (bytes: number) => {
      taken += bytes;
      begin();
      return given;
    };
    let isThere = false;
    const asked = drawn({ count: most, room: { take, leave: () => undefined } }).finally(() => (isThere = true));
    await begun;
    await new Promise(setImmediate);
    expect(isThere).toBe(false);
    give();
    const images = await asked;
    expect(taken).toBeGreaterThanOrEqual(images.reduce((sum, { bytes }) => sum + bytes.length, 0));
  });

  it('can be checked without buying anything', async () => {
    const before = fake.purchases.length;
    const row = { kind: name.split(',')[0] as SupplierKind, baseUrl: fake.baseUrl, internal: true, options: {} };
    expect(await checkSupplier(row, { secret: fake.apiKey, last4: '7f3a' })).toMatchObject({ ok: true, status: 200, message: 'The supplier answers.' });
    expect(await checkSupplier(row, { secret: 'sk-other', last4: 'ther' })).toMatchObject({ ok: false, status: 401, message: 'The supplier answers, but refuses the key. Set another key.' });
    expect(fake.purchases).toHaveLength(before);
    fake.refusals.length = 0;
  });

  it('is not asked again for refused content', async () => {
    fake.script({ kind: 'moderated' });
    const error = await failure();
    expect(error).toMatchObject({ fault: 'content', mayBeAccepted: false, bought: 0 });
    expect(error.fault).toBe('content');
  });

  it.each<[number, SupplierFault, boolean]>([
    [400, 'refused', false], [401, 'failed', false], [402, 'failed', false], [403, 'failed', false], [404, 'failed', false], [408, 'timeout', true], [409, 'failed', true],
    [413, 'refused', false], [422, 'refused', false], [429, 'failed', false], [500, 'failed', true], [502, 'failed', true], [503, 'failed', true], [504, 'timeout', true],
  ])('fails with %i: %s, accepted all the same: %s', async (status, fault, mayBeAccepted) => {
    fake.script({ kind: 'status', status, headers: { 'retry-after': '7' } });
    expect(await failure()).toMatchObject({ fault, mayBeAccepted, status, retryAfterMs: 7_000 });
    fake.script({ kind: 'status', status, body: `<html>${CANARY}` });
    expect(await failure()).toMatchObject({ fault, mayBeAccepted });
  });

  it.each<['reset' | 'stall' | 'page', SupplierFault]>([['reset', 'failed'], ['stall', 'timeout'], ['page', 'failed']])(
    'does not know what became of a purchase that ends by %s',
    async (how, fault) => {
      fake.script({ kind: how });
      expect(await failure({ deadlineAt: how === 'stall' ? soon() : Infinity })).toMatchObject({ fault, mayBeAccepted: true, bought: 1 });
    },
  );

  it('does not know what became of a purchase that ends with an error inside a 200', async () => {
    fake.script({ kind: 'error_in_200' });
    expect(await failure()).toMatchObject({ fault: 'failed', mayBeAccepted: true });
  });

  it('says that nothing was bought where nobody listens', async () => {
    const gone = await kind.start();
    const alone = kind.open({ baseUrl: gone.baseUrl, internal: true, options: {} });
    const guarded = kind.open({ baseUrl: fake.baseUrl, internal: false, options: {} });
    await gone.close();
    expect(await failure({}, alone)).toMatchObject({ fault: 'failed', mayBeAccepted: false, bought: 0 });
    expect(await failure({}, guarded)).toMatchObject({ fault: 'failed', mayBeAccepted: false, bought: 0 });
    await alone.close();
    await guarded.close();
  });

  it('stops when its caller leaves', async () => {
    const leaving = new AbortController();
    fake.script(byAddress({ host: 'stall' }));
    const asked = draw(supplier, order({ signal: leaving.signal }));
    const requests = fake.pictureRequests();
    while (fake.pictureRequests() === requests) await new Promise(setImmediate);
    leaving.abort(new Error('The caller left'));
    await expect(asked).rejects.toThrow('The caller left');
  });
});

describe.each(Object.entries(KINDS).filter(([name]) => name === 'dashscope'))('the work of a supplier of the kind %s that draws in its own time', (_name, kind) => {
  let fake: FakeImageSupplier;
  let supplier: ImageSupplier;
  let call: ImageCall;

  beforeAll(async () => {
    fake = await kind.start();
    supplier = kind.open({ baseUrl: fake.baseUrl, internal: true, options: {} });
    call = {
      upstreamModel: kind.model, prompt: PROMPT, width: 1_024, height: 1_024, count: 1, user: undefined, apiKey: fake.apiKey,
      signal: new AbortController().signal, deadlineAt: Infinity, room: ENDLESS_ROOM,
    };
  });

  afterAll(async () => {
    await supplier.close();
    await fake.close();
  });

  const submit = async (): Promise<string> => (await supplier.submitImages?.(call))?.jobId ?? '';

  it('runs until it has ended, and can be collected again and again', async () => {
    fake.script({ kind: 'answer', unfinishedPolls: 2 });
    const bought = fake.purchases.length;
    const jobId = await submit();
    const statuses: string[] = [];
    for (let times = 0; times < 4; times += 1) statuses.push((await collect(supplier, jobId, call)).status);
    expect(statuses).toEqual(['running', 'running', 'succeeded', 'succeeded']);
    expect(fake.purchases.length - bought).toBe(1);
  });

  it.each<['FAILED' | 'CANCELED', string | undefined, SupplierFault]>([
    ['FAILED', undefined, 'failed'], ['FAILED', 'DataInspectionFailed', 'content'], ['FAILED', 'InvalidParameter', 'refused'], ['FAILED', 'InternalError.Timeout', 'timeout'],
    ['CANCELED', undefined, 'failed'],
  ])('fails with %s, %s: %s', async (ends, code, fault) => {
    fake.script({ kind: 'answer', unfinishedPolls: 0, ends, code });
    expect(await collect(supplier, await submit(), call)).toMatchObject({ status: 'failed', error: { fault } });
  });

  it.each<[string, FakeImageAnswer]>([
    ['knows nothing of it', { kind: 'answer', unfinishedPolls: 0, ends: 'UNKNOWN' }],
    ['says that it is done, and has no picture', { kind: 'answer', unfinishedPolls: 0, pictures: [] }],
    ['has its pictures where nobody may go', { kind: 'answer', unfinishedPolls: 0, pictures: [{ host: 'private' }] }],
  ])('is lost, and may have been paid for, where the supplier %s', async (_, behaviour) => {
    fake.script(behaviour);
    expect(await collect(supplier, await submit(), call)).toMatchObject({ status: 'lost', error: { fault: 'failed', mayBeAccepted: true } });
  });

  it('is lost where the supplier has never heard of it', async () => {
    expect(await collect(supplier, 'no-such-task', call)).toMatchObject({ status: 'lost', error: { fault: 'failed' } });
  });

  it.each([401, 403, 408, 429, 500, 503])('does not end because asking after it was answered with %i', async (status) => {
    fake.script({ kind: 'answer', unfinishedPolls: 0 });
    const jobId = await submit();
    fake.scriptPolls({ kind: 'status', status, headers: { 'retry-after': '7' } });
    // Whoever took it for a failure that leaves the purchase open would buy again.
    await expect(collect(supplier, jobId, call)).rejects.toMatchObject({ mayBeAccepted: true, status, retryAfterMs: 7_000 });
    expect(await collect(supplier, jobId, call)).toMatchObject({ status: 'succeeded' });
  });

  it.each(['reset', 'stall', 'page', 'error_in_200'] as const)('does not end because asking after it broke off by %s', async (kindOfBreak) => {
    fake.script({ kind: 'answer', unfinishedPolls: 0 });
    const jobId = await submit();
    fake.scriptPolls({ kind: kindOfBreak });
    await expect(collect(supplier, jobId, { ...call, deadlineAt: kindOfBreak === 'stall' ? soon() : Infinity })).rejects.toMatchObject({ mayBeAccepted: true });
    expect(await collect(supplier, jobId, call)).toMatchObject({ status: 'succeeded' });
  });

  it('does not end because its pictures cannot be had just now', async () => {
    fake.script({ kind: 'answer', unfinishedPolls: 0, pictures: [{ host: 'busy' }] });
    const jobId = await submit();
    await expect(collect(supplier, jobId, call)).rejects.toMatchObject({ mayBeAccepted: true });
  });
});
