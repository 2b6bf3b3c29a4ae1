import fc from 'fast-check';
import type { CallFailure } from '../model/model-gateway';
import { decideRetry, type RetryState } from './review-retry';

const NOW = new Date('2026-11-21T12:00:00Z');
const FRESH: RetryState = { failedAnswers: 0, unreachableSince: null };
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);

describe('decideRetry', () => {
  it('gives up after the third failed answer', () => {
    let state = FRESH;
    const given: boolean[] = [];
    for (let answer = 0; answer < 3; answer += 1) {
      const decision = decideRetry(state, { kind: 'answered' }, { now: NOW, demo: false });
      given.push(decision.giveUp);
      state = decision;
    }
    expect(given).toEqual([false, false, true]);
  });

  it('gives up at once if runs are lost repeatedly', () => {
    expect(decideRetry(FRESH, { kind: 'lost' }, { now: NOW, demo: false })).toEqual({
      ...FRESH,
      giveUp: true,
      failure: 'stopped',
    });
  });

  it('ends a failing demo within seconds', () => {
    const first = decideRetry(FRESH, { kind: 'answered' }, { now: NOW, demo: true });
    const second = decideRetry(first, { kind: 'answered' }, { now: NOW, demo: true });
    expect([first, second]).toMatchObject([{ delayMs: 1_000 }, { delayMs: 2_000 }]);
  });

  it('waits for an unreachable gateway up to half an hour at a time, without counting answers', () => {
    expect(
      decideRetry(
        { failedAnswers: 2, unreachableSince: minutesAgo(29) },
        { kind: 'unreachable' },
        { now: NOW, demo: true },
      ),
    ).toMatchObject({
      giveUp: false,
      failedAnswers: 2,
      unreachableSince: minutesAgo(29),
    });
    expect(
      decideRetry(
        { failedAnswers: 0, unreachableSince: minutesAgo(30) },
        { kind: 'unreachable' },
        { now: NOW, demo: true },
      ),
    ).toMatchObject({
      giveUp: true,
    });
  });

  it('resets the outage once the gateway has answered', () => {
    expect(
      decideRetry(
        { failedAnswers: 0, unreachableSince: minutesAgo(20) },
        { kind: 'answered' },
        { now: NOW, demo: false },
      ),
    ).toMatchObject({
      unreachableSince: null,
    });
  });

  it('gives up after a limited time, whatever the failures', () => {
    const failure = fc.record<CallFailure>({
      kind: fc.constantFrom('answered', 'unreachable'),
      retryAfterMs: fc.nat(3_600_000),
    });
    fc.assert(
      fc.property(fc.infiniteStream(failure), fc.boolean(), (failures, demo) => {
        let state = FRESH;
        let now = NOW;
        for (const next of failures) {
          const decision = decideRetry(state, next, { now, demo });
          if (decision.giveUp) break;
          expect(decision.delayMs).toBeGreaterThan(0);
          now = new Date(now.getTime() + decision.delayMs);
          state = decision;
        }
        // Three answers of at most an hour each, with an outage before each.
        expect(now.getTime() - NOW.getTime()).toBeLessThan(3 * 3_600_000 + 4 * 30 * 60_000);
      }),
    );
  });
});
