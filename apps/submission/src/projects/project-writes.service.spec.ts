import type { DataSource } from 'typeorm';
import { ProjectWrites } from './project-writes.service';

describe('ProjectWrites', () => {
  function openWrites() {
    const ends: (() => void)[] = [];
    const transaction = jest.fn(() => new Promise<void>((resolve) => ends.push(resolve)));
    return { writes: new ProjectWrites({ transaction } as unknown as DataSource), transaction, ends };
  }
  const work = () => Promise.resolve();
  const settled = () => new Promise(setImmediate);

  it('opens one transaction at a time per project', async () => {
    const { writes, transaction, ends } = openWrites();
    const all = ['a', 'a', 'a', 'b'].map((projectId) => writes.run(projectId, work));
    await settled();
    expect(transaction).toHaveBeenCalledTimes(2);
    while (ends.length > 0) {
      ends.shift()?.();
      await settled();
    }
    await Promise.all(all);
    expect(transaction).toHaveBeenCalledTimes(4);
  });

  it('refuses the 201st waiting write of a project, and accepts one of another project', async () => {
    const { writes, transaction, ends } = openWrites();
    const all = Array.from({ length: 201 }, () => writes.run('a', work));
    await expect(writes.run('a', work)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      particulars: { headers: { 'retry-after': '5' } },
    });
    all.push(writes.run('b', work));
    await settled();
    expect(transaction).toHaveBeenCalledTimes(2);
    while (ends.length > 0) {
      ends.shift()?.();
      await settled();
    }
    await Promise.all(all);
  });

  it('refuses a write that has waited too long', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    const { writes, ends } = openWrites();
    const first = writes.run('a', work);
    const second = writes.run('a', work);
    jest.advanceTimersByTime(8_000);
    await expect(second).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    jest.useRealTimers();
    await settled();
    ends[0]?.();
    await first;
  });

  it('rejects with the error of a write, and continues', async () => {
    const transaction = jest.fn((run: () => Promise<unknown>) => run());
    const writes = new ProjectWrites({ transaction } as unknown as DataSource);
    await expect(writes.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await writes.run('a', () => Promise.resolve('done'))).toBe('done');
  });
});
