import { createLogger } from '@shipyard/platform/logger';
import { RateLimiter } from '@shipyard/platform/rate-limiter';
import { PasswordGuesses } from './password-guesses';

describe('PasswordGuesses', () => {
  it('reach the limit for one email only', async () => {
    const guesses = new PasswordGuesses(new RateLimiter(null, createLogger('test')), { limit: 2, windowMs: 60_000 });
    await guesses.count('ada@example.com');
    expect([await guesses.areMany('ada@example.com'), await guesses.areMany('ada@example.com')]).toEqual([
      false,
      false,
    ]);
    await guesses.count('ada@example.com');
    await guesses.count('ada@example.com');
    expect([await guesses.areMany('ada@example.com'), await guesses.areMany('bo@example.com')]).toEqual([true, false]);
    await guesses.forget('ada@example.com');
    expect(await guesses.areMany('ada@example.com')).toBe(false);
  });
});
