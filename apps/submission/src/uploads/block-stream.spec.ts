import { once } from 'node:events';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { BlockStream } from './block-stream';

async function blocksOf(chunks: Buffer[]): Promise<Buffer[]> {
  const blocks: Buffer[] = [];
  const stream = Readable.from(chunks).pipe(new BlockStream());
  // An iterator would join waiting blocks.
  stream.on('data', (block: Buffer) => blocks.push(block));
  await once(stream, 'end');
  return blocks;
}

describe('BlockStream', () => {
  it('joins many pieces into few', async () => {
    const bytes = Array.from({ length: 100_000 }, (_, at) => Buffer.from([at % 256]));
    expect((await blocksOf(bytes)).map(({ length }) => length)).toEqual([65_536, 100_000 - 65_536]);
  });

  it('passes a partial block on if no more bytes arrive', async () => {
    const stream = new BlockStream();
    stream.write('ab');
    const [passed] = (await once(stream, 'data')) as [Buffer];
    expect(passed.toString()).toBe('ab');
    stream.destroy();
  });

  it('passes on every byte, for any split of them', async () => {
    const chunk = fc
      .tuple(fc.integer({ min: 0, max: 150_000 }), fc.integer({ min: 0, max: 255 }))
      .map(([length, value]) => Buffer.alloc(length, value));
    await fc.assert(
      fc.asyncProperty(fc.array(chunk, { maxLength: 6 }), async (chunks) => {
        expect(Buffer.concat(await blocksOf(chunks)).equals(Buffer.concat(chunks))).toBe(true);
      }),
    );
  });
});
