import { RateLimiter } from '@shipyard/auth';
import { createLogger } from '@shipyard/platform';
import { LogInLimits } from './log-in-limits.service';
import { operatorErrors } from './operators.errors';

describe('the limits of log-ins', () => {
  const address = '192.0.2.1';
  const open = () => new LogInLimits(new RateLimiter(null, createLogger('log-in-limits-spec')));
  const times = async (count: number, attempt: () => Promise<unknown>) => {
    for (let at = 0; at < count; at += 1) await attempt().catch(() => undefined);
  };

  it('let nobody try again who was wrong ten times', async () => {
    const limits = open();
    await times(10, () => limits.guard('ada@example.com', address, () => Promise.reject(operatorErrors.LOGIN_INVALID())));
    await expect(limits.guard('ada@example.com', address, () => Promise.resolve('in'))).rejects.toThrow(/^That was too much/);
    await expect(limits.guard('bo@example.com', address, () => Promise.resolve('in'))).resolves.toBe('in');
  });

  it('do not count what was right, nor what our own failure left open', async () => {
    const limits = open();
    await times(20, () => limits.guard('ada@example.com', address, () => Promise.resolve('in')));
    await times(20, () => limits.guard('ada@example.com', address, () => Promise.reject(new Error('Postgres is away'))));
    await expect(limits.guard('ada@example.com', address, () => Promise.resolve('in'))).resolves.toBe('in');
  });
});
