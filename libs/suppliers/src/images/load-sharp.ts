import type Sharp from 'sharp';

let loading: Promise<typeof Sharp> | undefined;

/** Its native library took a fifteenth of the processor time of each start, and most processes draw no image for long. */
export const loadSharp = (): Promise<typeof Sharp> => (loading ??= load());

async function load(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp');
  // One thread per image, because the process has other work. Nothing is decoded twice, so a cache would waste memory.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
