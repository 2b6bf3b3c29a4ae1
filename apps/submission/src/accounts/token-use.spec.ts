import type { Logger } from '@shipyard/platform/logger';
import type { DataSource } from 'typeorm';
import { TokenUse } from './token-use';

const [FIRST, SECOND] = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002'];

describe('TokenUse', () => {
  const query = jest.fn<Promise<unknown>, [string, [string[], Date[]]]>();
  let use: TokenUse;

  beforeEach(() => {
    jest.useFakeTimers({ now: new Date('2026-01-01T00:00:00Z') });
    query.mockReset().mockResolvedValue([]);
    use = new TokenUse({ query } as unknown as DataSource, { warn: jest.fn(), info: jest.fn() } as unknown as Logger);
  });

  afterEach(() => jest.useRealTimers());

  it('writes many uses of many tokens in one statement, with the last use of each token', async () => {
    for (let count = 0; count < 100; count += 1) use.record(FIRST);
    jest.setSystemTime(new Date('2026-01-01T00:00:01Z'));
    use.record(FIRST);
    use.record(SECOND);
    await use.flush();
    expect(query).toHaveBeenCalledTimes(1);
    expect(query.mock.calls[0]?.[1]).toEqual([
      [FIRST, SECOND],
      [new Date('2026-01-01T00:00:01Z'), new Date('2026-01-01T00:00:01Z')],
    ]);
  });

  it('writes nothing without uses', async () => {
    await use.flush();
    use.record(FIRST);
    await use.flush();
    await use.flush();
    expect(query).toHaveBeenCalledTimes(1);
  });

  it('keeps a use after a failed write, unless the token was used again', async () => {
    query.mockRejectedValueOnce(new Error('gone'));
    use.record(FIRST);
    use.record(SECOND);
    const failing = use.flush();
    jest.setSystemTime(new Date('2026-01-01T00:00:09Z'));
    use.record(SECOND);
    await expect(failing).rejects.toThrow('gone');
    await use.flush();
    expect(query.mock.calls[1]?.[1]).toEqual([
      [FIRST, SECOND],
      [new Date('2026-01-01T00:00:00Z'), new Date('2026-01-01T00:00:09Z')],
    ]);
  });

  it('writes every two seconds, and the rest at shutdown', async () => {
    use.onApplicationBootstrap();
    use.record(FIRST);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(query).toHaveBeenCalledTimes(1);
    use.record(SECOND);
    await use.onApplicationShutdown();
    expect(query.mock.calls[1]?.[1][0]).toEqual([SECOND]);
  });
});
