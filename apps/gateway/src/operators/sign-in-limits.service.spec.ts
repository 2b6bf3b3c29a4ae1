import { createLogger } from '@shipyard/platform/logger';
import { RateLimiter } from '@shipyard/platform/rate-limiter';
import { SignInLimits } from './sign-in-limits.service';
import { operatorErrors } from './operators.errors';

describe('sign-in limits', () => {
  const limits = () => new SignInLimits(new RateLimiter(null, createLogger('test')));
  const codesOf = async (guard: SignInLimits, tries: number, signIn: () => Promise<unknown>) => {
    const codes: unknown[] = [];
    for (let left = tries; left > 0; left -= 1) {
      const failure: unknown = await guard.guard('a@example.com', '192.0.2.1', signIn).then(
        () => null,
        (error: unknown) => error,
      );
      codes.push(failure instanceof Error ? ('code' in failure ? failure.code : failure.message) : null);
    }
    return codes;
  };

  it('count wrong passwords', async () => {
    const guard = limits();
    expect(await codesOf(guard, 11, () => Promise.reject(operatorErrors.LOGIN_INVALID()))).toEqual([
      ...Array<string>(10).fill('LOGIN_INVALID'),
      'RATE_LIMITED',
    ]);
  });

  it('do not count right passwords, nor attempts that were not checked', async () => {
    const guard = limits();
    expect(await codesOf(guard, 11, () => Promise.resolve())).toEqual(Array(11).fill(null));
    expect(await codesOf(guard, 11, () => Promise.reject(new Error('Postgres is away')))).toEqual(
      Array(11).fill('Postgres is away'),
    );
    expect(await codesOf(guard, 1, () => Promise.reject(operatorErrors.LOGIN_INVALID()))).toEqual(['LOGIN_INVALID']);
  });

  it('admit the right password, whatever other addresses have tried', async () => {
    const guard = limits();
    const at = (address: number) => `192.0.2.${address}`;
    for (let address = 1; address <= 150; address += 1) {
      await expect(
        guard.guard('a@example.com', at(address), () => Promise.reject(operatorErrors.LOGIN_INVALID())),
      ).rejects.toMatchObject({ code: 'LOGIN_INVALID' });
    }
    await expect(guard.guard('a@example.com', at(200), () => Promise.resolve('in'))).resolves.toBe('in');
    // This address has fewer attempts left, because it was wrong itself.
    await expect(
      guard.guard('a@example.com', at(1), () => Promise.reject(operatorErrors.LOGIN_INVALID())),
    ).rejects.toMatchObject({ code: 'LOGIN_INVALID' });
    await expect(guard.guard('a@example.com', at(1), () => Promise.resolve('in'))).rejects.toMatchObject({
      code: 'RATE_LIMITED',
    });
  });
});
