import { Readable } from 'node:stream';
import fc from 'fast-check';
import { ImageJson, type StoredImage } from './image-json';

const stored = (pieces: Buffer[]): StoredImage => ({
  bytes: Buffer.concat(pieces).length,
  read: () => Promise.resolve(Readable.from(pieces, { objectMode: false })),
});

async function textOf(json: ImageJson): Promise<string> {
  let text = '';
  for await (const piece of json.pieces()) text += piece;
  return text;
}

describe('an answer with images', () => {
  it('equals the JSON built in memory, however the bytes arrive', async () => {
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 20 }).map((array) => Buffer.from(array));
    const image = fc.record({
      pieces: fc.array(bytes, { minLength: 1, maxLength: 4 }),
      revised: fc.option(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constant('"b64_json":""'))),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(image, { maxLength: 10 }), fc.string(), async (images, model) => {
        const answer = (base64: (pieces: Buffer[]) => string) => ({
          id: 'imgtask_1',
          model,
          data: images.map(({ pieces, revised }) => ({
            b64_json: base64(pieces),
            ...(revised !== null && { revised_prompt: revised }),
          })),
          usage: { images: 1 },
        });
        const json = new ImageJson(
          answer(() => ''),
          images.map(({ pieces }) => stored(pieces)),
        );
        const text = await textOf(json);
        expect(text).toBe(JSON.stringify(answer((pieces) => Buffer.concat(pieces).toString('base64'))));
        expect(json.bytes).toBe(Buffer.byteLength(text));
      }),
    );
  });

  it('reads an image only after the previous one was sent', async () => {
    const opened: number[] = [];
    const images = [0, 1, 2].map((at) => {
      const image = stored([Buffer.from('abc')]);
      return { ...image, read: () => (opened.push(at), image.read()) };
    });
    const pieces = new ImageJson({ data: images.map(() => ({ b64_json: '' })) }, images).pieces();
    const seen: number[] = [];
    for await (const piece of pieces) if (piece === 'YWJj') seen.push(opened.length);
    expect(seen).toEqual([1, 2, 3]);
  });

  it('fails if an image fails', async () => {
    const cut = function* () {
      yield Buffer.from('abc');
      throw new Error('The disk is gone');
    };
    const broken = { bytes: 6, read: () => Promise.resolve(Readable.from(cut(), { objectMode: false })) };
    await expect(textOf(new ImageJson({ b64_json: '' }, [broken]))).rejects.toThrow('The disk is gone');
  });

  it('must have a placeholder for each image', () => {
    expect(() => new ImageJson({ data: [] }, [stored([Buffer.from('a')])])).toThrow('places');
  });
});
