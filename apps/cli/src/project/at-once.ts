const AT_ONCE = 4;

/** Works on a few items at once. After a failure no further one is begun, and those that were begun are waited for. */
export async function fewAtOnce<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items];
  async function next(): Promise<void> {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        await work(item);
      } catch (error) {
        waiting.length = 0;
        throw error;
      }
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: Math.min(AT_ONCE, waiting.length) }, next));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
