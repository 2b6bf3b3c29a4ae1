import { rm } from 'node:fs/promises';
import path from 'node:path';
import { sharedStack, waitUntil } from '@shipyard/testing';
import sharp from 'sharp';
import { GatewayReplica } from './gateway-replica';
import { costOf, DRAWN, idOf, ImageStack, PRICE_NANO, SUPPLIER_COST_NANO, type TaskAnswer } from './image-stack';

const FUNDS_NANO = 10_000_000_000n;
/** The highest possible price. */
const DEAREST_NANO = 10n ** 18n - 1n;
const POLLERS = 50;
const AT_ONCE = { model: 'image-at-once' };

describe('an image task', () => {
  let images: ImageStack;

  beforeAll(async () => {
    images = await ImageStack.on(sharedStack());
  });

  afterAll(() => images.leave());

  const lossesOf = (taskId: string) =>
    images.stack.query(
      'gateway',
      `SELECT account, amount_nano::text, supplier_cost_nano::text AS cost FROM ledger_entries WHERE task_id = $1 AND kind = 'loss' ORDER BY account`,
      [taskId],
    );

  const closestTurns = (taskIds: string[]) =>
    images.stack.query(
      'gateway',
      `SELECT count(*)::int AS jobs, min(gap)::float AS gap FROM (
         SELECT extract(epoch FROM poll_at - lag(poll_at) OVER (ORDER BY poll_at)) AS gap FROM image_purchases WHERE task_id = ANY ($1) AND poll_at > begun_at + interval '1 s'
       ) gaps`,
      [taskIds],
    );

  async function untilSucceeded(taskId: string): Promise<void> {
    await images.untilEnded([taskId]);
    expect(await images.statusOf(taskId)).toBe('succeeded');
  }

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
      const file = await fetch(url ?? '');
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
    await untilSucceeded(id);
    const ask = (init: RequestInit = {}) =>
      fetch(`${images.stack.gatewayUrl}/v1/images/tasks/${id}?response_format=b64_json`, {
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
      byLink.map(async ({ url }) => Buffer.from(await (await fetch(url ?? '')).arrayBuffer()).toString('base64')),
    );
    expect(data.map(({ b64_json }) => b64_json)).toEqual(linked);
    const leaving = new AbortController();
    await ask({ signal: leaving.signal });
    leaving.abort();
    expect((await (await ask()).text()).length).toBe(text.length);
  });

  it('charges the images of all calls, at the price and to the key of its submission', async () => {
    const { customerId, keyId, secret } = await images.admin.customer();
    images.first.script(DRAWN, { kind: 'status', status: 500 }, { kind: 'answer', unfinishedPolls: 1 });
    const purchases = images.first.purchases.length;
    await images.addModel('image-dearer', [{ supplier_id: 'first', max_images_per_call: 1 }]);
    const {
      body: { id },
    } = await images.submit(secret, { model: 'image-dearer', n: 3 });
    await untilSucceeded(id);
    expect(images.first.purchases.slice(purchases).map(({ count }) => count)).toEqual([1, 1]);
    await images.admin.do('POST', '/models/image-dearer/prices', {
      units: [{ unit_type: 'image', unit_name: 'image', price_cny: '5' }],
    });
    const other = await images.admin.do<{ secret: string }>('POST', '/keys', {
      customer_id: customerId,
      name: 'Other',
      scopes: ['image'],
    });
    const retrieved = await images.retrieve(other.secret, id);
    expect([retrieved.body.usage, costOf(retrieved)]).toEqual([{ images: 2, cost_cny: 0.2 }, 2n * PRICE_NANO]);
    const [row] = await images.operator.ledgerOf(idOf(retrieved));
    // The call with a 500 may have been bought too.
    expect(row).toMatchObject({ key_id: keyId, supplier_cost_cny: expect.stringMatching(/^0\.090*$/) as string });
  });

  it('is drawn by a synchronous supplier in as many calls as needed', async () => {
    const { secret } = await images.admin.customer();
    await images.addModel('image-at-once-by-three', [{ supplier_id: 'second', max_images_per_call: 3 }]);
    const purchases = images.second.purchases.length;
    const {
      body: { id },
    } = await images.submit(secret, { model: 'image-at-once-by-three', n: 7 });
    await untilSucceeded(id);
    expect(
      images.second.purchases
        .slice(purchases)
        .map(({ count }) => count)
        .sort(),
    ).toEqual([1, 3, 3]);
    const retrieved = await images.retrieve(secret, id);
    expect([
      retrieved.body.data?.length,
      new Set(retrieved.body.data?.map(({ url }) => url)).size,
      costOf(retrieved),
    ]).toEqual([7, 7, 7n * PRICE_NANO]);
  });

  it("is nobody else's, needs the scope, and is the customer's own when the balance is gone", async () => {
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
    await untilSucceeded(id);
    const codeFor = async (token: string) => (await images.retrieve(token, id)).body.error.code;
    expect([await codeFor(other.secret), await codeFor(textOnly.secret)]).toEqual([
      'task_not_found',
      'insufficient_scope',
    ]);
    expect(costOf(await images.retrieve(owner.secret, id))).toBe(PRICE_NANO);
    expect(await images.settledMoneyOf(owner.customerId)).toBe(0n);
    expect((await images.retrieve(owner.secret, id)).body.status).toBe('succeeded');
  });

  it('is refused at a price that no balance covers, and charged even if a supplier price is wrong', async () => {
    const { secret } = await images.admin.customer();
    await images.addModel('image-priceless', [{ supplier_id: 'second' }], DEAREST_NANO);
    const refused = await images.submit(secret, { model: 'image-priceless', n: 10 });
    expect([refused.status, refused.body.error.code]).toEqual([429, 'insufficient_quota']);
    await images.addModel('image-bought-dearly', [
      { supplier_id: 'second', supplier_prices: [{ unit_type: 'image', price_cny: '999999999.999999999' }] },
    ]);
    const {
      body: { id },
    } = await images.submit(secret, { model: 'image-bought-dearly', n: 10 });
    await untilSucceeded(id);
    expect(costOf(await images.retrieve(secret, id))).toBe(10n * PRICE_NANO);
    expect((await images.admin.call('GET', '/usage?group_by=model,route')).status).toBe(200);
  });

  it('counts for its own key in usage, whichever key retrieves it', async () => {
    const { customerId, keyId, secret } = await images.admin.customer();
    const other = await images.admin.do<{ key: { id: string }; secret: string }>('POST', '/keys', {
      customer_id: customerId,
      name: 'Other',
      scopes: ['image'],
    });
    const {
      body: { id },
    } = await images.submit(secret, AT_ONCE);
    await untilSucceeded(id);
    const retrieved = await images.retrieve(other.secret, id);
    expect(costOf(retrieved)).toBe(PRICE_NANO);
    await waitUntil(
      () => images.admin.call('GET', `/requests/${idOf(retrieved)}`),
      ({ status }) => status === 200,
    );
    const { items } = await images.admin.do<{
      items: { key_id: string; requests: number; cost_cny: string; units: object }[];
    }>('GET', '/usage?group_by=key');
    const of = (key: string) => items.find(({ key_id }) => key_id === key);
    expect([of(keyId), of(other.key.id)]).toMatchObject([
      { cost_cny: '0.10', units: { image: 1 } },
      { requests: 1, cost_cny: '0.00', units: {} },
    ]);
  });

  it('does not support HEAD, which charges nothing', async () => {
    const { customerId, secret } = await images.admin.customer();
    const {
      body: { id },
    } = await images.submit(secret, AT_ONCE);
    await untilSucceeded(id);
    const head = await fetch(`${images.stack.gatewayUrl}/v1/images/tasks/${id}`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${secret}` },
    });
    expect([head.status, costOf(head)]).toEqual([404, null]);
    expect(await images.moneyOf(customerId)).toEqual({ balanceNano: FUNDS_NANO, heldNano: PRICE_NANO });
    expect(costOf(await images.retrieve(secret, id))).toBe(PRICE_NANO);
  });

  it.each<[string, Parameters<ImageStack['first']['script']>[0], string, boolean]>([
    ['the job fails', { ...DRAWN, ends: 'FAILED' }, 'upstream_error', false],
    ['the content is refused at the door', { kind: 'moderated' }, 'content_policy_violation', false],
    [
      'the content is refused later',
      { ...DRAWN, ends: 'FAILED', code: 'DataInspectionFailed' },
      'content_policy_violation',
      false,
    ],
    ['the answer to the purchase is lost', { kind: 'reset' }, 'upstream_error', true],
    ['no answer to the purchase comes', { kind: 'stall' }, 'upstream_timeout', true],
    ['the supplier knows nothing of the job any more', { ...DRAWN, ends: 'UNKNOWN' }, 'upstream_error', true],
    ['its images are none', { ...DRAWN, images: [{ bytes: 'lies' }] }, 'upstream_error', true],
    ['its images stand where nobody may go', { ...DRAWN, images: [{ host: 'private' }] }, 'upstream_error', true],
  ])('fails when %s, is not charged and frees its hold', async (_, behavior, code, costsUs) => {
    const { customerId, secret } = await images.admin.customer();
    images.first.script(behavior);
    const [files, lossNano] = [
      await images.stack.countStoredFiles('gateway'),
      await images.countedLossNano('worker', 'image'),
    ];
    const {
      body: { id },
    } = await images.submit(secret);
    await images.untilEnded([id]);
    const failed = await images.retrieve(secret, id);
    expect(failed.body).toMatchObject({ status: 'failed', error: { code, message: expect.any(String) as string } });
    expect([failed.body.data, failed.body.usage, costOf(failed)]).toEqual([undefined, undefined, null]);
    expect(await images.settledMoneyOf(customerId)).toBe(FUNDS_NANO);
    const cost = String(SUPPLIER_COST_NANO);
    expect(await lossesOf(id)).toEqual(
      costsUs ? ['funding', 'revenue'].map((account) => ({ account, amount_nano: '0', cost })) : [],
    );
    await waitUntil(
      () => images.countedLossNano('worker', 'image'),
      (counted) => counted - lossNano === (costsUs ? SUPPLIER_COST_NANO : 0n),
    );
    expect(await images.stack.countStoredFiles('gateway')).toBe(files);
  });

  it('tries another route only if the first rejected it', async () => {
    const { secret } = await images.admin.customer();
    images.first.script({ kind: 'status', status: 402 });
    const purchases = images.second.purchases.length;
    const {
      body: { id },
    } = await images.submit(secret, { model: 'image-either' });
    await untilSucceeded(id);
    expect(costOf(await images.retrieve(secret, id))).toBe(PRICE_NANO);
    images.first.script({ kind: 'status', status: 500 });
    const { body: task } = await images.submit(secret, { model: 'image-either' });
    await images.untilEnded([task.id]);
    expect([await images.statusOf(task.id), images.second.purchases.length - purchases]).toEqual(['failed', 1]);
  });

  it('waits for a supplier that is rate limiting', async () => {
    const { secret } = await images.admin.customer();
    images.first.script({ kind: 'status', status: 429 }, DRAWN);
    const {
      body: { id },
    } = await images.submit(secret);
    await untilSucceeded(id);
    const [{ steps } = {}] = await images.stack.query(
      'gateway',
      `SELECT array_agg(step ORDER BY begun_at) AS steps FROM image_purchases WHERE task_id = $1`,
      [id],
    );
    expect(steps).toEqual(['refused', 'drawn']);
    expect(costOf(await images.retrieve(secret, id))).toBe(PRICE_NANO);
  });

  it('is polled with the key and upstream model that bought it, even if the route has changed', async () => {
    const { secret } = await images.admin.customer();
    let finish = () => {};
    await images.addSupplier('changing', 'dashscope', images.first);
    await images.addModel('image-changing', [{ supplier_id: 'changing' }]);
    images.first.script({ ...DRAWN, after: new Promise<void>((resolve) => (finish = resolve)) });
    const {
      body: { id },
    } = await images.submit(secret, { model: 'image-changing' });
    const purchaseOf = () =>
      images.stack.query(
        'gateway',
        'SELECT step, route_id, job_id, key_fingerprint FROM image_purchases WHERE task_id = $1',
        [id],
      );
    const [purchase] = await waitUntil(purchaseOf, ([row]) => row?.step === 'submitted');
    expect(JSON.stringify(purchase)).not.toContain(images.first.apiKey);
    await images.admin.do('PATCH', '/suppliers/changing', { api_keys: ['sk-another-key-0', images.first.apiKey] });
    await images.admin.do('DELETE', `/routes/${String(purchase?.route_id)}`);
    await images.admin.do('PUT', '/models/image-changing', {
      product: 'image',
      owned_by: 'us',
      display_name: 'off',
      supports_streaming: false,
      supports_function_calling: false,
      supports_vision: false,
      max_input_tokens: 1,
      max_output_tokens: 0,
      input_modalities: ['text'],
      output_modalities: ['image'],
      sizes: ['1x1'],
      active: false,
    });
    const refusals = images.first.refusals.length;
    finish();
    await untilSucceeded(id);
    expect(images.first.refusals.length).toBe(refusals);
    expect(costOf(await images.retrieve(secret, id))).toBe(PRICE_NANO);
  });

  it('has poll slots that no other job of the supplier has', async () => {
    const { secret } = await images.admin.customer();
    let finish = () => {};
    const after = new Promise<void>((resolve) => (finish = resolve));
    images.first.script(...Array.from({ length: 24 }, () => ({ ...DRAWN, after })));
    const tasks = await Promise.all(Array.from({ length: 24 }, () => images.submit(secret)));
    const ids = tasks.map(({ body }) => body.id);
    const [found] = await waitUntil(
      () => closestTurns(ids),
      ([row]) => row?.jobs === 24,
    );
    expect(Number(found?.gap)).toBeGreaterThan(0.06);
    finish();
    await images.untilEnded(ids);
    for (const id of ids) expect((await images.retrieve(secret, id)).body.status).toBe('succeeded');
  });

  it('is polled no more often than its supplier’s options allow', async () => {
    const { secret } = await images.admin.customer();
    await images.addSupplier('patient', 'dashscope', images.first);
    await images.admin.do('PATCH', '/suppliers/patient', { polls_per_second: 4 });
    await images.addModel('image-patient', [{ supplier_id: 'patient' }]);
    let finish = () => {};
    const after = new Promise<void>((resolve) => (finish = resolve));
    images.first.script(...[1, 2, 3].map(() => ({ ...DRAWN, after })));
    const tasks = await Promise.all([1, 2, 3].map(() => images.submit(secret, { model: 'image-patient' })));
    const ids = tasks.map(({ body }) => body.id);
    const [found] = await waitUntil(
      () => closestTurns(ids),
      ([row]) => row?.jobs === 3,
    );
    // Three of four slots per second are for tasks.
    expect(Number(found?.gap)).toBeGreaterThan(0.33);
    finish();
    await images.untilEnded(ids);
    for (const id of ids) expect((await images.retrieve(secret, id)).body.status).toBe('succeeded');
  });

  it('counts toward the customer’s limit of unretrieved tasks, for parallel submissions too', async () => {
    const { customerId, secret } = await images.admin.customer();
    await images.admin.do('PATCH', `/customers/${customerId}`, { max_unfetched_tasks: 2 });
    const {
      body: { id },
    } = await images.submit(secret, AT_ONCE);
    await untilSucceeded(id);
    const both = await Promise.all([images.submit(secret, AT_ONCE), images.submit(secret, AT_ONCE)]);
    expect(both.map(({ status }) => status).sort()).toEqual([202, 429]);
    const [refused] = both.filter(({ status }) => status === 429);
    expect([refused?.body.error, refused?.headers.has('retry-after')]).toMatchObject([
      { type: 'rate_limit_error', code: 'rate_limit_exceeded' },
      true,
    ]);
    const second = both.find(({ status }) => status === 202)?.body.id ?? '';
    await untilSucceeded(second);
    expect((await images.submit(secret, AT_ONCE)).status).toBe(429);
    await images.retrieve(secret, id);
    const third = await images.submit(secret, AT_ONCE);
    expect(third.status).toBe(202);
    await images.admin.do('PATCH', `/customers/${customerId}`, { max_unfetched_tasks: 100, max_open_tasks: 0 });
    expect((await images.submit(secret, AT_ONCE)).body.error.message).toContain('open image tasks: 0');
    await untilSucceeded(third.body.id);
    for (const left of [second, third.body.id]) await images.retrieve(secret, left);
  });

  it('fails uncharged if the customer is suspended before it is bought', async () => {
    const { customerId, secret } = await images.admin.customer();
    images.first.script({ kind: 'status', status: 429 }, DRAWN);
    const purchases = images.first.purchases.length;
    const {
      body: { id },
    } = await images.submit(secret);
    const refused = () =>
      images.stack.query('gateway', `SELECT id FROM image_purchases WHERE task_id = $1 AND step = 'refused'`, [id]);
    await waitUntil(refused, (rows) => rows.length === 1);
    await images.admin.do('PATCH', `/customers/${customerId}`, { status: 'suspended' });
    await images.untilEnded([id]);
    images.first.script();
    await images.admin.do('PATCH', `/customers/${customerId}`, { status: 'active' });
    expect(images.first.purchases.length).toBe(purchases);
    const { body } = await waitUntil(
      () => images.retrieve(secret, id),
      ({ status }) => status === 200,
    );
    expect([body.status, body.error.code]).toEqual(['failed', 'customer_suspended']);
    expect(await images.settledMoneyOf(customerId)).toBe(FUNDS_NANO);
  });

  it.each(['', '?response_format=b64_json'])(
    'is not charged if one of its images is missing from the store (%s)',
    async (query) => {
      const { customerId, secret } = await images.admin.customer();
      const {
        body: { id },
      } = await images.submit(secret, { ...AT_ONCE, n: 2 });
      await untilSucceeded(id);
      const [file] = await images.stack.query('gateway', 'SELECT id, extension FROM image_files WHERE task_id = $1', [
        id,
      ]);
      await rm(
        path.join(images.stack.dataDir, 'store/gateway/images', `${String(file?.id)}.${String(file?.extension)}`),
      );
      const gone = await images.retrieve(secret, id, query);
      expect([gone.status, gone.body.error.code, costOf(gone)]).toEqual([410, 'file_expired', null]);
      expect(await images.moneyOf(customerId)).toEqual({ balanceNano: FUNDS_NANO, heldNano: 2n * PRICE_NANO });
      await images.stack.query('gateway', `UPDATE image_tasks SET expires_at = now() WHERE id = $1`, [id]);
      expect(await images.settledMoneyOf(customerId)).toBe(FUNDS_NANO);
    },
  );

  it('is queued again only when its job was lost', async () => {
    const { secret } = await images.admin.customer();
    let finish = () => {};
    images.first.script({ ...DRAWN, after: new Promise<void>((resolve) => (finish = resolve)) }, DRAWN);
    const {
      body: { id },
    } = await images.submit(secret);
    await waitUntil(
      () =>
        images.stack.query('gateway', `SELECT id FROM image_purchases WHERE task_id = $1 AND step = 'submitted'`, [id]),
      (rows) => rows.length === 1,
    );
    // A task whose job was lost before it reached the queue.
    const {
      body: { id: lost },
    } = await images.submit(secret);
    await untilSucceeded(lost);
    await images.stack.query('gateway', `DELETE FROM image_purchases WHERE task_id = $1`, [lost]);
    await images.stack.query('gateway', `UPDATE image_files SET task_id = NULL WHERE task_id = $1`, [lost]);
    images.first.script(DRAWN);
    await images.stack.query(
      'gateway',
      `UPDATE image_tasks SET queued_at = now() - interval '1 minute',
         status = CASE id WHEN $2 THEN 'pending' ELSE status END, finished_at = NULL, expires_at = NULL, process_id = NULL WHERE id IN ($1, $2)`,
      [id, lost],
    );
    const queuedAt = async () =>
      (await images.stack.query('gateway', 'SELECT queued_at::text FROM image_tasks WHERE id = $1', [id]))[0]
        ?.queued_at;
    const before = await queuedAt();
    await untilSucceeded(lost);
    expect(await queuedAt()).toBe(before);
    finish();
    await untilSucceeded(id);
    for (const each of [id, lost]) expect((await images.retrieve(secret, each)).body.status).toBe('succeeded');
  });

  it('costs nothing if nobody retrieves it before it expires, and its cost is our loss', async () => {
    const { customerId, secret } = await images.admin.customer();
    const lossNano = await images.countedLossNano('worker', AT_ONCE.model);
    const {
      body: { id },
    } = await images.submit(secret, AT_ONCE);
    await untilSucceeded(id);
    // Its images outlive the last URL.
    const [{ lasts } = {}] = await images.stack.query(
      'gateway',
      `SELECT extract(epoch FROM file.expires_at - task.expires_at)::int AS lasts FROM image_tasks task JOIN image_files file ON file.task_id = task.id WHERE task.id = $1`,
      [id],
    );
    expect(lasts).toBe(3_600);
    await images.stack.query('gateway', `UPDATE image_tasks SET expires_at = now() - interval '1 s' WHERE id = $1`, [
      id,
    ]);
    const expired = await images.retrieve(secret, id);
    expect([expired.status, expired.body.error.code, costOf(expired)]).toEqual([410, 'task_expired', null]);
    expect(await images.settledMoneyOf(customerId)).toBe(FUNDS_NANO);
    expect(await lossesOf(id)).toHaveLength(2);
    await waitUntil(
      () => images.countedLossNano('worker', AT_ONCE.model),
      (counted) => counted - lossNano === SUPPLIER_COST_NANO,
    );
    const [{ prompt } = {}] = await images.stack.query('gateway', 'SELECT prompt FROM image_tasks WHERE id = $1', [id]);
    expect(prompt).toBe('');
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
          supplier_id: 'first',
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

  it(`is charged once, by ${POLLERS} at once on two processes of which one is killed meanwhile`, async () => {
    const { customerId, secret } = await images.admin.customer();
    const replicas = await Promise.all([0, 1].map(() => GatewayReplica.start(images.stack, {})));
    const {
      body: { id },
    } = await images.submit(secret, AT_ONCE);
    await untilSucceeded(id);
    const poll = async ({ url }: GatewayReplica) => {
      const response = await fetch(`${url}/v1/images/tasks/${id}`, { headers: { authorization: `Bearer ${secret}` } });
      return { cost: costOf(response), requestId: idOf(response), body: (await response.json()) as TaskAnswer };
    };
    // The charge waits for the customer's row, so that all requests are in progress when one process dies.
    const lock = await images.stack.connect('gateway');
    await lock.query('BEGIN');
    await lock.query('SELECT FROM customers WHERE id = $1 FOR UPDATE', [customerId]);
    const polls = Array.from({ length: POLLERS }, (_, at) => poll(replicas[at % 2] ?? fail()).catch(() => null));
    const waiting = () =>
      images.stack.query(
        'gateway',
        `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%released AS%'`,
      );
    await waitUntil(waiting, (found) => found.length >= 10);
    await replicas[0]?.end('SIGKILL');
    await lock.query('COMMIT');
    await lock.end();
    const heard = (await Promise.all(polls)).filter((answer) => answer !== null);
    expect(heard.length).toBeGreaterThanOrEqual(POLLERS / 2);
    for (const { body } of heard)
      expect([body.status, body.usage]).toEqual(['succeeded', { images: 1, cost_cny: 0.1 }]);
    const charges = await images.stack.query(
      'gateway',
      `SELECT request_id FROM ledger_entries WHERE task_id = $1 AND account = 'customer'`,
      [id],
    );
    expect(charges).toHaveLength(1);
    // The charged request knows its cost, unless it asked the process that died.
    const charged = heard.filter(({ cost }) => cost !== null);
    expect(charged.map(({ requestId }) => requestId)).toEqual(
      heard.some(({ requestId }) => requestId === charges[0]?.request_id) ? [charges[0]?.request_id] : [],
    );
    expect(await images.settledMoneyOf(customerId)).toBe(FUNDS_NANO - PRICE_NANO);
    await replicas[1]?.end('SIGTERM');
  });

  it('leaves nothing held and no difference in the reconciliation', async () => {
    const { drift_cny, mismatches } = await waitUntil(
      () => images.operator.reconciliation(),
      ({ open_holds }) => open_holds.count === 0,
    );
    expect([Number(drift_cny), mismatches]).toEqual([0, []]);
  });
});

function fail(): never {
  throw new Error('There is no such replica');
}
