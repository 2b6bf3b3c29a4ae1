import fc from 'fast-check';
import { KeyPool, SupplierError } from '../suppliers';
import { type AttemptTerms, type Candidate, NoRouteOpen, Router, type RouteTrace, type SkipReason } from './router';

const SETTINGS = { windowMs: 30_000, minCalls: 3, failureRate: 0.5, openMs: 15_000, deadlineMs: 600_000 };

type Deed = 'answer' | 'fail' | 'time out' | 'refuse' | 'refuse the key' | 'ask for patience';

const FAILURES: Record<Exclude<Deed, 'answer'>, () => SupplierError> = {
  fail: () => new SupplierError('failed', '500', { status: 500 }),
  'time out': () => new SupplierError('timeout', 'late'),
  refuse: () => new SupplierError('refused', '400', { status: 400 }),
  'refuse the key': () => new SupplierError('failed', '401', { status: 401 }),
  'ask for patience': () => new SupplierError('failed', '429', { status: 429, retryAfterMs: 5_000 }),
};

const route = (id: string, terms: Partial<Candidate['route']> = {}, secrets: string[] = []): Candidate => ({
  route: { id, supplierId: id, priority: 0, weight: 1, maxConcurrency: null, ...terms },
  supplier: {},
  keys: new KeyPool(secrets),
});

class Calls {
  now = 0;
  readonly router: Router;
  asked: { id: string; apiKey: string | undefined; deadlineAt: number }[] = [];
  skips: [string, SkipReason][] = [];
  traced: [string, string][] = [];
  processes = 1;
  caller = new AbortController();

  constructor(settings: Partial<typeof SETTINGS> = {}) {
    this.router = new Router({ ...SETTINGS, ...settings }, () => this.now);
  }

  private readonly trace: RouteTrace = {
    skipped: ({ route: { id } }, why) => this.skips.push([id, why]),
    asked: ({ route: { id } }) => ({ produced: () => undefined, ended: (outcome) => this.traced.push([id, outcome]) }),
  };

  begin(
    candidates: Candidate[],
    deed: (id: string, terms: AttemptTerms) => Deed | Promise<Deed>,
    only?: (error: SupplierError) => boolean,
  ) {
    [this.asked, this.skips, this.traced] = [[], [], []];
    return this.router.ask(
      {
        candidates,
        signal: this.caller.signal,
        trace: this.trace,
        processes: this.processes,
        mayTryAnother: only ?? (({ fault }) => fault === 'failed' || fault === 'timeout'),
      },
      async ({ route: { id } }, terms) => {
        this.asked.push({ id, ...terms });
        const done = await deed(id, terms);
        if (done !== 'answer') throw FAILURES[done]();
        return id;
      },
    );
  }

  async outcome(...call: Parameters<Calls['begin']>): Promise<unknown> {
    try {
      const { answer, lease } = await this.begin(...call);
      lease.answered();
      return answer;
    } catch (error) {
      if (error instanceof NoRouteOpen) return 'none';
      return error instanceof SupplierError ? error.message : error;
    }
  }

  get ids() {
    return this.asked.map(({ id }) => id);
  }
}

describe('the router', () => {
  let calls: Calls;
  beforeEach(() => (calls = new Calls()));

  it('tries the next route when one fails, in order of priority', async () => {
    const routes = [route('last', { priority: 2 }), route('first'), route('second', { priority: 1 })];
    const deeds: Record<string, Deed> = { first: 'fail', second: 'time out', last: 'answer' };
    expect(await calls.outcome(routes, (id) => deeds[id] ?? 'fail')).toBe('last');
    expect(calls.traced).toEqual([
      ['first', 'failed'],
      ['second', 'timeout'],
      ['last', 'answered'],
    ]);
  });

  it("stops at the caller's own fault, which does not count against the route", async () => {
    const routes = [route('a'), route('b', { priority: 1 })];
    for (let call = 0; call < 5; call += 1) expect(await calls.outcome(routes, () => 'refuse')).toBe('400');
    expect([calls.ids, calls.router.health('a')]).toMatchObject([['a'], { state: 'closed', errorRate: 0 }]);
  });

  it('throws the last failure when all have failed, and tries each once', async () => {
    const deeds: Deed[] = ['fail', 'time out'];
    expect(await calls.outcome([route('a'), route('b', { priority: 1 })], () => deeds.shift() ?? 'answer')).toBe(
      'late',
    );
    expect(calls.ids).toEqual(['a', 'b']);
  });

  it('tries no other route if the work may have been done', async () => {
    const never = ({ mayBeAccepted }: SupplierError) => !mayBeAccepted;
    expect(await calls.outcome([route('a'), route('b', { priority: 1 })], () => 'time out', never)).toBe('late');
    expect(calls.ids).toEqual(['a']);
  });

  it('respects the concurrency of a route, including running streams', async () => {
    const routes = [route('a', { maxConcurrency: 1 }), route('b', { priority: 1, maxConcurrency: 1 })];
    const [one, two] = [await calls.begin(routes, () => 'answer'), await calls.begin(routes, () => 'answer')];
    expect([one.answer, two.answer, await calls.outcome(routes, () => 'answer')]).toEqual(['a', 'b', 'none']);
    expect(calls.skips).toEqual([
      ['a', 'busy'],
      ['b', 'busy'],
    ]);
    one.lease.answered();
    expect(await calls.outcome(routes, () => 'answer')).toBe('a');
  });

  it.each([
    [4, 1, 4],
    [4, 2, 2],
    [5, 2, 2],
    [4, 3, 1],
    [1, 3, 1],
  ])(
    'divides a concurrency of %i among %i processes, so that this one has %i',
    async (maxConcurrency, processes, own) => {
      const calls = new Calls();
      calls.processes = processes;
      const routes = [route('a', { maxConcurrency })];
      for (let call = 0; call < own; call += 1) await calls.begin(routes, () => 'answer');
      await expect(calls.begin(routes, () => 'answer')).rejects.toThrow(NoRouteOpen);
      expect(calls.skips).toEqual([['a', 'busy']]);
    },
  );

  it('ends a lease once, however often an answer ends', async () => {
    const { lease } = await calls.begin([route('a')], () => 'answer');
    lease.clientDisconnected();
    lease.failed(new Error('again'));
    lease.answered();
    expect([calls.router.health('a').inFlight, calls.traced]).toEqual([0, [['a', 'left']]]);
  });

  it('uses another key of the supplier when one is refused, and lets that one rest', async () => {
    const routes = [route('a', {}, ['k1', 'k2']), route('b', { priority: 1 })];
    const deed = (_: string, { apiKey }: AttemptTerms): Deed => (apiKey === 'k1' ? 'ask for patience' : 'answer');
    expect(await calls.outcome(routes, deed)).toBe('a');
    expect(calls.asked.map(({ apiKey }) => apiKey)).toEqual(['k1', 'k2']);
    for (let call = 0; call < 3; call += 1) await calls.outcome(routes, deed);
    expect(calls.asked.map(({ apiKey }) => apiKey)).toEqual(['k2']);
    calls.now = 5_000;
    await calls.outcome(routes, () => 'answer');
    await calls.outcome(routes, () => 'answer');
    expect(calls.router.health('a').errorRate).toBe(0);
  });

  it('skips a supplier whose keys all rest, and says when one is back', async () => {
    const only = [route('a', {}, ['k1'])];
    expect(await calls.outcome(only, () => 'ask for patience')).toBe('429');
    const refused = calls.begin(only, () => 'answer');
    await expect(refused).rejects.toMatchObject({ opensInMs: 5_000 });
    expect(calls.skips).toEqual([['a', 'keys_resting']]);
    calls.now = 5_000;
    expect(await calls.outcome(only, () => 'answer')).toBe('a');
  });

  it('starts no attempt after the overall deadline, and passes the deadline to each', async () => {
    const routes = [route('a'), route('b', { priority: 1 })];
    const failing = calls.outcome(routes, () => {
      calls.now = 600_000;
      return 'fail';
    });
    expect([await failing, calls.asked]).toEqual(['500', [{ id: 'a', apiKey: undefined, deadlineAt: 600_000 }]]);
  });

  it('records that the caller left, and tries no other route', async () => {
    const gone = calls.begin([route('a'), route('b', { priority: 1 })], () => {
      calls.caller.abort();
      return Promise.reject(new Error('gone'));
    });
    await expect(gone).rejects.toThrow('gone');
    expect([calls.traced, calls.ids, calls.router.health('a')]).toMatchObject([
      [['a', 'left']],
      ['a'],
      { inFlight: 0, errorRate: 0 },
    ]);
  });

  it('avoids a failing route, probes it with one call, and uses it again', async () => {
    const routes = [route('a'), route('b', { priority: 1 })];
    const whenDown = (id: string): Deed => (id === 'a' ? 'fail' : 'answer');
    for (let call = 0; call < 3; call += 1) expect(await calls.outcome(routes, whenDown)).toBe('b');
    expect(await calls.outcome(routes, whenDown)).toBe('b');
    expect([calls.ids, calls.skips, calls.router.health('a').state]).toEqual([['b'], [['a', 'open']], 'open']);
    calls.now = 15_000;
    const trying = await calls.begin(routes, () => 'answer');
    expect([trying.answer, await calls.outcome(routes, () => 'answer')]).toEqual(['a', 'b']);
    trying.lease.answered();
    expect(calls.router.health('a')).toMatchObject({ state: 'closed', p50Ms: 0 });
  });

  it('matches a simple model, whatever fails', async () => {
    const anyDeed = fc.constantFrom<Deed>('answer', 'fail', 'time out', 'refuse', 'refuse the key', 'ask for patience');
    const anyRoutes = fc.array(
      fc.record({ priority: fc.nat(2), weight: fc.integer({ min: 1, max: 3 }), keys: fc.nat(2) }),
      { minLength: 1, maxLength: 5 },
    );
    const anyCalls = fc.array(
      fc.record({ waitSeconds: fc.nat(20), deeds: fc.array(anyDeed, { minLength: 5, maxLength: 5 }) }),
      { maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(anyRoutes, anyCalls, async (drawn, drawnCalls) => {
        const run = new Calls();
        const routes = drawn.map(({ keys, ...terms }, at) =>
          route(
            String(at),
            terms,
            Array.from({ length: keys }, (_, key) => `${at}-${key}`),
          ),
        );
        const model = new Model(drawn);
        for (const { waitSeconds, deeds } of drawnCalls) {
          run.now += waitSeconds * 1_000;
          const outcome = await run.outcome(routes, (id) => deeds[Number(id)] ?? 'answer');
          expect(outcome).toBe(model.outcome(run.ids.map(Number), deeds, run.now));
          expect(routes.map(({ route: { id } }) => run.router.health(id).inFlight)).toEqual(routes.map(() => 0));
        }
      }),
    );
  });
});

/** A simple model of the rules. It says whether a call of a route was allowed. */
class Model {
  private readonly routes: {
    priority: number;
    calls: { at: number; failed: boolean }[];
    openedAt: number | null;
    keys: { restsUntil: number; blockedUntil: number }[];
  }[];

  constructor(drawn: { priority: number; keys: number }[]) {
    this.routes = drawn.map(({ priority, keys }) => ({
      priority,
      calls: [],
      openedAt: null,
      keys: Array.from({ length: keys }, () => ({ restsUntil: 0, blockedUntil: 0 })),
    }));
  }

  outcome(asked: number[], deeds: Deed[], now: number): string {
    const left = new Set(this.routes.keys());
    let said = 'none';
    for (const at of asked) {
      const able = [...left].filter((each) => this.isAble(each, now));
      const first = Math.min(...able.map((each) => this.routes[each]?.priority ?? NaN));
      if (!able.includes(at) || this.routes[at]?.priority !== first) return `should not have asked ${at}`;
      const deed = deeds[at] ?? 'answer';
      left.delete(at);
      if (this.ended(at, deed, now)) left.add(at);
      if (deed === 'answer') return String(at);
      said = FAILURES[deed]().message;
      if (deed === 'refuse') return said;
    }
    return [...left].some((each) => this.isAble(each, now)) ? 'should have asked on' : said;
  }

  private isAble(at: number, now: number): boolean {
    const { openedAt = null, keys = [] } = this.routes[at] ?? {};
    return (
      (openedAt === null || now - openedAt >= 15_000) &&
      (keys.length === 0 || keys.some(({ blockedUntil }) => blockedUntil <= now))
    );
  }

  private ended(at: number, deed: Deed, now: number): boolean {
    const known = this.routes[at];
    if (!known) return false;
    const restMs = deed === 'refuse the key' ? 600_000 : deed === 'ask for patience' ? 5_000 : null;
    if (restMs !== null && known.keys.length > 0) {
      // If all keys rest, it is the one whose rest ends first. Otherwise any.
      const open = known.keys.filter(({ blockedUntil }) => blockedUntil <= now);
      const taken =
        open.find(({ restsUntil }) => restsUntil <= now) ??
        open.sort((one, other) => one.restsUntil - other.restsUntil)[0];
      if (taken) taken.restsUntil = Math.max(taken.restsUntil, now + restMs);
      if (taken && deed === 'ask for patience') taken.blockedUntil = Math.max(taken.blockedUntil, now + restMs);
      return known.keys.some(({ restsUntil }) => restsUntil <= now);
    }
    const failed = deed !== 'answer' && deed !== 'refuse';
    if (known.openedAt !== null) {
      known.openedAt = failed ? now : null;
      known.calls = [];
      return false;
    }
    known.calls = [...known.calls.filter((call) => now - call.at < 30_000), { at: now, failed }];
    const failures = known.calls.filter((call) => call.failed).length;
    if (failed && known.calls.length >= 3 && failures * 2 >= known.calls.length) known.openedAt = now;
    return false;
  }
}
