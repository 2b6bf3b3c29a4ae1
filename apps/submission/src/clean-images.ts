import { readFile, writeFile } from 'node:fs/promises';
import { cleanImage } from './assets/clean-image';
import { ImageAnimated, ImageTooLarge, ImageUnreadable } from './assets/image-faults';
import type { ImageAnswer, ImageRequest } from './assets/image-cleaner.service';
import { makeVariants } from './assets/variants/make-variants';

async function answer(request: ImageRequest): Promise<ImageAnswer> {
  try {
    return request.kind === 'clean' ? await clean(request) : await variants(request);
  } catch (error) {
    if (error instanceof ImageAnimated) return { kind: 'animated' };
    if (error instanceof ImageTooLarge)
      return { kind: 'tooLarge', limit: error.limit, unit: error.unit, message: error.message };
    if (error instanceof ImageUnreadable) return { kind: 'unreadable', message: error.message };
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

async function clean({ source, target, isStill }: Extract<ImageRequest, { kind: 'clean' }>): Promise<ImageAnswer> {
  const { content, ...image } = await cleanImage(await readFile(source), { isStill });
  await writeFile(target, content);
  return { kind: 'clean', ...image, bytes: content.length };
}

async function variants({ source, target }: ImageRequest): Promise<ImageAnswer> {
  const { content, ...made } = await makeVariants(await readFile(source));
  await writeFile(target, content);
  return { kind: 'variants', ...made };
}

const send = (message: ImageAnswer | { kind: 'ready' }) => process.send?.(message);

process.on('message', (request: ImageRequest) => void answer(request).then(send));
process.on('disconnect', () => process.exit());
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
send({ kind: 'ready' });
