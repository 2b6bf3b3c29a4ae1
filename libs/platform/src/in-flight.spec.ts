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

  it('is at once when there is none, and gives up when told to', async () => {
    await whenIdle(60_000);
    const end = beginWork();
    await whenIdle(1);
    end();
  });
});
