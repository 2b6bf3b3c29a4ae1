import type { Logger } from '@shipyard/platform/logger';
import { RateLimiter } from '@shipyard/platform/rate-limiter';
import { RenderBudget } from './render-budget';

const budgetOf = (isDemo = false) => new RenderBudget(new RateLimiter(null, {} as Logger), isDemo);

describe('the render budget of an account', () => {
  it('lets documents start until the time is used up, then refuses with the time to wait', async () => {
    const budget = budgetOf();
    for (let document = 0; document < 12; document += 1) {
      await budget.assertNotSpent('a');
      await budget.charge('a', 5_000);
    }
    await expect(budget.assertNotSpent('a')).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      particulars: {
        details: { retry_after_seconds: expect.any(Number) as unknown },
        headers: { 'retry-after': expect.stringMatching(/^\d+$/) as unknown },
      },
    });
    await expect(budget.assertNotSpent('b')).resolves.toBeUndefined();
  });

  it("charges the last document's full cost, even beyond the limit", async () => {
    const budget = budgetOf();
    await budget.assertNotSpent('a');
    await budget.charge('a', 59_999);
    await budget.assertNotSpent('a');
    await budget.charge('a', 5_000);
    await expect(budget.assertNotSpent('a')).rejects.toThrow('try again');
  });

  it('is a hundred times as large in the demo', async () => {
    const budget = budgetOf(true);
    await budget.charge('a', 5_000_000);
    await expect(budget.assertNotSpent('a')).resolves.toBeUndefined();
  });
});
