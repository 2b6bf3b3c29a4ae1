import type { Logger } from '../logger';
import { retryDuringOutage } from './retry-during-outage';

const terms = { forMs: 20_000, message: 'Tried again', logger: { warn: () => undefined } as unknown as Logger };
const away = Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });

describe('a write that retries during an outage', () => {
  it('is, when Postgres is back', async () => {
    const failures = [away, away];
    const write = jest.fn(() =>
      failures.length > 0 ? Promise.reject(failures.pop() ?? away) : Promise.resolve('written'),
    );
    expect(await retryDuringOutage(write, terms)).toBe('written');
    expect(write).toHaveBeenCalledTimes(3);
  });

  it('is not tried again if Postgres refuses it', async () => {
    const refused = new Error('violates check constraint');
    const write = jest.fn(() => Promise.reject(refused));
    await expect(retryDuringOutage(write, terms)).rejects.toBe(refused);
    expect(write).toHaveBeenCalledTimes(1);
  });

  it('is given up if Postgres stays unavailable', async () => {
    const clock = jest.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(20_000);
    await expect(retryDuringOutage(() => Promise.reject(away), terms)).rejects.toBe(away);
    clock.mockRestore();
  });
});
