import { Readable } from 'node:stream';
import fc from 'fast-check';
import { PictureJson, type StoredPicture } from './picture-json';

const stored = (pieces: Buffer[]): StoredPicture => ({
  bytes: Buffer.concat(pieces).length,
  read: () => Promise.resolve(Readable.from(pieces, { objectMode: false })),
});

async function textOf(json: PictureJson): Promise<string> {
  let text = '';
  for await (const piece of json.pieces()) text += piece;
  return text;
}

describe('an answer with images', () => {
  it('equals the JSON built in memory, however the bytes arrive', async () => {
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 20 }).map((array) => Buffer.from(array));
    const picture = fc.record({
      pieces: fc.array(bytes, { minLength: 1, maxLength: 4 }),
      revised: fc.option(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constant('"b64_json":""'))),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(picture, { maxLength: 10 }), fc.string(), async (pictures, model) => {
        const answer = (base64: (pieces: Buffer[]) => string) => ({
          id: 'imgtask_1',
          model,
          data: pictures.map(({ pieces, revised }) => ({
            b64_json: base64(pieces),
            ...(revised !== null && { revised_prompt: revised }),
          })),
          usage: { images: 1 },
        });
        const json = new PictureJson(
          answer(() => ''),
          pictures.map(({ pieces }) => stored(pieces)),
        );
        const text = await textOf(json);
        expect(text).toBe(JSON.stringify(answer((pieces) => Buffer.concat(pieces).toString('base64'))));
        expect(json.bytes).toBe(Buffer.byteLength(text));
      }),
    );
  });

  it('reads an image only after the previous one was sent', async () => {
    const opened: number[] = [];
    const pictures = [0, 1, 2].map((at) => {
      const picture = stored([Buffer.from('abc')]);
      return { ...picture, read: () => (opened.push(at), picture.read()) };
    });
    const pieces = new PictureJson({ data: pictures.map(() => ({ b64_json: '' })) }, pictures).pieces();
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
    await expect(textOf(new PictureJson({ b64_json: '' }, [broken]))).rejects.toThrow('The disk is gone');
  });

  it('must have a placeholder for each image', () => {
    expect(() => new PictureJson({ data: [] }, [stored([Buffer.from('a')])])).toThrow('places');
  });
});
