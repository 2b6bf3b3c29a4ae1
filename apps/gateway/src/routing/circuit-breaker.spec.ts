import fc from 'fast-check';
import { type Admission, CircuitBreaker } from './circuit-breaker';

const settings = { windowMs: 30_000, minCalls: 10, failureRate: 0.5, openMs: 15_000 };

function ended(breaker: CircuitBreaker, outcome: 'ok' | 'failed' | 'unknown', now: number): boolean {
  const admission = breaker.admit(now);
  if (admission) breaker.record(admission, outcome, now);
  return admission !== null;
}

describe('a circuit breaker', () => {
  let breaker: CircuitBreaker;
  beforeEach(() => (breaker = new CircuitBreaker(settings)));

  const times = (count: number, outcome: 'ok' | 'failed' | 'unknown', now = 0) => {
    for (let call = 0; call < count; call += 1) ended(breaker, outcome, now);
  };

  it('opens when half of ten calls failed, but not with nine calls', () => {
    times(5, 'ok');
    times(4, 'failed');
    expect(breaker.stateAt(0)).toBe('closed');
    times(1, 'failed');
    expect([breaker.stateAt(0), breaker.errorRate(0), breaker.admit(0)]).toEqual(['open', 0.5, null]);
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
    expect([breaker.admit(14_999), breaker.opensIn(14_999), breaker.stateAt(15_000)]).toEqual([null, 1, 'half_open']);
    const probe = breaker.admit(15_000);
    expect([probe?.isProbe, breaker.admit(15_000)]).toEqual([true, null]);
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
    const early = breaker.admit(0);
    times(10, 'failed');
    ended(breaker, 'ok', 15_000);
    for (let call = 0; call < 10; call += 1) if (early) breaker.record(early, 'failed', 15_000);
    expect(breaker.stateAt(15_000)).toBe('closed');
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
            const admission = drawnBreaker.admit(now);
            if (state === 'open') expect(admission).toBeNull();
            if (state === 'closed') expect(admission).toMatchObject({ isProbe: false });
            if (admission) under.push(admission);
          } else {
            const [admission] = under.splice(which % Math.max(under.length, 1), 1);
            if (admission) drawnBreaker.record(admission, outcome, now);
          }
          const newest = Math.max(...under.map(({ generation }) => generation), 0);
          expect(
            under.filter(({ isProbe, generation }) => isProbe && generation === newest).length,
          ).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});
