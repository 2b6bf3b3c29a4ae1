import { AsyncLocalStorage } from 'node:async_hooks';
import { ContextStore } from './context-store';

describe('A context store', () => {
  const store = new ContextStore<string>();
  const later = () => new Promise<void>((resolve) => setImmediate(resolve));

  it('gives each piece of work its own value, and the work that it starts too', async () => {
    const seen = await Promise.all(
      ['one', 'two'].map((value) =>
        store.run(value, async () => {
          await later();
          return store.current;
        }),
      ),
    );
    expect(seen).toEqual(['one', 'two']);
    expect(store.current).toBeUndefined();
  });

  it('keeps the value until its work ends, even if other work ends earlier', async () => {
    const seen: unknown[] = [];
    await new Promise<void>((resolve) => {
      store.begin('long', (leave) => {
        void store.run('short', later).then(() => {
          seen.push(store.current);
          leave();
          leave();
          resolve();
        });
      });
    });
    expect(seen).toEqual(['long']);
  });

  it('is off without work, also after a failure, and on again for the next', async () => {
    const disable = jest.spyOn(AsyncLocalStorage.prototype, 'disable');
    await expect(store.run('failing', () => Promise.reject(new Error('Failed')))).rejects.toThrow('Failed');
    expect(disable).toHaveBeenCalledTimes(1);
    expect(await store.run('next', () => later().then(() => store.current))).toBe('next');
    expect(disable).toHaveBeenCalledTimes(2);
    disable.mockRestore();
  });
});
