import type { Logger } from '@shipyard/platform/logger';
import type { BillingStatements } from '../database/billing-statements';
import { DatabaseWrites } from './database-writes';
import type { HeartbeatsService } from './heartbeats.service';

const failedWith = (code: string) => Object.assign(new Error('could not extend file'), { code });

describe('whether Postgres takes writes', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  function start(query: () => Promise<unknown[]>, sendNow = () => Promise.resolve()): DatabaseWrites {
    const logger = { info: jest.fn(), error: jest.fn() } as unknown as Logger;
    const heartbeats = { processId: 'process', sendNow } as HeartbeatsService;
    return new DatabaseWrites({ query } as unknown as BillingStatements, heartbeats, logger);
  }

  it('is doubted while a full disk refuses rows, though the row of the test can still change', async () => {
    const writes = start(() => Promise.resolve([]));
    await writes.test();
    writes.doubt(failedWith('53100'));
    await expect(writes.test()).rejects.toThrow('Postgres takes no writes');
    expect(() => writes.assertTaken()).toThrow('Postgres takes no writes');
    await jest.advanceTimersByTimeAsync(10_000);
    await writes.test();
    expect(writes.areTaken).toBe(true);
  });

  it('is decided by a test after any other failure', async () => {
    const writes = start(() => Promise.resolve([]));
    writes.doubt(failedWith('XX000'));
    await writes.test();
    expect(writes.areTaken).toBe(true);
  });

  it('is tested again after a failure until it succeeds', async () => {
    const query = jest.fn().mockRejectedValueOnce(failedWith('25006')).mockResolvedValue([]);
    const writes = start(query);
    await expect(writes.test()).rejects.toThrow('could not extend file');
    expect(writes.areTaken).toBe(false);
    await jest.advanceTimersByTimeAsync(500);
    expect(writes.areTaken).toBe(true);
  });

  it('is believed after a failure once a heartbeat is written, and not before', async () => {
    let written = () => {};
    const sendNow = jest.fn(() => new Promise<void>((resolve) => (written = resolve)));
    const writes = start(jest.fn().mockRejectedValueOnce(failedWith('57P01')).mockResolvedValue([]), sendNow);
    await expect(writes.test()).rejects.toThrow('could not extend file');
    await jest.advanceTimersByTimeAsync(500);
    expect([sendNow.mock.calls.length, writes.areTaken]).toEqual([1, false]);
    written();
    await writes.test();
    expect(writes.areTaken).toBe(true);
    await jest.advanceTimersByTimeAsync(1_000);
    await writes.test();
    expect(sendNow).toHaveBeenCalledTimes(1);
  });
});
