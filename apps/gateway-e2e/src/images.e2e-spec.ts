import { signFile } from '@shipyard/auth';
import { KeyRing } from '@shipyard/platform/sealing';
import { callApi, documentedFetch, sharedStack, TEST_KEYS, waitUntil } from '@shipyard/testing';
import OpenAI from 'openai';
import { nanoOf, officialClient } from './gateway-client';
import { costOf, DRAWN, idOf, ImageStack, type ImagesAnswer, PRICE_NANO, SUPPLIER_COST_NANO } from './image-stack';

const FUNDS_NANO = 10_000_000_000n;

type Behaviors = Parameters<ImageStack['first']['script']>;

/** POST /v1/images/generations, also with asynchronous suppliers, and the files that it returns. */
describe('synchronous images', () => {
  let images: ImageStack;

  beforeAll(async () => {
    images = await ImageStack.onShared(sharedStack());
    const nobody = { baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'sk-nobody-is-there' };
    await images.addSupplier('nobody', 'dashscope', nobody);
    await images.addSupplier('talker', 'anthropic', nobody);
  });

  afterAll(() => images.leave());

  async function bought<Answer>(
    call: () => Promise<Answer>,
  ): Promise<{ answer: Answer; first: number[]; second: number[] }> {
    const { first, second } = images;
    const before = [first.purchases.length, second.purchases.length];
    const answer = await call();
    return {
      answer,
      first: first.purchases.slice(before[0]).map(({ count }) => count),
      second: second.purchases.slice(before[1]).map(({ count }) => count),
    };
  }

  it('reach the official client as links and as bytes, charged per image', async () => {
    const { customerId, secret } = await images.admin.customer();
    const client = officialClient(images.stack.gatewayUrl, secret);
    images.first.script({ ...DRAWN, revisedPrompt: 'A lighthouse at dusk' });
    const { data, response } = await client.images
      .generate({ model: 'image', prompt: 'A lighthouse', n: 2, size: '512x512', user: 'somebody' })
      .withResponse();
    expect(data).toEqual({
      created: expect.any(Number) as number,
      data: Array.from({ length: 2 }, () => ({
        url: expect.stringContaining('/v1/files/') as string,
        revised_prompt: 'A lighthouse at dusk',
      })),
      usage: { images: 2, cost_cny: 0.2 },
    });
    expect(costOf(response)).toBe(2n * PRICE_NANO);
    const [row] = await images.operator.ledgerOf(idOf(response));
    expect(row).toMatchObject({
      task_id: null,
      supplier_cost_cny: expect.stringMatching(/^0\.060*$/) as string,
      lines: [{ unit_type: 'image', units: 2 }],
    });
    const bytes = await client.images.generate({ model: 'image', prompt: 'A lighthouse', response_format: 'b64_json' });
    expect(Object.keys(bytes.data?.[0] ?? {})).toEqual(['b64_json']);
    expect(Buffer.from(bytes.data?.[0]?.b64_json ?? '', 'base64').toString('latin1', 1, 4)).toBe('PNG');
    expect(await images.settledMoneyOf(customerId)).toBe(FUNDS_NANO - 3n * PRICE_NANO);
  });

  it.each<[string, string, number, Behaviors, number[], number]>([
    ['a route of one image a call is called as often as that takes', 'image-by-one', 3, [], [1, 1, 1], 3],
    ['a supplier of four a call likewise', 'image', 10, [], [4, 4, 2], 10],
    [
      'what some calls fail to give is not charged',
      'image-by-one',
      3,
      [DRAWN, { kind: 'status', status: 500 }, DRAWN],
      [1, 1],
      2,
    ],
    [
      'nor what a job gives less than it was asked for',
      'image',
      3,
      [{ ...DRAWN, images: [{}, { refused: 'content' }, {}] }],
      [3],
      2,
    ],
    ['nor what a call does', 'image-at-once', 3, [{ kind: 'answer', images: [{}] }], [3], 1],
    ['nor an image that is none', 'image-at-once', 2, [{ kind: 'answer', images: [{ bytes: 'page' }, {}] }], [2], 1],
    ['and no more is taken than was asked for', 'image-at-once', 1, [{ kind: 'answer', images: [{}, {}] }], [1], 1],
  ])('%s', async (_, model, n, script, calls, drawn) => {
    const { customerId, secret } = await images.admin.customer();
    const supplier = model === 'image-at-once' ? 'second' : 'first';
    images[supplier].script(...script);
    const { answer, [supplier]: made } = await bought(() => images.draw(secret, { model, n }));
    expect([answer.status, made, answer.body.data.length, answer.body.usage.images, costOf(answer)]).toEqual([
      200,
      calls,
      drawn,
      drawn,
      PRICE_NANO * BigInt(drawn),
    ]);
    expect(await images.settledMoneyOf(customerId)).toBe(FUNDS_NANO - PRICE_NANO * BigInt(drawn));
  });

  it.each<[string, Behaviors[0], number, string, string | null, boolean]>([
    ['no answer comes', { kind: 'stall' }, 504, 'upstream_timeout', 'false', true],
    ['the connection breaks', { kind: 'reset' }, 502, 'upstream_error', 'false', true],
    ['the supplier has a fault', { kind: 'status', status: 500 }, 502, 'upstream_error', 'false', true],
    ['the supplier is overloaded', { kind: 'status', status: 503 }, 502, 'upstream_error', 'false', true],
    ['the job fails', { ...DRAWN, ends: 'FAILED' }, 502, 'upstream_error', 'false', false],
    ['no image is one', { ...DRAWN, images: [{ bytes: 'truncated' }] }, 502, 'upstream_error', 'false', true],
    [
      'an image stands at an address where nobody may go',
      { ...DRAWN, images: [{ host: 'private' }] },
      502,
      'upstream_error',
      'false',
      true,
    ],
    ['the content is refused', { kind: 'moderated' }, 400, 'content_policy_violation', null, false],
    [
      'the content is refused later',
      { ...DRAWN, ends: 'FAILED', code: 'DataInspectionFailed' },
      400,
      'content_policy_violation',
      null,
      false,
    ],
  ])(
    'are neither bought twice nor charged and leave no file when %s, and what may have been billed is a loss',
    async (_, behavior, status, code, shouldRetry, isLoss) => {
      const { customerId, secret } = await images.admin.customer();
      const files = await images.stack.countStoredFiles('gateway');
      const lossNano = await images.countedLossNano('gateway', 'image-either');
      images.first.script(behavior);
      const { answer, second } = await bought(() => images.draw(secret, { model: 'image-either' }));
      expect([
        answer.status,
        answer.body.error.code,
        answer.headers.get('x-should-retry'),
        costOf(answer),
        second,
      ]).toEqual([status, code, shouldRetry, null, []]);
      expect(await images.settledMoneyOf(customerId)).toBe(FUNDS_NANO);
      expect(await images.stack.countStoredFiles('gateway')).toBe(files);
      const rows = (await images.operator.ledgerOf(idOf(answer))).map(
        ({ account, kind, amount_cny, supplier_cost_cny }) => [
          account,
          kind,
          nanoOf(amount_cny),
          supplier_cost_cny === null ? null : nanoOf(supplier_cost_cny),
        ],
      );
      const loss = ['funding', 'revenue'].map((account) => [account, 'loss', 0n, SUPPLIER_COST_NANO]);
      expect(rows.toSorted()).toEqual(isLoss ? loss : []);
      expect((await images.countedLossNano('gateway', 'image-either')) - lossNano).toBe(
        isLoss ? SUPPLIER_COST_NANO : 0n,
      );
    },
  );

  it('name the prompt if it is too long for the model, and are free', async () => {
    const { secret } = await images.admin.customer();
    images.second.script({ kind: 'status', status: 400, body: { error: { code: 'string_above_max_length' } } });
    const answer = await images.draw(secret, { model: 'image-at-once' });
    expect([answer.status, answer.body.error, costOf(answer)]).toMatchObject([
      400,
      { code: 'context_length_exceeded', param: 'prompt' },
      null,
    ]);
  });

  it.each([401, 402, 403, 404, 429])('come from the next route when the first answers %s', async (status) => {
    const { secret } = await images.admin.customer();
    images.first.script({ kind: 'status', status });
    const { answer, first, second } = await bought(() => images.draw(secret, { model: 'image-either' }));
    expect([answer.status, first, second]).toEqual([200, [], [1]]);
  });

  it('come from the next route when the first refuses the connection, or draws nothing', async () => {
    const { secret } = await images.admin.customer();
    await images.addModel('image-at-last', [
      { supplier_id: 'talker' },
      { supplier_id: 'nobody', priority: 1 },
      { supplier_id: images.secondId, priority: 2 },
    ]);
    const { answer, second } = await bought(() => images.draw(secret, { model: 'image-at-last' }));
    expect([answer.status, second]).toEqual([200, [1]]);
    const { request } = await waitUntil(
      () =>
        images.admin.call<{ request: { trace: { supplier_id: string; outcome: string }[] } }>(
          'GET',
          `/requests/${idOf(answer)}`,
        ),
      (found) => found.status === 200,
    ).then(({ body }) => body.data);
    expect(request.trace.map(({ supplier_id, outcome }) => [supplier_id, outcome])).toEqual([
      ['nobody', 'failed'],
      [images.secondId, 'answered'],
    ]);

    await images.addModel('image-of-words', [{ supplier_id: 'talker' }]);
    for (const refused of [
      await images.draw(secret, { model: 'image-of-words' }),
      await images.submit(secret, { model: 'image-of-words' }),
    ]) {
      expect([refused.status, refused.body.error.code, refused.headers.get('retry-after')]).toEqual([
        503,
        'no_route_available',
        '5',
      ]);
    }
    const { customerId, secret: poor } = await images.admin.customer('0.05');
    for (const refused of [
      await images.draw(poor, { model: 'image-of-words' }),
      await images.submit(poor, { model: 'image-of-words' }),
    ]) {
      expect([refused.status, refused.body.error.code]).toEqual([429, 'insufficient_quota']);
    }
    expect(await images.settledMoneyOf(customerId)).toBe(50_000_000n);
  });

  it('are bought and charged even if the customer disconnects', async () => {
    const { customerId, secret } = await images.admin.customer();
    let finish = () => {};
    images.first.script({ ...DRAWN, after: new Promise<void>((resolve) => (finish = resolve)) });
    const purchases = images.first.purchases.length;
    const leaving = new AbortController();
    const left = officialClient(images.stack.gatewayUrl, secret).images.generate(
      { model: 'image', prompt: 'a' },
      { signal: leaving.signal },
    );
    await waitUntil(
      () => Promise.resolve(images.first.purchases.length),
      (count) => count > purchases,
    );
    leaving.abort();
    await expect(left).rejects.toBeInstanceOf(OpenAI.APIUserAbortError);
    finish();
    await waitUntil(
      () => images.moneyOf(customerId),
      ({ balanceNano, heldNano }) => heldNano === 0n && balanceNano === FUNDS_NANO - PRICE_NANO,
    );
  });

  it('cannot overdraw a budget or a limit', async () => {
    const bounded = await images.admin.customer('10', { budget: { amount_cny: '0.25', period: 'day' } });
    const codeOf = ({ status, body }: { status: number; body: ImagesAnswer }) =>
      status === 200 ? 'drawn' : body.error.code;
    expect(codeOf(await images.draw(bounded.secret, { n: 3 }))).toBe('insufficient_quota');
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => images.draw(bounded.secret, { model: 'image-at-once' })),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(new Set(refused.map(codeOf))).toEqual(new Set(['insufficient_quota']));
    expect(refused.every(({ headers }) => headers.get('x-should-retry') === 'false')).toBe(true);
    // A task holds from the same budget, but its hold is not a charge.
    const spent = 6 - refused.length;
    expect(spent).toBe(2);
    expect((await images.submit(bounded.secret)).body.error.code).toBe('insufficient_quota');

    const limited = await images.admin.customer('10', { rpm: 1 });
    expect(codeOf(await images.draw(limited.secret, { model: 'image-at-once' }))).toBe('drawn');
    for (const over of [await images.draw(limited.secret, {}), await images.submit(limited.secret)]) {
      expect([over.status, over.body.error.code, over.headers.get('x-ratelimit-remaining-requests')]).toEqual([
        429,
        'rate_limit_exceeded',
        '0',
      ]);
    }
  });

  describe.each(['/v1/images/generations', '/v1/images/tasks'])('%s refuses', (path) => {
    const fish = '\u{1f41f}';

    it.each<[string, object, number, string, string]>([
      ['no model', { model: undefined }, 400, 'missing_required_parameter', 'model'],
      ['an unknown model', { model: 'nothing' }, 404, 'model_not_found', 'model'],
      ['a model of another product', { model: 'sandbox-chat' }, 404, 'model_not_found', 'model'],
      ['no prompt', { prompt: undefined }, 400, 'missing_required_parameter', 'prompt'],
      ['an empty prompt', { prompt: '' }, 400, 'invalid_value', 'prompt'],
      ['a prompt of more than 32,000 characters', { prompt: fish.repeat(32_001) }, 400, 'invalid_value', 'prompt'],
      ['a prompt that is no text', { prompt: ['a'] }, 400, 'invalid_value', 'prompt'],
      ['a size that is not offered', { size: '999x999' }, 400, 'unsupported_size', 'size'],
      ['a size that is none', { size: 'large' }, 400, 'invalid_value', 'size'],
      ['more than 10', { n: 11 }, 400, 'n_too_large', 'n'],
      ['none', { n: 0 }, 400, 'invalid_value', 'n'],
      ['half an image', { n: 1.5 }, 400, 'invalid_value', 'n'],
      ['a number in words', { n: '2' }, 400, 'invalid_value', 'n'],
      ['a quality', { quality: 'hd' }, 400, 'unsupported_parameter', 'quality'],
      ['a stream', { stream: true }, 400, 'unsupported_parameter', 'stream'],
      ['a label of more than 256 characters', { user: fish.repeat(257) }, 400, 'invalid_value', 'user'],
    ])('%s, and nothing is bought, charged or stored', async (_, fields, status, code, param) => {
      const { credentials } = images.stack;
      const files = await images.stack.countStoredFiles('gateway');
      const json = { model: 'image', prompt: 'A lighthouse', ...fields };
      const { answer, first } = await bought(() =>
        callApi<ImagesAnswer>(images.stack.gatewayUrl, 'POST', path, { token: credentials.enterprise_key, json }),
      );
      expect([answer.status, answer.body.error.code, answer.body.error.param, costOf(answer), first]).toEqual([
        status,
        code,
        param,
        null,
        [],
      ]);
      expect(await images.stack.countStoredFiles('gateway')).toBe(files);
    });
  });

  it('accept what means the same as leaving it out', async () => {
    const { secret } = await images.admin.customer();
    const neutral = { size: 'auto', quality: 'auto', stream: false, partial_images: 0, moderation: 'auto', n: 1 };
    for (const fields of [neutral, { quality: null, background: 'auto', size: null, stream: null, user: null }])
      expect((await images.draw(secret, fields)).status).toBe(200);
  });

  it('accept a prompt of 32,000 characters and a label of 256, each of two UTF-16 units', async () => {
    const { secret } = await images.admin.customer();
    const fish = '\u{1f41f}';
    const answer = await images.draw(secret, { prompt: fish.repeat(32_000), user: fish.repeat(256) });
    expect(answer.status).toBe(200);
    expect(images.first.purchases.at(-1)?.prompt).toBe(fish.repeat(32_000));
  });

  it('refuse an unknown response_format', async () => {
    const { body } = await images.draw(images.stack.credentials.enterprise_key, { response_format: 'gif' });
    expect(body.error).toMatchObject({ code: 'invalid_value', param: 'response_format' });
  });

  describe('in files', () => {
    const [keyId = '', secret = ''] = TEST_KEYS.URL_SIGNING_KEYS.split(/:(.*)/);
    const ring = new KeyRing(new Map([[keyId, Buffer.from(secret, 'base64')]]));

    async function drawFile(): Promise<{ url: string; signedFor: (seconds: number) => string }> {
      const { secret: token } = await images.admin.customer();
      const { body } = await images.draw(token, { model: 'image-at-once' });
      const url = body.data[0]?.url ?? '';
      const [, fileId = '', extension = ''] = /files\/([0-9a-f-]+)\.([a-z]+)\?/.exec(url) ?? [];
      const signedFor = (seconds: number) => {
        const expires = String(Math.floor(Date.now() / 1_000) + seconds);
        const signature = signFile({ fileId, extension, expires }, ring);
        return `${url.split('?')[0]}?expires=${expires}&signature=${encodeURIComponent(signature)}`;
      };
      return { url, signedFor };
    }

    const outcomeOf = async (url: string) => {
      const response = await documentedFetch(url);
      return response.status === 200
        ? 200
        : `${response.status} ${((await response.json()) as ImagesAnswer).error.code}`;
    };

    it('open without a key, only as an image, for an hour', async () => {
      const { url } = await drawFile();
      const expires = Number(new URL(url).searchParams.get('expires'));
      expect(expires - Date.now() / 1_000).toBeGreaterThan(3_500);
      const [file, head] = await Promise.all([documentedFetch(url), documentedFetch(url, { method: 'HEAD' })]);
      const bytes = Buffer.from(await file.arrayBuffer());
      for (const { status, headers } of [file, head]) {
        expect([status, headers.get('content-type'), headers.get('content-length')]).toEqual([
          200,
          'image/png',
          String(bytes.length),
        ]);
        expect(headers.get('content-disposition')).toMatch(/^inline; filename="[0-9a-f-]{36}\.png"$/);
        expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox; frame-ancestors 'none'");
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        expect(headers.get('cache-control')).toMatch(/^private, max-age=3[56]\d\d, immutable$/);
      }
      expect((await head.arrayBuffer()).byteLength).toBe(0);
    });

    it('do not open after they expire, nor with anything changed', async () => {
      const { url, signedFor } = await drawFile();
      expect(await outcomeOf(signedFor(60))).toBe(200);
      expect([await outcomeOf(signedFor(0)), await outcomeOf(signedFor(-1))]).toEqual([
        '410 file_expired',
        '410 file_expired',
      ]);
      const changes = [
        url.replace(/expires=\d+/, 'expires=9999999999'),
        url.replace('.png', '.jpg'),
        url.replace(/signature=.*/, 'signature=test.AAAA'),
        url.replace(/&signature=.*/, ''),
        url.replace(/expires=\d+&/, ''),
        url.replace(/files\/./, (start) => (start.endsWith('0') ? 'files/1' : 'files/0')),
        `${url.split('?')[0]}`,
        `${images.stack.gatewayUrl}/v1/files/nothing.png`,
      ];
      for (const changed of changes)
        expect([changed, await outcomeOf(changed)]).toEqual([changed, '404 file_not_found']);
    });

    it('are deleted when they expire', async () => {
      const { url } = await drawFile();
      const files = await images.stack.countStoredFiles('gateway');
      const [, fileId] = /files\/([0-9a-f-]+)/.exec(url) ?? [];
      await images.stack.query('gateway', 'UPDATE image_files SET expires_at = now() WHERE id = $1', [fileId]);
      await waitUntil(
        () => images.stack.countStoredFiles('gateway'),
        (count) => count === files - 1,
      );
      await waitUntil(
        () => images.stack.query('gateway', 'SELECT id FROM image_files WHERE id = $1', [fileId]),
        (rows) => rows.length === 0,
      );
      expect(await outcomeOf(url)).toBe('410 file_expired');
    });
  });

  it('leave nothing held and no difference in the reconciliation', async () => {
    const { drift_cny, mismatches } = await images.operator.settledBooks();
    expect([Number(drift_cny), mismatches]).toEqual([0, []]);
  });
});
