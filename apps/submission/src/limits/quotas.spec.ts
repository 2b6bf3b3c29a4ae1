import { quotaLimits, quotaMessage } from './quotas';

describe('the limits of an account', () => {
  const usual = { tokens: 50, projects: 100, image_bytes: 5_000_000_000, reviews_a_day: 20 };

  it('have defaults', () => {
    expect(quotaLimits({}, false)).toEqual(usual);
  });

  it('are a hundred times as high in the demo, except for tokens', () => {
    expect(quotaLimits({}, true)).toEqual({
      tokens: 50,
      projects: 10_000,
      image_bytes: 500_000_000_000,
      reviews_a_day: 2_000,
    });
  });

  it('can be set by staff, also in the demo', () => {
    for (const demo of [false, true])
      expect(quotaLimits({ projects: 0, tokens: 60 }, demo)).toMatchObject({ projects: 0, tokens: 60 });
  });
});

describe('the message of a quota', () => {
  it('says what is allowed and what to do', () => {
    expect(quotaMessage('tokens', 50, null)).toBe(
      'Your account can have 50 live tokens. Revoke one that you no longer use, or ask the staff to raise this limit.',
    );
    expect(quotaMessage('reviews_a_day', 20, new Date('2026-01-02T03:04:05Z'))).toContain(
      'Try again after 2026-01-02T03:04:05.000Z, or',
    );
  });
});
