import { callApi, documentedFetch, sharedStack, waitUntil } from '@shipyard/testing';
import sharp from 'sharp';
import { AT_ONCE, costOf, DRAWN, FUNDS_NANO, idOf, ImageStack, PRICE_NANO, type TaskAnswer } from './image-stack';

describe('an image task', () => {
  let images: ImageStack;

  beforeAll(async () => {
    images = await ImageStack.onShared(sharedStack());
  });

  afterAll(() => images.leave());

  it('is pending, running and succeeded, in that order, and charged when it is first retrieved as succeeded', async () => {
    const { customerId, keyId, secret } = await images.admin.customer();
    let finish = () => {};
    images.first.script({
      ...DRAWN,
      after: new Promise<void>((resolve) => (finish = resolve)),
      revisedPrompt: 'A lighthouse at dusk',
    });
    const submitted = await images.submit(secret, { n: 2, size: '640x768', user: 'somebody' });
    expect([
      submitted.status,
      submitted.headers.get('location'),
      submitted.headers.get('retry-after'),
      costOf(submitted),
    ]).toEqual([202, `/v1/images/tasks/${submitted.body.id}`, '1', null]);
    expect(submitted.body).toEqual({
      id: expect.stringMatching(/^imgtask_/) as string,
      object: 'image.task',
      status: 'pending',
      model: 'image',
      created: expect.any(Number) as number,
    });
    const { id } = submitted.body;
    const running = await waitUntil(
      () => images.retrieve(secret, id),
      ({ body }) => body.status !== 'pending',
    );
    expect(running.body).toEqual({
      ...submitted.body,
      status: 'running',
      started_at: expect.any(Number) as number,
      finished_at: null,
      expires_at: null,
    });
    expect([running.headers.get('cache-control'), costOf(running)]).toEqual(['no-store', null]);
    expect(await images.moneyOf(customerId)).toEqual({ balanceNano: FUNDS_NANO, heldNano: 2n * PRICE_NANO });
    finish();

    const first = await waitUntil(
      () => images.retrieve(secret, id),
      ({ body }) => body.status !== 'running',
    );
    expect(first.body).toMatchObject({ ...submitted.body, status: 'succeeded', usage: { images: 2, cost_cny: 0.2 } });
    expect(first.body.expires_at).toBe((first.body.finished_at ?? 0) + 86_400);
    expect([costOf(first), first.headers.get('cache-control')]).toEqual([2n * PRICE_NANO, 'no-store']);
    expect(first.body.data).toHaveLength(2);
    for (const { url, revised_prompt } of first.body.data ?? []) {
      const file = await documentedFetch(url ?? '');
      const { width, height, format } = await sharp(Buffer.from(await file.arrayBuffer())).metadata();
      expect([file.status, `${width}x${height} ${format}`, revised_prompt]).toEqual([
        200,
        '640x768 png',
        'A lighthouse at dusk',
      ]);
    }
    const rows = await images.operator.ledgerOf(idOf(first));
    const charge = rows.find(({ account }) => account === 'customer');
    expect(charge).toMatchObject({
      kind: 'charge',
      task_id: id,
      key_id: keyId,
      model: 'image',
      amount_cny: expect.stringMatching(/^-0\.20*$/) as string,
      supplier_cost_cny: expect.stringMatching(/^0\.060*$/) as string,
      lines: [{ unit_type: 'image', units: 2 }],
    });
    expect(images.first.purchases.at(-1)).toMatchObject({ count: 2, width: 640, height: 768 });

    const again = await images.retrieve(secret, id, '?response_format=b64_json');
    expect([again.body.usage, costOf(again)]).toEqual([first.body.usage, null]);
    expect((await sharp(Buffer.from(again.body.data?.[0]?.b64_json ?? '', 'base64')).metadata()).format).toBe('png');
    expect(await images.settledMoneyOf(customerId)).toBe(FUNDS_NANO - 2n * PRICE_NANO);
    const unknown = await images.retrieve(secret, id, '?response_format=gif');
    expect([unknown.status, unknown.body.error]).toMatchObject([
      400,
      { code: 'invalid_value', param: 'response_format' },
    ]);
  });

  it('can be retrieved with its images in the answer, and survives a client that disconnects', async () => {
    const { secret } = await images.admin.customer();
    images.first.script({ ...DRAWN, revisedPrompt: 'a "b64_json":"" 灯塔' });
    const {
      body: { id },
    } = await images.submit(secret, { n: 3 });
    await images.untilSucceeded(id);
    const ask = (init: RequestInit = {}) =>
      documentedFetch(`${images.stack.gatewayUrl}/v1/images/tasks/${id}?response_format=b64_json`, {
        ...init,
        headers: { authorization: `Bearer ${secret}` },
      });
    const answer = await ask();
    const text = await answer.text();
    expect([
      answer.headers.get('content-type'),
      answer.headers.get('content-length'),
      answer.headers.get('cache-control'),
      costOf(answer),
    ]).toEqual(['application/json; charset=utf-8', String(Buffer.byteLength(text)), 'no-store', 3n * PRICE_NANO]);
    const { data = [], usage } = JSON.parse(text) as TaskAnswer;
    expect([usage, data.map(({ revised_prompt }) => revised_prompt)]).toEqual([
      { images: 3, cost_cny: 0.3 },
      Array(3).fill('a "b64_json":"" 灯塔'),
    ]);
    const byLink = (await images.retrieve(secret, id)).body.data ?? [];
    const linked = await Promise.all(
      byLink.map(async ({ url }) =>
        Buffer.from(await (await documentedFetch(url ?? '')).arrayBuffer()).toString('base64'),
      ),
    );
    expect(data.map(({ b64_json }) => b64_json)).toEqual(linked);
    const leaving = new AbortController();
    await ask({ signal: leaving.signal });
    leaving.abort();
    expect((await (await ask()).text()).length).toBe(text.length);
  });

  it('is hidden from other customers, needs the scope, and can be retrieved without a balance', async () => {
    const owner = await images.admin.customer('0.1');
    const other = await images.admin.customer();
    const textOnly = await images.admin.do<{ secret: string }>('POST', '/keys', {
      customer_id: owner.customerId,
      name: 'Text',
      scopes: ['text'],
    });
    const {
      body: { id },
    } = await images.submit(owner.secret, AT_ONCE);
    const another = await images.submit(owner.secret, AT_ONCE);
    expect([another.status, another.body.error.code]).toEqual([429, 'insufficient_quota']);
    await images.untilSucceeded(id);
    const codeFor = async (token: string) => (await images.retrieve(token, id)).body.error.code;
    expect([await codeFor(other.secret), await codeFor(textOnly.secret)]).toEqual([
      'task_not_found',
      'insufficient_scope',
    ]);
    expect(costOf(await images.retrieve(owner.secret, id))).toBe(PRICE_NANO);
    expect(await images.settledMoneyOf(owner.customerId)).toBe(0n);
    expect((await images.retrieve(owner.secret, id)).body.status).toBe('succeeded');
  });

  it('does not support HEAD, which charges nothing', async () => {
    const { customerId, secret } = await images.admin.customer();
    const {
      body: { id },
    } = await images.submit(secret, AT_ONCE);
    await images.untilSucceeded(id);
    const head = await callApi(images.stack.gatewayUrl, 'HEAD', `/v1/images/tasks/${id}`, { token: secret });
    expect([head.status, costOf(head)]).toEqual([404, null]);
    expect(await images.moneyOf(customerId)).toEqual({ balanceNano: FUNDS_NANO, heldNano: PRICE_NANO });
    expect(costOf(await images.retrieve(secret, id))).toBe(PRICE_NANO);
  });

  it('counts toward the customer’s limit of unretrieved tasks, for parallel submissions too', async () => {
    const { customerId, secret } = await images.admin.customer();
    await images.admin.do('PATCH', `/customers/${customerId}`, { max_unfetched_tasks: 2 });
    const {
      body: { id },
    } = await images.submit(secret, AT_ONCE);
    await images.untilSucceeded(id);
    const both = await Promise.all([images.submit(secret, AT_ONCE), images.submit(secret, AT_ONCE)]);
    expect(both.map(({ status }) => status).sort()).toEqual([202, 429]);
    const [refused] = both.filter(({ status }) => status === 429);
    expect([refused?.body.error, refused?.headers.has('retry-after')]).toMatchObject([
      { type: 'rate_limit_error', code: 'rate_limit_exceeded' },
      true,
    ]);
    const second = both.find(({ status }) => status === 202)?.body.id ?? '';
    await images.untilSucceeded(second);
    expect((await images.submit(secret, AT_ONCE)).status).toBe(429);
    await images.retrieve(secret, id);
    const third = await images.submit(secret, AT_ONCE);
    expect(third.status).toBe(202);
    await images.admin.do('PATCH', `/customers/${customerId}`, { max_unfetched_tasks: 100, max_open_tasks: 0 });
    expect((await images.submit(secret, AT_ONCE)).body.error.message).toContain('open image tasks: 0');
    await images.untilSucceeded(third.body.id);
    for (const left of [second, third.body.id]) await images.retrieve(secret, left);
  });

  it('waits for the row of its customer on one connection, however many do', async () => {
    const [locked, other] = await Promise.all([images.admin.customer(), images.admin.customer()]);
    const locker = await images.stack.connect('gateway');
    try {
      await locker.query('BEGIN');
      await locker.query('SELECT FROM customers WHERE id = $1 FOR UPDATE', [locked.customerId]);
      const parallel = Array.from({ length: 24 }, () => images.submit(locked.secret, AT_ONCE));
      const waiting = () =>
        images.stack.query(
          'gateway',
          `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
        );
      await waitUntil(waiting, (found) => found.length > 0);
      const submitted = await images.submit(other.secret, AT_ONCE);
      expect([submitted.status, (await waiting()).length]).toEqual([202, 1]);
      await locker.query('COMMIT');
      const answers = await Promise.all(parallel);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
      await images.untilEnded([submitted, ...answers].map(({ body }) => body.id));
      for (const { body } of answers) await images.retrieve(locked.secret, body.id);
      await images.retrieve(other.secret, submitted.body.id);
    } finally {
      await locker.end();
    }
  });

  it('is shown to operators with its purchases, and without its prompt', async () => {
    const { secret } = await images.admin.customer();
    images.first.script({ ...DRAWN, ends: 'FAILED' });
    const {
      body: { id },
    } = await images.submit(secret, { prompt: 'a secret prompt' });
    await images.untilEnded([id]);
    const { task } = await images.admin.do<{ task: { purchases: object[] } }>('GET', `/tasks/${id}`);
    expect(task).toMatchObject({
      id,
      status: 'failed',
      supplier_cost_cny: '0.00',
      purchases: [
        {
          supplier_id: images.firstId,
          step: 'failed',
          n: 1,
          images: null,
          error: { code: 'upstream_error' },
          job_id: expect.any(String) as string,
        },
      ],
    });
    expect(JSON.stringify(task)).not.toContain('secret');
  });

  it('leaves nothing held and no difference in the reconciliation', async () => {
    const { drift_cny, mismatches } = await images.operator.settledBooks();
    expect([Number(drift_cny), mismatches]).toEqual([0, []]);
  });
});
