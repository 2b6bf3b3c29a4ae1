import { sharedStack, waitUntil } from '@shipyard/testing';
import { modelTerms } from './catalog-rows';
import { costOf, DRAWN, FUNDS_NANO, ImageStack, PRICE_NANO, SUPPLIER_COST_NANO } from './image-stack';

describe('an image task at its supplier', () => {
  let images: ImageStack;

  beforeAll(async () => {
    images = await ImageStack.onShared(sharedStack());
  });

  afterAll(() => images.leave());

  const closestTurns = (taskIds: string[]) =>
    images.stack.query(
      'gateway',
      `SELECT count(*)::int AS jobs, min(gap)::float AS gap FROM (
         SELECT extract(epoch FROM poll_at - lag(poll_at) OVER (ORDER BY poll_at)) AS gap FROM image_purchases WHERE task_id = ANY ($1) AND poll_at > begun_at + interval '1 s'
       ) gaps`,
      [taskIds],
    );

  it('is drawn by a synchronous supplier in as many calls as needed', async () => {
    const { secret } = await images.admin.customer();
    await images.addModel('image-at-once-by-three', [{ supplier_id: images.secondId, max_images_per_call: 3 }]);
    const purchases = images.second.purchases.length;
    const {
      body: { id },
    } = await images.submit(secret, { model: 'image-at-once-by-three', n: 7 });
    await images.untilSucceeded(id);
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
    expect(await images.lossesOf(id)).toEqual(
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
    await images.untilSucceeded(id);
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
    await images.untilSucceeded(id);
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
    await images.admin.do(
      'PUT',
      '/models/image-changing',
      modelTerms('image', {
        display_name: 'off',
        max_input_tokens: 1,
        max_output_tokens: 0,
        output_modalities: ['image'],
        sizes: ['1x1'],
        active: false,
      }),
    );
    const refusals = images.first.refusals.length;
    finish();
    await images.untilSucceeded(id);
    expect(images.first.refusals.length).toBe(refusals);
    expect(costOf(await images.retrieve(secret, id))).toBe(PRICE_NANO);
  });

  it('shares no poll slot with another job of the supplier', async () => {
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
    await images.untilSucceeded(lost);
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
    await images.untilSucceeded(lost);
    expect(await queuedAt()).toBe(before);
    finish();
    await images.untilSucceeded(id);
    for (const each of [id, lost]) expect((await images.retrieve(secret, each)).body.status).toBe('succeeded');
  });

  it('leaves nothing held and no difference in the reconciliation', async () => {
    const { drift_cny, mismatches } = await images.operator.settledBooks();
    expect([Number(drift_cny), mismatches]).toEqual([0, []]);
  });
});
