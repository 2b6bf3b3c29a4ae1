import fc from 'fast-check';
import sharp from 'sharp';
import { drawSandboxImage } from './draw-sandbox-image';

describe("the sandbox's image", () => {
  it('is a PNG of the requested size', async () => {
    const { format, width, height } = await sharp(await drawSandboxImage('A kiln', 320, 200, 0)).metadata();
    expect({ format, width, height }).toEqual({ format: 'png', width: 320, height: 200 });
  });

  it('is the same for the same prompt and place, and another for another', async () => {
    const [one, again, other, second] = await Promise.all([
      drawSandboxImage('A kiln', 128, 128, 0),
      drawSandboxImage('A kiln', 128, 128, 0),
      drawSandboxImage('A barn', 128, 128, 0),
      drawSandboxImage('A kiln', 128, 128, 1),
    ]);
    expect(one.equals(again)).toBe(true);
    expect(one.equals(other)).toBe(false);
    expect(one.equals(second)).toBe(false);
  });

  it('can be drawn for any prompt', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), async (prompt) => {
        expect((await sharp(await drawSandboxImage(prompt, 64, 64, 0)).metadata()).format).toBe('png');
      }),
      { numRuns: 40, examples: [['</text><image href="file:///etc/passwd"/>'], ['\u0000\uD800\uFFFE&amp;']] },
    );
  });
});
