import fc from 'fast-check';
import { retryHeaders } from './limits.errors';
import { formatDuration, rateHeaders, tightest } from './rate-headers';

describe('the headers of a limited key', () => {
  const usage = { requests: 2, tokens: 150, resetMs: 59_001 };

  it('show the limits that the key has', () => {
    const requests = {
      'x-ratelimit-limit-requests': '3',
      'x-ratelimit-remaining-requests': '1',
      'x-ratelimit-reset-requests': '1m0s',
    };
    const tokens = {
      'x-ratelimit-limit-tokens': '100',
      'x-ratelimit-remaining-tokens': '0',
      'x-ratelimit-reset-tokens': '1m0s',
    };
    expect(rateHeaders({ rpm: 3, tpm: 100, maxConcurrency: null }, usage)).toEqual({ ...requests, ...tokens });
    expect(rateHeaders({ rpm: 3, tpm: null, maxConcurrency: 1 }, usage)).toEqual(requests);
    expect(rateHeaders({ rpm: null, tpm: 100, maxConcurrency: null }, usage)).toEqual(tokens);
    expect(rateHeaders({ rpm: null, tpm: null, maxConcurrency: 1 }, usage)).toEqual({});
  });

  it('are those of the key or its customer, whichever leaves less', () => {
    const key = rateHeaders({ rpm: 10, tpm: 100, maxConcurrency: null }, usage);
    const customer = rateHeaders({ rpm: 5, tpm: 1_000, maxConcurrency: null }, usage);
    for (const both of [
      [key, customer],
      [customer, key],
    ])
      expect(tightest(both)).toMatchObject({
        'x-ratelimit-limit-requests': '5',
        'x-ratelimit-remaining-requests': '3',
        'x-ratelimit-limit-tokens': '100',
        'x-ratelimit-remaining-tokens': '0',
      });
    const one = rateHeaders({ rpm: 5, tpm: null, maxConcurrency: null }, usage);
    expect([tightest([one, {}]), tightest([{}, one]), tightest([])]).toEqual([one, one, {}]);
  });

  it('reset in 0 s if nothing was used', () => {
    expect(rateHeaders({ rpm: 3, tpm: 5, maxConcurrency: null }, { requests: 1, tokens: 0, resetMs: 5 })).toMatchObject(
      {
        'x-ratelimit-reset-requests': '1s',
        'x-ratelimit-remaining-tokens': '5',
        'x-ratelimit-reset-tokens': '0s',
      },
    );
  });

  it.each([
    [0, '0s'],
    [1, '1s'],
    [1_000, '1s'],
    [59_000, '59s'],
    [59_001, '1m0s'],
    [60_000, '1m0s'],
    [360_000, '6m0s'],
    [61_500, '1m2s'],
  ])('write %i ms as %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
});

describe('retry-after', () => {
  it('is 1 to 60 whole seconds, and at least retry-after-ms', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.integer({ min: -5, max: 70_000 }), fc.double({ min: 0, max: 70_000, noNaN: true })),
        (waitMs) => {
          const [seconds, ms] = Object.values(retryHeaders(waitMs)).map(Number);
          expect(Number.isInteger(seconds) && Number.isInteger(ms)).toBe(true);
          expect(seconds).toBeGreaterThanOrEqual(1);
          expect(seconds).toBeLessThanOrEqual(60);
          expect(ms).toBeGreaterThanOrEqual(Math.min(60_000, waitMs));
          expect((seconds ?? 0) * 1_000 - (ms ?? 0)).toBeGreaterThanOrEqual(0);
          expect((seconds ?? 0) * 1_000 - (ms ?? 0)).toBeLessThan(1_000);
        },
      ),
    );
  });
});
