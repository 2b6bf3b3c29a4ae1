import fc from 'fast-check';
import { CallCounts, type CountedOutcome } from './call-counts';
import { type Admission, type CallOutcome, CircuitBreaker } from './circuit-breaker';

const settings = { windowMs: 30_000, minCalls: 10, failureRate: 0.5, openMs: 15_000 };

const admitted = (breaker: CircuitBreaker, now: number, customerId = 'customer') =>
  breaker.isOpenTo(now) ? breaker.admit(customerId, now) : null;

function ended(breaker: CircuitBreaker, outcome: CallOutcome, now: number, customerId?: string): boolean {
  const admission = admitted(breaker, now, customerId);
  if (admission) breaker.record(admission, outcome, now);
  return admission !== null;
}

describe('a circuit breaker', () => {
  let breaker: CircuitBreaker;
  beforeEach(() => (breaker = new CircuitBreaker(settings)));

  const times = (count: number, outcome: CallOutcome, now = 0, customerId?: string) => {
    for (let call = 0; call < count; call += 1) ended(breaker, outcome, now, customerId);
  };

  it('opens when half of ten calls failed, but not with nine calls', () => {
    times(5, 'ok');
    times(4, 'failed');
    expect(breaker.stateAt(0)).toBe('closed');
    times(1, 'failed');
    expect([breaker.stateAt(0), breaker.errorRate(0), admitted(breaker, 0)]).toEqual(['open', 0.5, null]);
  });

  it('says each time that it opens, and never else', () => {
    const opened = jest.fn();
    breaker = new CircuitBreaker(settings, opened);
    times(9, 'failed');
    expect(opened).not.toHaveBeenCalled();
    times(1, 'failed');
    expect(opened).toHaveBeenCalledTimes(1);
    // A probe that fails opens it again.
    times(1, 'failed', 15_000);
    expect(opened).toHaveBeenCalledTimes(2);
    times(1, 'ok', 30_000);
    expect([breaker.stateAt(30_000), opened.mock.calls.length]).toEqual(['closed', 2]);
  });

  it('stays closed below half', () => {
    times(51, 'ok');
    times(49, 'failed');
    expect(breaker.stateAt(0)).toBe('closed');
  });

  it('forgets calls older than the window', () => {
    times(9, 'failed', 1_000);
    times(1, 'failed', 31_999);
    expect(breaker.stateAt(31_999)).toBe('closed');
  });

  it('does not count calls with an unknown outcome', () => {
    times(9, 'failed');
    times(5, 'unknown');
    expect(breaker.stateAt(0)).toBe('closed');
  });

  it('lets one probe through after its open time, and closes when it succeeds', () => {
    times(10, 'failed');
    expect([admitted(breaker, 14_999), breaker.opensIn(14_999), breaker.stateAt(15_000)]).toEqual([
      null,
      1,
      'half_open',
    ]);
    const probe = admitted(breaker, 15_000);
    expect([probe?.as, admitted(breaker, 15_000)]).toEqual(['probe', null]);
    if (probe) breaker.record(probe, 'ok', 16_000);
    expect([breaker.stateAt(16_000), breaker.errorRate(16_000)]).toEqual(['closed', 0]);
  });

  it('opens again when the probe fails, and lets another through if its outcome is unknown', () => {
    times(10, 'failed');
    ended(breaker, 'unknown', 15_000);
    expect(breaker.isOpenTo(15_000)).toBe(true);
    ended(breaker, 'failed', 15_000);
    expect([breaker.stateAt(29_999), breaker.stateAt(30_000)]).toEqual(['open', 'half_open']);
  });

  it('ignores the outcome of a call from before a state change', () => {
    const early = admitted(breaker, 0);
    times(10, 'failed');
    ended(breaker, 'ok', 15_000);
    for (let call = 0; call < 10; call += 1) if (early) breaker.record(early, 'failed', 15_000);
    expect(breaker.stateAt(15_000)).toBe('closed');
  });

  it('does not open for the failures of one customer among several', () => {
    times(1, 'ok', 0, 'good');
    times(100, 'failed', 0, 'poison');
    expect([breaker.stateAt(0), breaker.errorRate(0)]).toEqual(['closed', 100 / 101]);
  });

  it('opens for a customer who calls alone, because no other customer says more', () => {
    times(1, 'ok', 0, 'good');
    times(10, 'failed', 30_000, 'poison');
    expect(breaker.stateAt(30_000)).toBe('open');
  });

  it('opens when the calls of the other customers fail too', () => {
    times(30, 'failed', 0, 'poison');
    times(10, 'failed', 0, 'good');
    expect(breaker.stateAt(0)).toBe('open');
  });

  it('opens when there is no connection, whoever called', () => {
    times(1, 'ok', 0, 'good');
    times(9, 'unreachable', 0, 'other');
    expect(breaker.stateAt(0)).toBe('open');
  });

  it('closes when a call of last resort succeeds, and is not opened for longer by one that fails', () => {
    times(10, 'failed');
    breaker.record(breaker.admit('customer', 14_000), 'failed', 14_000);
    expect([breaker.stateAt(14_999), breaker.stateAt(15_000)]).toEqual(['open', 'half_open']);
    const probe = admitted(breaker, 15_000);
    const last = breaker.admit('other', 15_000);
    breaker.record(last, 'ok', 15_000);
    if (probe) breaker.record(probe, 'failed', 15_001);
    expect([last.as, breaker.stateAt(15_001)]).toEqual(['last_resort', 'closed']);
    times(10, 'failed', 15_002);
    expect(admitted(breaker, 30_002)?.as).toBe('probe');
  });

  it('stays closed whatever one customer’s requests do, while another was answered within the window', () => {
    const steps = fc.array(fc.record({ waitMs: fc.nat(5_000), poison: fc.nat(30), good: fc.nat(3) }), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(steps, (drawn) => {
        const drawnBreaker = new CircuitBreaker({ ...settings, minCalls: 1 });
        let now = 0;
        let answeredAt = -Infinity;
        for (const { waitMs, poison, good } of drawn) {
          now += waitMs;
          for (let call = 0; call < good; call += 1) ended(drawnBreaker, 'ok', (answeredAt = now), 'good');
          // Slices of a second: the oldest one may have left the window.
          if (now - answeredAt > settings.windowMs - 1_000) continue;
          for (let call = 0; call < poison; call += 1) ended(drawnBreaker, 'failed', now, 'poison');
          expect(drawnBreaker.stateAt(now)).toBe('closed');
        }
      }),
    );
  });

  it('counts as a list of the calls would', () => {
    const call = fc.record({
      waitMs: fc.nat(8_000),
      customer: fc.constantFrom('a', 'b', 'c'),
      outcome: fc.constantFrom<CountedOutcome>('ok', 'failed', 'unreachable'),
    });
    fc.assert(
      fc.property(fc.array(call, { maxLength: 60 }), (drawn) => {
        const counts = new CallCounts(settings.windowMs);
        const list: { slot: number; customer: string; outcome: CountedOutcome }[] = [];
        let now = 0;
        for (const { waitMs, customer, outcome } of drawn) {
          now += waitMs;
          counts.count(customer, outcome, now);
          list.push({ slot: Math.floor(now / 1_000), customer, outcome });
          const recent = list.filter(({ slot }) => slot > Math.floor(now / 1_000) - 30);
          const failed = (of: string) =>
            recent.filter((each) => each.customer === of && each.outcome === 'failed').length;
          const callers = [...new Set(recent.map((each) => each.customer))];
          const most = Math.max(...callers.map(failed));
          const possible = callers
            .filter((each) => callers.length > 1 && most > 0 && failed(each) === most)
            .map((worst) => recent.filter((each) => each.customer !== worst || each.outcome === 'unreachable'));
          const totals = (possible.length > 0 ? possible : [recent]).map((calls) => ({
            calls: calls.length,
            failures: calls.filter((each) => each.outcome !== 'ok').length,
          }));
          expect(totals).toContainEqual(counts.totalsWithoutWorstCustomer(now));
        }
      }),
    );
  });

  it('never lets two probes through at once, nor any call while it is open', () => {
    const steps = fc.array(
      fc.record({
        waitMs: fc.nat(20_000),
        outcome: fc.constantFrom('ok', 'failed', 'unknown', 'open'),
        which: fc.nat(),
      }),
      { maxLength: 300 },
    );
    fc.assert(
      fc.property(steps, (drawn) => {
        const drawnBreaker = new CircuitBreaker({ ...settings, minCalls: 2 });
        const under: Admission[] = [];
        let now = 0;
        for (const { waitMs, outcome, which } of drawn) {
          now += waitMs;
          const state = drawnBreaker.stateAt(now);
          if (outcome === 'open') {
            const admission = admitted(drawnBreaker, now);
            if (state === 'open') expect(admission).toBeNull();
            if (state === 'closed') expect(admission).toMatchObject({ as: 'usual' });
            if (admission) under.push(admission);
          } else {
            const [admission] = under.splice(which % Math.max(under.length, 1), 1);
            if (admission) drawnBreaker.record(admission, outcome, now);
          }
          const newest = Math.max(...under.map(({ generation }) => generation), 0);
          expect(
            under.filter(({ as, generation }) => as === 'probe' && generation === newest).length,
          ).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});
