import fc from 'fast-check';
import { jsonPieces } from './json-pieces';

const collect = async (value: unknown) => {
  let text = '';
  for await (const piece of jsonPieces(value)) text += piece;
  return text;
};

/** Turns each array into an iterable, and leaves what it means. */
function streamed(value: unknown): unknown {
  if (Array.isArray(value)) return iterate(value.map(streamed));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, streamed(member)]));
}

async function* iterate(items: unknown[]) {
  for (const item of items) yield await Promise.resolve(item);
}

describe('jsonPieces', () => {
  it('writes what JSON.stringify writes, whatever is streamed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 5 }), async (value) => {
        expect(await collect(streamed(value))).toBe(JSON.stringify(value));
      }),
    );
  });

  it('writes dates, and leaves out undefined properties', async () => {
    const at = new Date('2026-11-23T00:00:00.000Z');
    expect(await collect({ at, none: undefined, items: iterate([{ at }]) })).toBe(
      `{"at":"${at.toISOString()}","items":[{"at":"${at.toISOString()}"}]}`,
    );
  });

  it('holds a bounded part of a long array, and asks for an item only when it is needed', async () => {
    let asked = 0;
    async function* endless() {
      for (;;) {
        asked += 1;
        yield await Promise.resolve({ text: 'x'.repeat(1_000) });
      }
    }
    const pieces = jsonPieces({ items: endless() });
    for (let read = 1; read <= 50; read += 1) {
      const { value: piece } = (await pieces.next()) as IteratorResult<string, undefined>;
      expect(piece?.length).toBeLessThan(70_000);
      expect(asked).toBeLessThanOrEqual(read * 66);
    }
    await pieces.return(undefined);
  });

  it('fails with the failure of what it streams', async () => {
    async function* failing() {
      yield await Promise.resolve(1);
      throw new Error('broken');
    }
    await expect(collect({ items: failing() })).rejects.toThrow('broken');
  });
});
