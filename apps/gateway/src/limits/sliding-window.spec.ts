import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { Redis } from 'ioredis';
import { END, RENEW, TAKE } from './limit-scripts';
import { type KeyTerms, SlidingWindow, STEP_MS, type LimitDecision, WINDOW_MS } from './sliding-window';

interface Counter {
  begin(): Promise<void> | void;
  take(now: number, tokens: number, terms: Terms): Promise<LimitDecision> | LimitDecision;
  correct(now: number, step: number, tokens: number, undone?: 0 | 1): Promise<unknown> | void;
}

type Terms = Pick<KeyTerms, 'rpm' | 'tpm'>;

class InMemory implements Counter {
  private window = new SlidingWindow();

  begin(): void {
    this.window = new SlidingWindow();
  }

  take(now: number, tokens: number, terms: Terms): LimitDecision {
    return this.window.take(now, tokens, terms);
  }

  correct(_: number, step: number, tokens: number, undone: 0 | 1 = 0): void {
    this.window.correct(step, tokens, undone);
  }
}

class AtRedis implements Counter {
  private readonly keys = ['window', 'leases'];

  constructor(private readonly redis: Redis) {}

  async begin(): Promise<void> {
    await this.redis.flushall();
  }

  async take(
    now: number,
    tokens: number,
    terms: Terms,
    { most = -1, leaseId = '', leaseMs = 0 } = {},
  ): Promise<LimitDecision> {
    const answer = await this.run(now, TAKE, this.keys, [
      tokens,
      terms.rpm ?? -1,
      terms.tpm ?? -1,
      most,
      leaseId,
      leaseMs,
      1,
    ]);
    const [refusedBy = 0, requests = 0, used = 0, resetMs = 0, waitMs = 0, step = 0] = (answer as unknown[]).map(
      Number,
    );
    return {
      refusedBy: ([null, 'requests', 'tokens', 'calls'] as const)[refusedBy] ?? null,
      requests,
      tokens: used,
      resetMs,
      waitMs,
      step,
    };
  }

  correct(now: number, step: number, tokens: number, undone: 0 | 1 = 0, leaseId = ''): Promise<unknown> {
    return this.run(now, END, this.keys, [step, tokens, leaseId, undone]);
  }

  renew(now: number, leaseMs: number, goOn: string[], ended: string[]): Promise<unknown> {
    return this.run(now, RENEW, ['leases'], [leaseMs, goOn.length, ...goOn, ...ended]);
  }

  private run(now: number, script: string, keys: string[], values: (string | number)[]): Promise<unknown> {
    return this.redis.eval(`local now = ${now}${script}`, keys.length, ...keys, ...values);
  }
}

const COMMAND = ['redis-server', 'valkey-server'].find((command) => spawnSync(command, ['--version']).status === 0);
let folder: string | undefined;
let server: ChildProcess | undefined;
let redis: Redis | undefined;

function startRedis(command: string): Redis {
  folder = mkdtempSync(path.join(os.tmpdir(), 'shipyard-redis-'));
  const socket = path.join(folder, 'socket');
  server = spawn(command, ['--port', '0', '--unixsocket', socket, '--save', '', '--dir', folder], { stdio: 'ignore' });
  redis = new Redis({ path: socket, retryStrategy: () => 20, maxRetriesPerRequest: null });
  return redis;
}

afterAll(async () => {
  redis?.disconnect();
  if (server?.exitCode === null) {
    const ended = new Promise((resolve) => server?.once('exit', resolve));
    server.kill('SIGKILL');
    await ended;
  }
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
});

const START = Date.now();
const counters: [name: string, counter: Counter][] = [['in memory', new InMemory()]];
const atRedis = COMMAND === undefined ? undefined : new AtRedis(startRedis(COMMAND));
if (atRedis) counters.push(['at Redis', atRedis]);

type Act =
  | { kind: 'take'; afterMs: number; tokens: number }
  | { kind: 'correct'; afterMs: number; which: number; usedTokens: number }
  | { kind: 'undo'; afterMs: number; which: number }
  | { kind: 'wait' };

const afterMs = fc.oneof(
  fc.constantFrom(0, 1, STEP_MS - 1, STEP_MS, WINDOW_MS - 1, WINDOW_MS),
  fc.integer({ min: 0, max: 20_000 }),
  fc.integer({ min: 0, max: 150 }),
);
const acts = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ kind: fc.constant('take' as const), afterMs, tokens: fc.integer({ min: 0, max: 120 }) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('correct' as const),
        afterMs,
        which: fc.nat(),
        usedTokens: fc.integer({ min: 0, max: 150 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const), afterMs, which: fc.nat() }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const) }) },
  ),
  { maxLength: 40 },
);
const terms = fc.record({
  rpm: fc.option(fc.integer({ min: 1, max: 6 })),
  tpm: fc.option(fc.integer({ min: 1, max: 300 })),
});

/** Each request counts for 60 s, and at most one step longer. */
class Model {
  private readonly passed: { at: number; tokens: number; step: number }[] = [];

  add(at: number, tokens: number, step: number): void {
    this.passed.push({ at, tokens, step });
  }

  correct(which: number, usedTokens: number): { step: number; change: number } | null {
    const request = this.passed[which % Math.max(1, this.passed.length)];
    if (!request) return null;
    const change = usedTokens - request.tokens;
    request.tokens = usedTokens;
    return { step: request.step, change };
  }

  undo(which: number): { step: number; change: number } | null {
    const [request] = this.passed.splice(which % Math.max(1, this.passed.length), 1);
    return request ? { step: request.step, change: -request.tokens } : null;
  }

  fits(now: number, tokens: number, { rpm, tpm }: Terms, windowMs: number): boolean {
    const inside = this.passed.filter(({ at }) => at > now - windowMs);
    const used = inside.reduce((sum, request) => sum + request.tokens, 0);
    return (
      (rpm === null || inside.length < rpm) && (tpm === null || tokens === 0 || used + tokens <= tpm || used === 0)
    );
  }
}

async function play(counter: Counter, limits: Terms, plan: Act[]): Promise<LimitDecision[]> {
  await counter.begin();
  const model = new Model();
  const answers: LimitDecision[] = [];
  let now = START;
  let refused: { tokens: number; waitMs: number } | undefined;
  const take = async (tokens: number) => {
    const taken = await counter.take(now, tokens, limits);
    answers.push({ ...taken, step: taken.step - START });
    refused = taken.refusedBy === null ? undefined : { tokens, waitMs: taken.waitMs };
    if (taken.refusedBy === null) {
      expect(model.fits(now, tokens, limits, WINDOW_MS)).toBe(true);
      model.add(now, tokens, taken.step);
    } else {
      expect(model.fits(now, tokens, limits, WINDOW_MS + STEP_MS)).toBe(false);
      expect(taken.waitMs).toBeGreaterThan(0);
      expect(taken.waitMs).toBeLessThanOrEqual(WINDOW_MS);
    }
    return taken;
  };
  for (const act of plan) {
    if (act.kind === 'wait') {
      // A request after exactly the stated wait passes, and one a millisecond earlier does not.
      if (!refused) continue;
      const { tokens, waitMs } = refused;
      now += waitMs - 1;
      if (waitMs > 1) expect((await take(tokens)).refusedBy).not.toBeNull();
      now += 1;
      expect((await take(tokens)).refusedBy).toBeNull();
      continue;
    }
    now += act.afterMs;
    if (act.kind === 'take') await take(act.tokens);
    else {
      refused = undefined;
      const isUndone = act.kind === 'undo';
      const corrected = isUndone ? model.undo(act.which) : model.correct(act.which, act.usedTokens);
      if (corrected) await counter.correct(now, corrected.step, corrected.change, isUndone ? 1 : 0);
    }
  }
  return answers;
}

describe.each(counters)('a sliding window of 60 s, %s', (_, counter) => {
  it('admits exactly what fits', async () => {
    await fc.assert(
      fc.asyncProperty(terms, acts, async (limits, plan) => void (await play(counter, limits, plan))),
      { numRuns: 300 },
    );
  });

  it('admits a request larger than the limit only if it is empty', async () => {
    await counter.begin();
    const limits = { rpm: null, tpm: 100 };
    const large = await counter.take(START, 1_000, limits);
    expect(large).toMatchObject({ refusedBy: null, tokens: 1_000, resetMs: WINDOW_MS });
    expect(await counter.take(START + 1, 1, limits)).toMatchObject({ refusedBy: 'tokens', waitMs: WINDOW_MS - 1 });
    // It used less than estimated.
    await counter.correct(START + 2, large.step, 99 - 1_000);
    expect(await counter.take(START + 3, 1, limits)).toMatchObject({ refusedBy: null, tokens: 100 });
    expect(await counter.take(START + 4, 101, limits)).toMatchObject({ refusedBy: 'tokens', waitMs: WINDOW_MS - 1 });
    expect(await counter.take(START + 5, 0, limits)).toMatchObject({ refusedBy: null, requests: 3 });
  });

  it('does not correct a step that has left it, even after a new start', async () => {
    await counter.begin();
    const limits = { rpm: null, tpm: 100 };
    const { step } = await counter.take(START, 100, limits);
    await counter.take(START + WINDOW_MS, 60, limits);
    await counter.correct(START + WINDOW_MS, step, -100);
    expect(await counter.take(START + WINDOW_MS, 41, limits)).toMatchObject({ refusedBy: 'tokens', tokens: 60 });
  });
});

const describeScripts = (counter: AtRedis) =>
  describe('the scripts at Redis', () => {
    it('match the window in memory exactly', async () => {
      await fc.assert(
        fc.asyncProperty(terms, acts, async (limits, plan) => {
          expect(await play(counter, limits, plan)).toEqual(await play(new InMemory(), limits, plan));
        }),
        { numRuns: 150 },
      );
    });

    it('count concurrent calls until they or their leases end', async () => {
      await counter.begin();
      const limits = { rpm: null, tpm: null };
      const call = (now: number, leaseId: string) =>
        counter.take(now, 0, limits, { most: 2, leaseId, leaseMs: 100_000 });
      expect(
        [await call(START, 'a'), await call(START, 'b'), await call(START, 'c')].map(({ refusedBy }) => refusedBy),
      ).toEqual([null, null, 'calls']);
      await counter.correct(START + 1, 0, 0, 0, 'a');
      expect([await call(START + 1, 'd'), await call(START + 1, 'e')].map(({ refusedBy }) => refusedBy)).toEqual([
        null,
        'calls',
      ]);
      await counter.renew(START + 90_000, 100_000, ['b'], ['nobody']);
      // The lease of d has expired, that of b has not.
      expect(
        [await call(START + 150_000, 'f'), await call(START + 150_000, 'g')].map(({ refusedBy }) => refusedBy),
      ).toEqual([null, 'calls']);
      await counter.renew(START + 160_000, 100_000, [], ['b', 'f']);
      expect((await call(START + 160_000, 'h')).refusedBy).toBeNull();
    });

    it('count nothing for a call above the limit', async () => {
      await counter.begin();
      const limits = { rpm: 5, tpm: 100 };
      await counter.take(START, 10, limits, { most: 1, leaseId: 'a', leaseMs: 100_000 });
      expect(await counter.take(START, 10, limits, { most: 1, leaseId: 'b', leaseMs: 100_000 })).toMatchObject({
        refusedBy: 'calls',
        requests: 1,
        tokens: 10,
      });
      expect(await counter.take(START, 95, limits, { most: 2, leaseId: 'c', leaseMs: 100_000 })).toMatchObject({
        refusedBy: 'tokens',
        requests: 1,
        tokens: 10,
      });
      expect(await counter.take(START, 1, limits, { most: 2, leaseId: 'd', leaseMs: 100_000 })).toMatchObject({
        refusedBy: null,
        requests: 2,
        tokens: 11,
      });
    });
  });
if (atRedis) describeScripts(atRedis);
