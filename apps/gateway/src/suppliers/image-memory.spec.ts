import fc from 'fast-check';
import { ImageMemory } from './image-memory';

describe('ImageMemory', () => {
  it('never holds more than its limit and one order, and every order ends', async () => {
    const pieces = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(pieces, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 60 }),
        async (scheduler, orders, most) => {
          const memory = new ImageMemory(most);
          let held = 0;
          let highest = 0;
          const run = async (order: number[]) => {
            const share = memory.open();
            let own = 0;
            for (const bytes of order) {
              await scheduler.schedule(Promise.resolve());
              await share.take(bytes);
              own += bytes;
              held += bytes;
              highest = Math.max(highest, held);
            }
            await scheduler.schedule(Promise.resolve());
            held -= own;
            share.release();
          };
          const all = Promise.all(orders.map(run));
          await scheduler.waitFor(all);
          const largest = Math.max(...orders.map((order) => order.reduce((sum, bytes) => sum + bytes, 0)));
          expect(highest).toBeLessThanOrEqual(most + largest);
        },
      ),
    );
  });

  it('makes nobody wait while memory is free', async () => {
    const memory = new ImageMemory(100);
    await Promise.all(Array.from({ length: 10 }, () => memory.open().take(10)));
  });

  it('lets the oldest order continue above the limit, and later orders wait', async () => {
    const memory = new ImageMemory(10);
    const [first, second] = [memory.open(), memory.open()];
    await first.take(8);
    let hasSecond = false;
    const waits = second.take(8).then(() => (hasSecond = true));
    await first.take(100);
    expect(hasSecond).toBe(false);
    first.release();
    await waits;
  });
});
