import {
  type FakeImageSupplier,
  startFakeDashScope,
  startFakeOpenAiImages,
  startFakeVolcengineImages,
  startFakeZhipuImages,
} from './fake-image-supplier';

type Json = Record<string, unknown>;

interface Rules {
  start: () => Promise<FakeImageSupplier>;
  path: string;
  headers?: Record<string, string>;
  body: Json;
  bodies: [what: string, change: Json][];
}

const wan = (input: Json, parameters: Json) => ({
  input: { prompt: 'a', ...input },
  parameters: { size: '1024*1024', n: 1, ...parameters },
});

const RULES: Record<string, Rules> = {
  dashscope: {
    start: () => startFakeDashScope(),
    path: '/services/aigc/text2image/image-synthesis',
    headers: { 'x-dashscope-async': 'enable' },
    body: { model: 'wan2.2-t2i-flash', ...wan({}, {}) },
    bodies: [
      ['no model', { model: undefined }],
      ['no prompt', wan({ prompt: '' }, {})],
      ['a size with an x', wan({}, { size: '1024x1024' })],
      ['a size that is too small', wan({}, { size: '256*256' })],
      ['five images', wan({}, { n: 5 })],
      ['an unknown parameter', wan({}, { user: 'a' })],
      ['an unknown field', { n: 1 }],
      ['a model of another path', { model: 'wan2.6-t2i' }],
    ],
  },
  'openai, gpt-image': {
    start: () => startFakeOpenAiImages(),
    path: '/images/generations',
    body: { model: 'gpt-image-1', prompt: 'a', n: 2, size: '1536x1024' },
    bodies: [
      ['a response_format', { response_format: 'b64_json' }],
      ['a size that it does not draw', { size: '1024x768' }],
      ['eleven images', { n: 11 }],
      ['no prompt', { prompt: '' }],
      ['an unknown parameter', { seed: 1 }],
    ],
  },
  'openai, dall-e-3': {
    start: () => startFakeOpenAiImages(),
    path: '/images/generations',
    body: { model: 'dall-e-3', prompt: 'a', size: '1792x1024', response_format: 'url' },
    bodies: [
      ['two images', { n: 2 }],
      ['an unknown response_format', { response_format: 'png' }],
      ['a prompt that is too long', { prompt: 'a'.repeat(4_001) }],
    ],
  },
  'volcengine-images': {
    start: () => startFakeVolcengineImages(),
    path: '/images/generations',
    body: { model: 'doubao-seedream', prompt: 'a', size: '1024x1024', response_format: 'b64_json', watermark: false },
    bodies: [
      ['n, which it does not know', { n: 1 }],
      ['a size that is too small', { size: '256x256' }],
      ['a watermark in words', { watermark: 'no' }],
      ['no prompt', { prompt: undefined }],
    ],
  },
  zhipu: {
    start: () => startFakeZhipuImages(),
    path: '/images/generations',
    body: { model: 'cogview-4', prompt: 'a', size: '1024x1024', user_id: '123456' },
    bodies: [
      ['a label that is too short', { user_id: '12345' }],
      ['a size that is not by 16', { size: '1000x1000' }],
      ['too many pixels', { size: '2048x2048' }],
      ['n, which it does not know', { n: 1 }],
    ],
  },
};

describe.each(Object.entries(RULES))('the fake of %s', (_, { start, path, headers = {}, body, bodies }) => {
  let fake: FakeImageSupplier;

  beforeAll(async () => {
    fake = await start();
  });

  afterAll(() => fake.close());

  const post = async (change: Json = {}, head: Record<string, string> = {}) => {
    const sent = { authorization: `Bearer ${fake.apiKey}`, 'content-type': 'application/json', ...headers, ...head };
    const response = await fetch(fake.baseUrl + path, {
      method: 'POST',
      headers: sent,
      body: JSON.stringify({ ...body, ...change }),
    });
    await response.text();
    return response.status;
  };

  it('accepts a valid request, and records the purchase', async () => {
    expect([await post(), fake.purchases.length]).toEqual([200, 1]);
  });

  it('refuses another key or content type', async () => {
    expect(await post({}, { authorization: 'Bearer sk-other' })).toBe(401);
    expect(await post({}, { 'content-type': 'text/plain' })).toBe(415);
  });

  if (headers['x-dashscope-async']) {
    it('refuses synchronous requests', async () =>
      expect(await post({}, { 'x-dashscope-async': 'disable' })).toBe(403));

    it('refuses too many polls', async () => {
      const hurried = await startFakeDashScope({ pollsPerSecond: 2 });
      const ask = async () =>
        (await fetch(`${hurried.baseUrl}/tasks/a-b`, { headers: { authorization: `Bearer ${hurried.apiKey}` } }))
          .status;
      expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429]);
      await hurried.close();
    });
  }

  it.each(bodies)('refuses %s', async (_what, change) => {
    const bought = fake.purchases.length;
    expect(await post(change)).toBe(400);
    expect(fake.purchases).toHaveLength(bought);
  });
});
