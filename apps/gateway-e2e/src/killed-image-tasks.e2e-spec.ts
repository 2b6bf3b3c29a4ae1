import { createLogger } from '@shipyard/platform/logger';
import { connectRedis } from '@shipyard/platform/redis';
import { documentedFetch, type TestStack, waitUntil } from '@shipyard/testing';
import { startGatewayStack } from './gateway-stack';
import { AT_ONCE, costOf, DRAWN, ImageStack, PRICE_NANO, SUPPLIER_COST_NANO } from './image-stack';
import { StepGates } from './step-gates';

const FUNDS_NANO = 10_000_000_000n;

type Behavior = Parameters<ImageStack['first']['script']>[0];

interface Moment {
  when: string;
  /** The statement that is blocked. Absent: the supplier blocks. */
  gate?: string;
  does: Behavior;
  /** Absent: an asynchronous supplier. */
  supplier?: 'second';
  /** How the supplier answers a poll. */
  polled?: 'stall';
  n?: number;
  model?: string;
  becomes: 'succeeded' | 'failed';
  bought: number;
}

/** One task is at each of these moments when the worker dies. */
const MOMENTS: Moment[] = [
  {
    when: 'before anything is written of a purchase',
    gate: 'image_tasks running',
    does: DRAWN,
    becomes: 'succeeded',
    bought: 1,
  },
  { when: 'when the supplier has accepted and not answered', does: { kind: 'stall' }, becomes: 'failed', bought: 1 },
  {
    when: 'when the supplier has named a job that is not written down',
    gate: 'image_purchases submitted',
    does: DRAWN,
    becomes: 'failed',
    bought: 1,
  },
  {
    when: 'when the supplier has refused, which is not written down',
    gate: 'image_purchases failed',
    does: { kind: 'moderated' },
    becomes: 'failed',
    bought: 0,
  },
  {
    when: "when the images are kept and not its task's",
    gate: 'image_purchases drawn',
    does: DRAWN,
    becomes: 'succeeded',
    bought: 1,
  },
  {
    when: 'when all is done but the last word',
    gate: 'image_tasks succeeded',
    does: DRAWN,
    n: 3,
    becomes: 'succeeded',
    bought: 1,
  },
  {
    when: 'when all has failed but the last word',
    gate: 'image_tasks failed',
    does: { ...DRAWN, ends: 'FAILED' },
    becomes: 'failed',
    bought: 1,
  },
  {
    when: 'between the calls of a task of several',
    gate: 'image_tasks succeeded',
    does: DRAWN,
    n: 2,
    model: 'image-by-one',
    becomes: 'succeeded',
    bought: 2,
  },
  {
    when: 'while a supplier that draws at once is at it',
    supplier: 'second',
    does: { kind: 'stall' },
    model: 'image-at-once',
    becomes: 'failed',
    bought: 1,
  },
  {
    when: "when its images are kept and not its task's, and it cannot be asked for them again",
    gate: 'image_purchases drawn',
    supplier: 'second',
    does: { kind: 'answer' },
    model: 'image-at-once',
    becomes: 'failed',
    bought: 1,
  },
  { when: 'while the job is asked after', does: DRAWN, polled: 'stall', becomes: 'succeeded', bought: 1 },
];

describe('image tasks whose worker is killed', () => {
  let images: ImageStack<TestStack>;

  beforeAll(async () => {
    images = await ImageStack.on(
      await startGatewayStack({ environment: { PROCESS_DEAD_AFTER_SECONDS: '2', SHUTDOWN_SECONDS: '4' } }),
      120_000,
    );
  });

  afterAll(async () => {
    await images.leave();
    await images.stack.stop();
  });

  it('between any two steps are never bought twice, and an unknown outcome fails uncharged with its cost recorded', async () => {
    const { stack, first, second } = images;
    const { customerId, secret } = await images.admin.customer();
    const gates = await StepGates.close(stack);
    const ids: string[] = [];
    let waiting = 0;
    const bought = () => first.purchases.length + second.purchases.length;
    for (const { gate, does, supplier = 'first', polled, n = 1, model = 'image' } of MOMENTS) {
      const [purchases, polls] = [bought(), first.polls.length];
      images[supplier].script(...Array.from({ length: model === 'image-by-one' ? n : 1 }, () => does));
      if (polled) first.scriptPolls({ kind: polled });
      const { status, body } = await images.submit(secret, { model, n, ...(gate !== undefined && { user: gate }) });
      expect(status).toBe(202);
      ids.push(body.id);
      // Each task reaches its moment before the next starts.
      if (gate !== undefined) await gates.untilWaiting((waiting += 1));
      else
        await waitUntil(
          () => Promise.resolve(polled ? first.polls.length - polls : bought() - purchases),
          (count) => count > 0,
        );
    }
    const beforeKill = bought();
    const blocked = await gates.untilWaiting(waiting);

    const { gatewayWorker } = stack.processes;
    await gatewayWorker.replace('SIGKILL');
    await gates.drop(blocked);
    await gates.open();
    // Kills the worker again while the next one takes over.
    await gatewayWorker.replace('SIGKILL');
    await images.untilEnded(ids);

    const expected = MOMENTS.reduce((sum, moment) => sum + moment.bought, 0);
    // The worker that came after bought the first one.
    expect([beforeKill, bought()]).toEqual([expected - 1, expected]);
    const ends = await Promise.all(ids.map((id) => images.retrieve(secret, id)));
    expect(ends.map(({ body }, at) => [MOMENTS[at]?.when, body.status])).toEqual(
      MOMENTS.map(({ when, becomes }) => [when, becomes]),
    );
    const imageCounts = MOMENTS.map(({ becomes, n = 1 }) => (becomes === 'succeeded' ? n : 0));
    expect(ends.map(({ body }) => body.data?.length ?? 0)).toEqual(imageCounts);
    expect(ends.map(costOf)).toEqual(imageCounts.map((count) => (count === 0 ? null : PRICE_NANO * BigInt(count))));
    const total = imageCounts.reduce((sum, count) => sum + count, 0);
    expect(await images.settledMoneyOf(customerId)).toBe(FUNDS_NANO - PRICE_NANO * BigInt(total));
    for (const { body } of ends)
      for (const { url } of body.data ?? []) expect((await documentedFetch(url ?? '')).status).toBe(200);

    await expectLosses(ids);
    await expectNoFileLeft(ids);
  });

  it('that is stopping finishes what it has started', async () => {
    const { secret } = await images.admin.customer();
    const { gatewayWorker } = images.stack.processes;
    let finish = () => {};
    images.second.script({ kind: 'answer', after: new Promise<void>((resolve) => (finish = resolve)) });
    const purchases = images.second.purchases.length;
    const {
      body: { id },
    } = await images.submit(secret, { model: 'image-at-once' });
    await waitUntil(
      () => Promise.resolve(images.second.purchases.length),
      (count) => count > purchases,
    );
    const stopped = gatewayWorker.pause();
    finish();
    await stopped;
    const status = await images.statusOf(id);
    await gatewayWorker.resume();
    expect([status, images.second.purchases.length]).toEqual(['succeeded', purchases + 1]);
    await images.retrieve(secret, id);
  });

  it('that must stop hands over submitted jobs, and marks the others as lost at once', async () => {
    const { customerId, secret } = await images.admin.customer();
    const { gatewayWorker } = images.stack.processes;
    const { first, second } = images;
    const [bought, polls] = [first.purchases.length + second.purchases.length, first.polls.length];
    first.script(DRAWN);
    first.scriptPolls({ kind: 'stall' });
    second.script({ kind: 'stall' });
    const {
      body: { id: withJob },
    } = await images.submit(secret);
    const {
      body: { id: withoutJob },
    } = await images.submit(secret, { model: 'image-at-once' });
    await waitUntil(
      () => Promise.resolve(first.polls.length),
      (count) => count > polls,
    );
    await waitUntil(
      () => Promise.resolve(first.purchases.length + second.purchases.length),
      (count) => count === bought + 2,
    );
    await gatewayWorker.pause();
    const left = [await images.statusOf(withJob), await images.statusOf(withoutJob)];
    await gatewayWorker.resume();
    expect(left).toEqual(['running', 'failed']);
    await images.untilEnded([withJob]);
    expect([await images.statusOf(withJob), first.purchases.length + second.purchases.length]).toEqual([
      'succeeded',
      bought + 2,
    ]);
    const {
      body: { error },
    } = await images.retrieve(secret, withoutJob);
    expect(error).toMatchObject({ code: 'upstream_error', message: expect.stringContaining('cut off') as string });
    expect(costOf(await images.retrieve(secret, withJob))).toBe(PRICE_NANO);
    expect(await images.settledMoneyOf(customerId)).toBe(FUNDS_NANO - PRICE_NANO);
    await expectLosses([withoutJob], [withoutJob]);
  });

  /** Purchases with an unknown outcome, and refusals whose answer was lost. */
  async function expectLosses(
    ids: string[],
    hidden = ids.filter((_, at) => MOMENTS[at]?.becomes === 'failed' && MOMENTS[at].gate !== 'image_tasks failed'),
  ): Promise<void> {
    const rows = await images.stack.query(
      'gateway',
      `SELECT task_id, supplier_cost_nano::text AS cost, amount_nano::text FROM ledger_entries WHERE kind = 'loss' AND account = 'revenue' AND task_id = ANY ($1)`,
      [ids],
    );
    // The supplier says that the other jobs failed.
    const expected = hidden.map((taskId) => ({ task_id: taskId, cost: String(SUPPLIER_COST_NANO), amount_nano: '0' }));
    expect(rows.toSorted(byTask)).toEqual(expected.toSorted(byTask));
    const { drift_cny, mismatches, open_holds } = await images.operator.reconciliation();
    expect([Number(drift_cny), mismatches, open_holds.count]).toEqual([0, [], 0]);
  }

  /** Images of a dead worker belong to no task, and are deleted when they expire. */
  async function expectNoFileLeft(ids: string[]): Promise<void> {
    await images.stack.query('gateway', `UPDATE image_files SET expires_at = now() WHERE task_id IS NULL`);
    await waitUntil(
      () => images.stack.query('gateway', 'SELECT id FROM image_files WHERE task_id IS NULL'),
      (left) => left.length === 0,
    );
    const files = await images.stack.query('gateway', 'SELECT id FROM image_files WHERE task_id = ANY ($1)', [ids]);
    await waitUntil(
      () => images.stack.countStoredFiles('gateway'),
      (count) => count === files.length,
    );
  }

  /** Otherwise the worker could end tasks before it knows of the others. */
  async function untilTaken(count: number): Promise<void> {
    const { redisUrl } = images.stack.view;
    if (redisUrl === null) return;
    const redis = await connectRedis(redisUrl, createLogger('test'));
    await waitUntil(
      () => redis.llen('gateway:image-tasks:active'),
      (taken) => taken >= count,
    );
    redis.disconnect();
  }

  it('are begun in turns by customer', async () => {
    const { stack, admin } = images;
    const [many, one] = await Promise.all([admin.customer(), admin.customer()]);
    await stack.processes.gatewayWorker.pause();
    const gates = await StepGates.close(stack);
    const submitted: string[] = [];
    for (const { secret } of [...Array<typeof many>(15).fill(many), one, ...Array<typeof many>(5).fill(many)])
      submitted.push((await images.submit(secret, { ...AT_ONCE, user: 'image_tasks running' })).body.id);
    await stack.processes.gatewayWorker.resume();
    await gates.untilWaiting(6);
    await untilTaken(submitted.length);
    await gates.open();
    await images.untilEnded(submitted);
    const rows = await stack.query(
      'gateway',
      'SELECT customer_id FROM image_tasks WHERE id = ANY ($1) ORDER BY started_at',
      [submitted],
    );
    // Six are begun at once. Of those that wait, the first of each customer comes before the second of any, which may be
    // begun at the same time. In the order of the jobs, 15 would come before it.
    expect(rows.findIndex(({ customer_id }) => customer_id === one.customerId)).toBeLessThan(9);
  });
});

const byTask = (one: Record<string, unknown>, other: Record<string, unknown>) =>
  String(one.task_id).localeCompare(String(other.task_id));
