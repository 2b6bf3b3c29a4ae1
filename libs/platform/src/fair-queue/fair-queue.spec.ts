import { FairQueue, QueueOverloaded } from './fair-queue';

const LIMITS = { atOnce: 2, waiting: 6, waitingPerOwner: 3, waitMs: 60_000 };

function workOf(fairQueue: FairQueue) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const begin = (name: string, signal?: AbortSignal) =>
    fairQueue.run(
      name.charAt(0),
      () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      },
      signal,
    );
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { begun, begin, end };
}

describe('FairQueue', () => {
  it('runs one task per owner at a time, in round-robin order', async () => {
    const { begun, begin, end } = workOf(new FairQueue(LIMITS));
    const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) => begin(name));
    await end('');
    expect(begun).toEqual(['a1', 'b1']);
    await end('a1');
    expect(begun).toEqual(['a1', 'b1', 'c1']);
    for (const name of ['b1', 'c1', 'a2', 'b2', 'a3']) await end(name);
    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    await Promise.all(all);
  });

  it('runs a few tasks of an owner at a time if it may', async () => {
    const { begun, begin, end } = workOf(new FairQueue({ ...LIMITS, atOnce: 3, atOncePerOwner: 2 }));
    const all = ['a1', 'a2', 'a3', 'b1', 'b2'].map((name) => begin(name));
    await end('');
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    await end('b1');
    expect(begun).toEqual(['a1', 'a2', 'b1', 'b2']);
    await end('b2');
    expect(begun).toHaveLength(4);
    await end('a1');
    expect(begun.at(-1)).toBe('a3');
    for (const name of ['a2', 'a3']) await end(name);
    await Promise.all(all);
  });

  it('continues after a task fails', async () => {
    const fairQueue = new FairQueue({ ...LIMITS, atOnce: 1 });
    await expect(fairQueue.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await fairQueue.run('a', () => Promise.resolve('done'))).toBe('done');
  });

  it('refuses an owner with too many waiting tasks, and everybody when the queue is full', async () => {
    const { begin, begun, end } = workOf(new FairQueue(LIMITS));
    const first = ['a1', 'a2', 'a3', 'a4'].map((name) => begin(name));
    await expect(begin('a5')).rejects.toThrow(QueueOverloaded);
    const others = ['b1', 'b2', 'b3', 'b4'].map((name) => begin(name));
    await expect(begin('c1')).rejects.toThrow(QueueOverloaded);
    for (let index = 0; index < 8; index++) await end(begun.at(index) ?? '');
    await Promise.all([...first, ...others]);
    expect(begun).toHaveLength(8);
  });

  it('limits the waiting time', async () => {
    const { begin, end } = workOf(new FairQueue({ ...LIMITS, waitMs: 1 }));
    const first = begin('a1');
    await expect(begin('a2')).rejects.toThrow(QueueOverloaded);
    await end('a1');
    await first;
  });

  it('drops a waiting task when its client leaves', async () => {
    const { begin, begun, end } = workOf(new FairQueue(LIMITS));
    const first = begin('a1');
    const leaving = new AbortController();
    const second = begin('a2', leaving.signal);
    leaving.abort(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    await expect(begin('b1', leaving.signal)).rejects.toThrow('gone');
    await end('a1');
    await first;
    expect(begun).toEqual(['a1']);
  });
});
