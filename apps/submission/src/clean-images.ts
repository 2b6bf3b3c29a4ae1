import { readFile, writeFile } from 'node:fs/promises';
import { cleanImage } from './assets/clean-image';
import { ImageAnimated, ImageTooLarge, ImageUnreadable } from './assets/image-faults';
import type { CleanAnswer, CleanRequest } from './assets/image-cleaner.service';

async function answer({ source, target, isStill }: CleanRequest): Promise<CleanAnswer> {
  try {
    const { content, ...image } = await cleanImage(await readFile(source), { isStill });
    await writeFile(target, content);
    return { kind: 'clean', ...image, bytes: content.length };
  } catch (error) {
    if (error instanceof ImageAnimated) return { kind: 'animated' };
    if (error instanceof ImageTooLarge)
      return { kind: 'tooLarge', limit: error.limit, unit: error.unit, message: error.message };
    if (error instanceof ImageUnreadable) return { kind: 'unreadable', message: error.message };
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

const send = (message: CleanAnswer | { kind: 'ready' }) => process.send?.(message);

process.on('message', (request: CleanRequest) => void answer(request).then(send));
process.on('disconnect', () => process.exit());
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
send({ kind: 'ready' });
