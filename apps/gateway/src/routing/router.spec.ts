import fc from 'fast-check';
import { KeyPool, SupplierError } from '../suppliers';
import { type AttemptTerms, type Candidate, NoRouteOpen, Router, type RouteTrace, type SkipReason } from './router';

const SETTINGS = { windowMs: 30_000, minCalls: 3, failureRate: 0.5, openMs: 15_000, deadlineMs: 600_000 };

type Deed =
  | 'answer'
  | 'fail'
  | 'time out'
  | 'refuse'
  | 'find nothing'
  | 'refuse the key'
  | 'ask for patience'
  | 'hide'
  | 'not ask';

const FAILURES: Record<Exclude<Deed, 'answer'>, () => SupplierError> = {
  fail: () => new SupplierError('failed', '500', { status: 500 }),
  'time out': () => new SupplierError('timeout', 'late'),
  refuse: () => new SupplierError('refused', '400', { status: 400 }),
  'find nothing': () => new SupplierError('failed', '404', { status: 404 }),
  hide: () => new SupplierError('failed', 'unreachable', { isUnreachable: true }),
  'not ask': () => new SupplierError('failed', 'no room', { isUntouched: true }),
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
  customerId = 'customer';

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
        customerId: this.customerId,
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

  it('counts no failure of a call that never went to the supplier', async () => {
    const routes = [route('a'), route('b', { priority: 1 })];
    for (let call = 0; call < 5; call += 1)
      expect(await calls.outcome(routes, (id) => (id === 'a' ? 'not ask' : 'answer'))).toBe('b');
    expect([calls.ids, calls.router.health('a')]).toMatchObject([['a', 'b'], { state: 'closed', errorRate: 0 }]);
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

  it('tries no other route if a drained one fails after the caller has left, and none if the caller left before', async () => {
    const routes = [route('a'), route('b', { priority: 1 })];
    const gone = new Error('gone');
    const leave = () => {
      calls.caller.abort(gone);
      return 'fail' as const;
    };
    expect([await calls.outcome(routes, leave), calls.ids]).toEqual([gone, ['a']]);
    expect([await calls.outcome(routes, () => 'answer'), calls.ids]).toEqual([gone, []]);
  });

  it('avoids a failing route, probes it with one call, and uses it again', async () => {
    const routes = [route('a'), route('b', { priority: 1 })];
    const whenDown = (id: string): Deed => (id === 'a' ? 'fail' : 'answer');
    for (let call = 0; call < 3; call += 1) expect(await calls.outcome(routes, whenDown)).toBe('b');
    expect(await calls.outcome(routes, whenDown)).toBe('b');
    expect([calls.ids, calls.skips, calls.router.health('a').state]).toEqual([['b'], [['a', 'open']], 'open']);
    expect(calls.router.hasOpenBreaker).toBe(true);
    calls.now = 15_000;
    const trying = await calls.begin(routes, () => 'answer');
    expect([trying.answer, await calls.outcome(routes, () => 'answer')]).toEqual(['a', 'b']);
    trying.lease.answered();
    expect(calls.router.health('a')).toMatchObject({ state: 'closed', p50Ms: 0 });
    expect(calls.router.hasOpenBreaker).toBe(false);
  });

  describe('with all breakers open', () => {
    const routes = [route('a'), route('b', { priority: 1 })];
    beforeEach(async () => {
      // Each alone, because a failure of both would say nothing about them.
      const only = (id: string) => routes.filter(({ route }) => route.id === id);
      await calls.outcome(only('b'), () => 'answer');
      for (const id of ['a', 'a', 'a', 'b', 'b', 'b']) await calls.outcome(only(id), () => 'fail');
      expect(routes.map(({ route: { id } }) => calls.router.health(id).state)).toEqual(['open', 'open']);
    });

    it('tries the one that failed least, and no other', async () => {
      expect([await calls.outcome(routes, () => 'fail'), calls.ids, calls.skips]).toEqual([
        '500',
        ['b'],
        [
          ['a', 'open'],
          ['b', 'open'],
        ],
      ]);
    });

    it('closes the breaker when the call is answered', async () => {
      expect([await calls.outcome(routes, () => 'answer'), calls.router.health('b').state]).toEqual(['b', 'closed']);
    });

    it('refuses the call if its concurrency is used up or its keys rest', async () => {
      const only = [route('b', { maxConcurrency: 1 })];
      const running = await calls.begin(only, () => 'answer');
      expect(await calls.outcome(only, () => 'answer')).toBe('none');
      running.lease.answered();
      expect(await calls.outcome(only, () => 'answer')).toBe('b');
    });
  });

  it.each<[string, Deed, Deed, string]>([
    ['a 5xx that follows the request to another route', 'fail', 'fail', 'closed'],
    ['a 5xx of a request that another route refuses', 'fail', 'refuse', 'closed'],
    ['a 5xx of a request that another route answers', 'fail', 'answer', 'open'],
    ['a 5xx of a request whose other route cannot be reached', 'fail', 'hide', 'open'],
    ['a missing connection', 'hide', 'hide', 'open'],
    ['a time-out', 'time out', 'time out', 'open'],
    ['a 404', 'find nothing', 'answer', 'closed'],
  ])('after %s (%s, then %s) its breaker is %s', async (_, first, second, state) => {
    const routes = [route('a'), route('b', { priority: 1 })];
    for (let call = 0; call < 3; call += 1) await calls.outcome(routes, (id) => (id === 'a' ? first : second));
    expect(calls.router.health('a').state).toBe(state);
  });

  it('answers other customers while one sends requests that fail', async () => {
    const routes = [route('a')];
    await calls.outcome(routes, () => 'answer');
    for (let call = 0; call < 100; call += 1) {
      calls.customerId = 'poison';
      expect(await calls.outcome(routes, () => 'fail')).toBe('500');
      calls.customerId = 'customer';
      expect(await calls.outcome(routes, () => 'answer')).toBe('a');
    }
    expect(calls.skips).toEqual([]);
  });

  it('matches a simple model, whatever fails', async () => {
    const anyDeed = fc.constantFrom<Deed>('answer', ...(Object.keys(FAILURES) as Deed[]));
    const anyRoutes = fc.array(
      fc.record({ priority: fc.nat(2), weight: fc.integer({ min: 1, max: 3 }), keys: fc.nat(2) }),
      { minLength: 1, maxLength: 5 },
    );
    const anyCalls = fc.array(
      fc.record({
        waitSeconds: fc.nat(20),
        customerId: fc.constantFrom('a', 'b', 'c'),
        deeds: fc.array(anyDeed, { minLength: 5, maxLength: 5 }),
      }),
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
        for (const { waitSeconds, customerId, deeds } of drawnCalls) {
          run.now += waitSeconds * 1_000;
          run.customerId = customerId;
          const planned = run.router.plan(routes, 1).find(({ verdict }) => verdict === 'chosen');
          const outcome = await run.outcome(routes, (id) => deeds[Number(id)] ?? 'answer');
          expect(run.ids[0]).toBe(planned?.candidate.route.id);
          expect(outcome).toBe(model.outcome(run.ids.map(Number), { deeds, customerId }, run.now));
          expect(routes.map(({ route: { id } }) => run.router.health(id).inFlight)).toEqual(routes.map(() => 0));
        }
      }),
    );
  });
});

type Outcome = 'ok' | 'failed' | 'unreachable' | 'unknown';

/** `fail`, a 5xx, is judged once the call has ended. */
const OUTCOMES: Record<Exclude<Deed, 'fail'>, Outcome> = {
  answer: 'ok',
  'time out': 'failed',
  refuse: 'unknown',
  'find nothing': 'unknown',
  'refuse the key': 'failed',
  'ask for patience': 'failed',
  hide: 'unreachable',
  'not ask': 'unknown',
};

interface ModelRoute {
  priority: number;
  calls: { at: number; customerId: string; outcome: Outcome }[];
  openedAt: number | null;
  keys: { restsUntil: number; blockedUntil: number }[];
}

interface Asked {
  route: ModelRoute;
  deed: Deed;
  as: 'usual' | 'probe' | 'last resort';
}

/** A simple model of the rules. It says whether a call of a route was allowed. */
class Model {
  private readonly routes: ModelRoute[];

  constructor(drawn: { priority: number; keys: number }[]) {
    this.routes = drawn.map(({ priority, keys }) => ({
      priority,
      calls: [],
      openedAt: null,
      keys: Array.from({ length: keys }, () => ({ restsUntil: 0, blockedUntil: 0 })),
    }));
  }

  outcome(asked: number[], { deeds, customerId }: { deeds: Deed[]; customerId: string }, now: number): string {
    const left = new Set(this.routes);
    const ended: Asked[] = [];
    let said = 'none';
    for (const at of asked) {
      const route = this.routes[at];
      const deed = deeds[at] ?? 'answer';
      if (!route || !this.allowed(left, said === 'none', now).includes(route)) return `should not have asked ${at}`;
      const as = route.openedAt === null ? 'usual' : isOpenTo(route, now) ? 'probe' : 'last resort';
      left.delete(route);
      if (!restsKey(route, deed, now)) ended.push({ route, deed, as });
      else if (route.keys.some(({ restsUntil }) => restsUntil <= now)) left.add(route);
      said = deed === 'answer' ? String(at) : FAILURES[deed]().message;
      if (deed !== 'answer' && deed !== 'refuse') continue;
      if (at !== asked.at(-1)) return `should not have asked on after ${at}`;
      left.clear();
    }
    if (this.allowed(left, said === 'none', now).length > 0) return 'should have asked on';
    const blames = ended.filter(({ deed }) => ['fail', 'refuse', 'find nothing'].includes(deed)).length > 1;
    for (const { route, deed, as } of ended) {
      const outcome = deed !== 'fail' ? OUTCOMES[deed] : blames ? 'unknown' : 'failed';
      if (outcome !== 'unknown') record(route, as, { at: now, customerId, outcome });
    }
    return said;
  }

  private allowed(left: Set<ModelRoute>, isFirst: boolean, now: number): ModelRoute[] {
    const withKeys = [...left].filter(
      ({ keys }) => keys.length === 0 || keys.some(({ blockedUntil }) => blockedUntil <= now),
    );
    const able = withKeys.filter((route) => isOpenTo(route, now));
    const least = (routes: ModelRoute[], number: (route: ModelRoute) => number) =>
      routes.filter((route) => number(route) === Math.min(...routes.map(number)));
    if (able.length > 0) return least(able, ({ priority }) => priority);
    if (!isFirst) return [];
    const sooner = least(
      least(withKeys, (route) => errorRate(route, now)),
      ({ openedAt }) => Math.max((openedAt ?? 0) + 15_000 - now, 0),
    );
    return least(sooner, ({ priority }) => priority);
  }
}

const isOpenTo = ({ openedAt }: ModelRoute, now: number) => openedAt === null || now - openedAt >= 15_000;

const recentCalls = ({ calls }: ModelRoute, now: number) => calls.filter(({ at }) => now - at < 30_000);

function errorRate(route: ModelRoute, now: number): number {
  const calls = recentCalls(route, now);
  return calls.filter(({ outcome }) => outcome !== 'ok').length / Math.max(calls.length, 1);
}

/** Returns whether the deed was about a key, which then rests. */
function restsKey({ keys }: ModelRoute, deed: Deed, now: number): boolean {
  const restMs = deed === 'refuse the key' ? 600_000 : deed === 'ask for patience' ? 5_000 : null;
  if (restMs === null || keys.length === 0) return false;
  // If all keys rest, it is the one whose rest ends first. Otherwise any.
  const open = keys.filter(({ blockedUntil }) => blockedUntil <= now);
  const taken =
    open.find(({ restsUntil }) => restsUntil <= now) ?? open.sort((one, other) => one.restsUntil - other.restsUntil)[0];
  if (taken) taken.restsUntil = Math.max(taken.restsUntil, now + restMs);
  if (taken && deed === 'ask for patience') taken.blockedUntil = Math.max(taken.blockedUntil, now + restMs);
  return true;
}

function record(route: ModelRoute, as: Asked['as'], call: ModelRoute['calls'][number]): void {
  const { at, outcome } = call;
  if (as !== 'usual' && outcome === 'ok') Object.assign(route, { openedAt: null, calls: [] });
  else if (as === 'probe') route.openedAt = at;
  else {
    route.calls.push(call);
    if (as === 'usual' && outcome !== 'ok' && failsTooMuch(route, at)) route.openedAt = at;
  }
}

function failsTooMuch(route: ModelRoute, now: number): boolean {
  const calls = recentCalls(route, now);
  const count = (customerId: string, wanted: Outcome) =>
    calls.filter((call) => call.customerId === customerId && call.outcome === wanted).length;
  const customers = [...new Set(calls.map(({ customerId }) => customerId))];
  const [worst] = customers.sort(
    (one, other) => count(other, 'failed') - count(one, 'failed') || count(one, 'ok') - count(other, 'ok'),
  );
  const isLeftOut = customers.length > 1 && worst !== undefined && count(worst, 'failed') > 0;
  const counted = calls.filter(
    ({ customerId, outcome }) => !isLeftOut || customerId !== worst || outcome === 'unreachable',
  );
  const failures = counted.filter(({ outcome }) => outcome !== 'ok').length;
  return counted.length >= 3 && failures * 2 >= counted.length;
}
