import { createLogger } from '@shipyard/platform/logger';
import { connectRedis } from '@shipyard/platform/redis';
import { sharedStack, waitUntil } from '@shipyard/testing';
import { Queue } from 'bullmq';
import fc from 'fast-check';
import type { Redis } from 'ioredis';
import type { Client } from 'pg';
import { LifecycleModel, type Verdict } from './lifecycle-model';
import { CALLER_MOVES, type CallerAction, CALLS, Moves, refusalOf, type Role, ROLES } from './moves';

const RUNS = 12;
const STEPS = 30;
const SEEING = ['owner', 'reviewer', 'fulfilment', 'admin'] as const;
const readmeOf = (verdict: Verdict) => `# Moved about\n\n[sandbox:review=${verdict}]`;

describe('a lifecycle', () => {
  const stack = sharedStack();
  let database: Client;
  let redis: Redis;
  /** Paused except while a review must finish. */
  let reviews: Queue;

  beforeAll(async () => {
    if (stack.view.redisUrl === null) throw new Error('These tests need a redis-server on the PATH');
    database = await stack.connect('submission');
    redis = await connectRedis(stack.view.redisUrl, createLogger('test'));
    reviews = new Queue('reviews', { prefix: 'submission', connection: redis });
    await reviews.pause();
  });

  afterAll(async () => {
    // Missing if beforeAll failed, whose error is then the only one.
    await reviews?.resume();
    await reviews?.close();
    redis?.disconnect();
    await database?.end();
  });

  const compare = async (model: LifecycleModel, real: Moves, roles: readonly (typeof SEEING)[number][] = SEEING) => {
    for (const role of roles) {
      const { state, allowed, next_sequence: next } = await real.status(role);
      expect([role, state, allowed, next]).toEqual([role, model.state, model.allowed(role), model.logs + 1]);
    }
  };

  class Act implements fc.AsyncCommand<LifecycleModel, Moves> {
    constructor(
      private readonly action: CallerAction,
      private readonly role: Role,
    ) {}

    check = () => true;

    async run(model: LifecycleModel, real: Moves): Promise<void> {
      const before = model.state;
      const { status, body } = await real.act(this.action, this.role);
      const mayCall = this.role === CALLS[this.action].by;
      const moves = mayCall && model.act(this.action);
      if (!mayCall) expect([status, body.error]).toEqual([403, 'FORBIDDEN']);
      else if (moves) expect([status < 300, body.error]).toEqual([true, undefined]);
      else
        expect([status, body.error, body.details]).toEqual([
          409,
          refusalOf(this.action, before),
          { state: before, allowed: model.allowed(this.role) },
        ]);
      // What is allowed follows from the state alone.
      await compare(model, real, moves ? SEEING : ['owner']);
    }

    toString = () => `${this.role}: ${this.action}`;
  }

  /** An allowed action, because random ones rarely get far. */
  class Advance implements fc.AsyncCommand<LifecycleModel, Moves> {
    constructor(private readonly choice: number) {}

    check = (model: Readonly<LifecycleModel>) => this.moves(model).length > 0;

    async run(model: LifecycleModel, real: Moves): Promise<void> {
      const moves = this.moves(model);
      const action = moves[this.choice % moves.length];
      if (action) await new Act(action, CALLS[action].by).run(model, real);
    }

    toString = () => `advance ${this.choice}`;

    private moves(model: Readonly<LifecycleModel>): CallerAction[] {
      // The final action is left to chance.
      return ROLES.flatMap((role) => model.allowed(role)).filter((action) => action !== 'reject');
    }
  }

  class FinishReview implements fc.AsyncCommand<LifecycleModel, Moves> {
    check = ({ state }: Readonly<LifecycleModel>) => state === 'review_pending';

    async run(model: LifecycleModel, real: Moves): Promise<void> {
      await reviews.resume();
      await waitUntil(
        () => real.status(),
        ({ state }) => state !== 'review_pending',
      );
      await reviews.pause();
      model.finishReview();
      await compare(model, real);
    }

    toString = () => 'finish the review';
  }

  class Write implements fc.AsyncCommand<LifecycleModel, Moves> {
    constructor(private readonly verdict: Verdict | null) {}

    check = () => true;

    async run(model: LifecycleModel, real: Moves): Promise<void> {
      const { owner } = real.parties;
      if (this.verdict === null) await owner.appendLog(real.slug, 'One more', 'It goes on.');
      else await owner.putReadme(real.slug, readmeOf(this.verdict));
      if (this.verdict === null) model.logs += 1;
      else model.verdict = this.verdict;
      await compare(model, real, ['owner']);
    }

    toString = () => (this.verdict === null ? 'append a log' : `write a README that says ${this.verdict}`);
  }

  it('follows the model for random actions of random actors', async () => {
    const advance = fc.nat(99).map((choice) => new Advance(choice));
    const finish = fc.constant(new FinishReview());
    const act = fc
      .tuple(fc.constantFrom(...CALLER_MOVES), fc.constantFrom(...ROLES))
      .map(([action, role]) => new Act(action, role));
    const write = fc
      .constantFrom<(Verdict | null)[]>(null, 'recommend', 'recommend', 'recommend', 'decline', 'decline', 'fail')
      .map((verdict) => new Write(verdict));
    const reached = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.commands([advance, advance, finish, finish, act, act, write], { maxCommands: STEPS, size: 'max' }),
        async (commands) => {
          const real = await Moves.begin(stack, database, readmeOf('recommend'));
          await fc.asyncModelRun(() => ({ model: new LifecycleModel(), real }), commands);
          const trail = await database.query<{ from_state: string | null; to_state: string }>(
            'SELECT from_state, to_state FROM audit_entries WHERE project_id = $1 ORDER BY id',
            [await real.parties.owner.projectId(real.slug)],
          );
          // Each move starts in the state in which the previous one ended.
          for (const [index, { from_state: from, to_state: to }] of trail.rows.entries()) {
            expect(from).toBe(index === 0 ? null : trail.rows[index - 1]?.to_state);
            reached.add(to);
          }
        },
      ),
      { numRuns: RUNS, endOnFailure: true, interruptAfterTimeLimit: 120_000 },
    );
    expect(reached.size).toBeGreaterThan(5);
  }, 180_000);

  it('is reviewed again for one of twenty simultaneous requests of reviewers', async () => {
    const moves = await Moves.begin(stack, database);
    await moves.set('recommended');
    const answers = await Promise.all(Array.from({ length: 20 }, () => moves.act('rerun_review')));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array.from({ length: 19 }, () => 409)]);
    expect(new Set(answers.flatMap(({ body }) => body.error ?? []))).toEqual(new Set(['REVIEW_IN_PROGRESS']));
  });
});
