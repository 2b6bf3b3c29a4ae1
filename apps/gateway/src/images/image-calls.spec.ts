import fc from 'fast-check';
import { type SupplierAdapter, SupplierError, type SupplierImage } from '../suppliers';
import { checkedImages, countsOfCalls, drawsImages, gather, gravestOf, isTurnedAway } from './image-calls';

const refused = new SupplierError('failed', 'refused', { status: 429, isUntouched: true });
const content = new SupplierError('content', 'no');
const unknown = new SupplierError('failed', 'The supplier answered 500');
const image = (name: string): SupplierImage => ({ bytes: Buffer.from(name), extension: 'png', revisedPrompt: null });
const notDone = () => Promise.reject(new Error('not done'));

describe('an order as calls', () => {
  it('covers all images, with no more per call than route and supplier allow', () => {
    const most = fc.integer({ min: 1, max: 10 });
    fc.assert(
      fc.property(most, most, fc.option(most, { nil: undefined }), (count, maxImagesPerCall, mostImagesPerCall) => {
        const counts = countsOfCalls(count, { maxImagesPerCall }, { mostImagesPerCall });
        expect(counts.reduce((sum, each) => sum + each, 0)).toBe(count);
        for (const each of counts) {
          expect(each).toBeGreaterThan(0);
          expect(each).toBeLessThanOrEqual(Math.min(maxImagesPerCall, mostImagesPerCall ?? 10));
        }
        // No more calls than necessary.
        expect(counts).toHaveLength(
          Math.ceil(count / Math.min(maxImagesPerCall, mostImagesPerCall ?? maxImagesPerCall)),
        );
      }),
    );
  });

  it.each<[string, SupplierAdapter, boolean]>([
    ['draws at once', { generateImages: notDone }, true],
    ['draws in its own time', { submitImages: notDone, collectImages: notDone }, true],
    ['takes work on and gives nothing out', { submitImages: notDone }, false],
    ['only talks', { completeChat: notDone }, false],
  ])('goes to a supplier that %s, or not', (_, supplier, draws) => {
    expect(drawsImages(supplier)).toBe(draws);
  });

  it('goes to another route only if this one rejected it', () => {
    expect([refused, content, unknown, new SupplierError('timeout', 'no')].map(isTurnedAway)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('the outcome of parallel calls', () => {
  it('has the images that came, and reports the failures', async () => {
    const missed: unknown[] = [];
    const outcomes = await gather([Promise.resolve(1), Promise.reject(unknown), Promise.resolve(3)], (error) =>
      missed.push(error),
    );
    expect([outcomes, missed]).toEqual([[1, 3], [unknown]]);
  });

  it('is the most serious failure if no images came, in any order', async () => {
    await expect(
      gather([Promise.reject(refused), Promise.reject(unknown), Promise.reject(content)], () => undefined),
    ).rejects.toBe(unknown);
    const fault = new Error('a bug');
    const byGravity = [fault, unknown, content, refused];
    fc.assert(
      fc.property(fc.shuffledSubarray(byGravity, { minLength: 1 }), (failures) => {
        expect(gravestOf(failures)).toBe(byGravity.find((each) => failures.includes(each)));
      }),
    );
  });

  it('never has more images than ordered, and never none', () => {
    expect(checkedImages([image('a'), image('b'), image('c')], 2).map(({ bytes }) => bytes.toString())).toEqual([
      'a',
      'b',
    ]);
    expect(() => checkedImages([], 1)).toThrow(SupplierError);
  });
});
