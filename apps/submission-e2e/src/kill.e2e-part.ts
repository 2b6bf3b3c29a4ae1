import { type ProcessName, ServiceReplica, type TestStack, waitUntil } from '@shipyard/testing';
import { letHeartbeatsExpire } from './lost-heartbeats';
import type { OwnStack } from './own-stack';
import { LONG_README, Participant, type StatusView } from './participant';

export function describeKills(own: OwnStack): void {
  let stack: TestStack;
  let participant: Participant;

  beforeAll(() => {
    stack = own.stack;
    participant = Participant.ofDemo(stack);
  });

  afterEach(() => ServiceReplica.endAll());

  async function requestReview(): Promise<string> {
    const slug = await participant.createReadyProject(LONG_README);
    const { status } = await participant.call('POST', `/projects/${slug}/review/request`);
    expect(status).toBe(202);
    return slug;
  }

  async function expectFinishedOnce(slug: string): Promise<void> {
    const status = await waitUntil<StatusView | null>(
      () => participant.status(slug).catch(() => null),
      (answer) => answer?.review?.status === 'succeeded' || answer?.review?.status === 'failed',
      { giveUpAfterMs: 90_000 },
    );
    expect(status).toMatchObject({ state: 'recommended', review: { status: 'succeeded' } });
    const reviews = await stack.query(
      'submission',
      'SELECT r.status FROM reviews r JOIN projects p ON p.id = r.project_id WHERE p.slug = $1',
      [slug],
    );
    expect(reviews).toEqual([{ status: 'succeeded' }]);
    const moves = await stack.query(
      'submission',
      'SELECT to_state FROM audit_entries a JOIN projects p ON p.id = a.project_id WHERE p.slug = $1 ORDER BY a.id',
      [slug],
    );
    expect(moves.map(({ to_state }) => to_state).filter((state) => state === 'recommended')).toHaveLength(1);
  }

  it.each<ProcessName>(['submission', 'submissionWorker', 'gateway', 'gatewayWorker'])('of %s', async (name) => {
    const slug = await requestReview();
    const restarted = stack.processes[name].restarted();
    stack.processes[name].kill('SIGKILL');
    await restarted;
    if (name === 'submissionWorker') await letHeartbeatsExpire(stack, [slug]);
    await expectFinishedOnce(slug);
  });

  it('of Postgres', async () => {
    const slug = await requestReview();
    const restarted = stack.postgres.restarted();
    stack.postgres.kill('SIGKILL');
    await restarted;
    await letHeartbeatsExpire(stack, [slug]);
    await expectFinishedOnce(slug);
  });

  it('of Redis', async () => {
    if (stack.redis === null) return;
    const slug = await requestReview();
    const restarted = stack.redis.restarted();
    stack.redis.kill('SIGKILL');
    await restarted;
    await expectFinishedOnce(slug);
  });

  it('leaves a service and its worker able to end in order while Redis is away', async () => {
    if (stack.redis === null) return;
    const replicas = await Promise.all(
      (['main', 'worker'] as const).map((entry) => ServiceReplica.start(stack, { entry })),
    );
    await stack.redis.pause();
    try {
      const exits = replicas.map((replica) => replica.exit());
      for (const replica of replicas) replica.signal('SIGTERM');
      expect(await Promise.all(exits)).toEqual([0, 0]);
    } finally {
      await stack.redis.resume();
    }
  });

  it('leaves rows, files and money consistent', async () => {
    const [rows] = await stack.query('submission', 'SELECT count(*)::int AS assets FROM assets');
    expect(await stack.countStoredFiles('submission')).toBe(rows?.assets);
    await waitUntil(
      () => stack.query('gateway', 'SELECT count(*)::int AS count FROM holds WHERE task_id IS NULL'),
      ([row]) => row?.count === 0,
      { giveUpAfterMs: 120_000 },
    );
    const [sums] = await stack.query(
      'gateway',
      `SELECT (SELECT coalesce(sum(balance_nano), 0) FROM customers) = (SELECT coalesce(sum(amount_nano), 0) FROM ledger_entries WHERE account = 'customer') AS agree,
              (SELECT coalesce(sum(amount_nano), 0) FROM ledger_entries)::text AS total`,
    );
    expect(sums).toEqual({ agree: true, total: '0' });
  });
}
