import { beginWork, whenIdle } from './in-flight';

describe('whenIdle', () => {
  it('waits for all work, each counted once', async () => {
    let idle = false;
    const [one, two] = [beginWork(), beginWork()];
    const waiting = whenIdle(60_000).then(() => (idle = true));
    one();
    one();
    await new Promise(setImmediate);
    expect(idle).toBe(false);
    two();
    await waiting;
    expect(idle).toBe(true);
  });

  it('ends at once without work, and gives up after the limit', async () => {
    await whenIdle(60_000);
    const end = beginWork();
    await whenIdle(1);
    end();
  });

  it('reaches every listener, even after one gave up', async () => {
    const end = beginWork();
    const heard: string[] = [];
    await whenIdle(1);
    const waiting = [whenIdle(60_000).then(() => heard.push('one')), whenIdle(60_000).then(() => heard.push('other'))];
    end();
    await new Promise(setImmediate);
    expect(heard).toEqual(['one', 'other']);
    await Promise.all(waiting);
  });
});
