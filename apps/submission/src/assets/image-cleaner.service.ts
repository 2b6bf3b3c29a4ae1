import path from 'node:path';
import { mkdir } from 'node:fs/promises';
import type { ImageExtension } from '@shipyard/contracts';
import { RequestFault } from '@shipyard/http';
import type { AbortSignalLike } from '@shipyard/platform/cancellation';
import type { Logger } from '@shipyard/platform/logger';
import { ChildEnded, ChildPool, ChildTooSlow } from '@shipyard/platform/child-pool';
import { FairQueue } from '@shipyard/platform/fair-queue';
import { ImageTooLarge, ImageUnreadable } from './image-faults';
import type { MadeVariants } from './variants/variant-sizes';

/** What the child process is asked for. It reads and writes files, so that no image passes through this process. */
export type ImageRequest = { source: string; target: string } & (
  | { kind: 'clean'; isStill: boolean }
  | { kind: 'variants' }
);

export interface CleanedFile {
  path: string;
  extension: ImageExtension;
  bytes: number;
  width: number;
  height: number;
}

export type ImageAnswer =
  | ({ kind: 'clean' } & Omit<CleanedFile, 'path'>)
  | ({ kind: 'variants' } & MadeVariants)
  | { kind: 'animated' }
  | { kind: 'tooLarge'; limit: number; unit: 'pixels' | 'frames'; message: string }
  | { kind: 'unreadable' | 'failed'; message: string };

/** Longer than the time limit in `cleanImage`, which libvips does not check within one call of an encoder. */
const TIME_LIMIT_MS = 40_000;
/** The largest accepted image needs 1,211 MB: an animated WebP with three frames of 40 megapixels each. */
const MEMORY_LIMIT_MB = 1_536;
const HEAP_LIMIT_MB = 256;
const WAITING = { waiting: 200, waitingPerOwner: 50, waitMs: 60_000 };

/** Child processes have a memory limit. Only one animation runs at a time, because its cost grows with its frames. */
export class ImageCleaner {
  private readonly processes: ChildPool<ImageRequest, ImageAnswer>;
  private readonly stills = new FairQueue({ ...WAITING, atOnce: 2 });
  private readonly animations = new FairQueue({ ...WAITING, atOnce: 1 });

  constructor(
    private readonly temporaryFolder: string,
    private readonly logger: Logger,
    memoryLimitMb = MEMORY_LIMIT_MB,
  ) {
    this.processes = new ChildPool({
      entry: 'clean-images',
      sources: path.join(__dirname, '..'),
      heapLimitMb: HEAP_LIMIT_MB,
      memoryLimitMb,
      temporaryFolder,
    });
  }

  /** Throws ImageUnreadable, ImageTooLarge, QueueOverloaded if too many wait, or the signal's reason. */
  async clean(owner: string, source: string, signal?: AbortSignalLike): Promise<CleanedFile> {
    const target = `${source}.clean`;
    const asStill = await this.stills.run(owner, () => this.cleanOnce({ source, target, isStill: true }), signal);
    if (asStill !== null) return { ...asStill, path: target };
    const animation = await this.animations.run(
      owner,
      () => this.cleanOnce({ source, target, isStill: false }),
      signal,
    );
    if (animation === null) throw new Error('An animation was asked for and not made');
    return { ...animation, path: target };
  }

  /** Writes the variants of a cleaned image to `target`, one after the other. Throws as `clean` does. */
  async makeVariants(owner: string, source: string, target: string): Promise<MadeVariants> {
    const answer = await this.stills.run(owner, () => this.ask({ kind: 'variants', source, target }));
    if (answer.kind !== 'variants') throw new Error('Variants were asked for and not made');
    return answer;
  }

  onModuleDestroy(): Promise<void> {
    return this.processes.close();
  }

  /** Null if the image is animated, and a still was asked for. */
  private async cleanOnce(
    request: Omit<Extract<ImageRequest, { kind: 'clean' }>, 'kind'>,
  ): Promise<Omit<CleanedFile, 'path'> | null> {
    const answer = await this.ask({ kind: 'clean', ...request });
    if (answer.kind === 'variants') throw new Error('A clean image was asked for and not made');
    if (answer.kind === 'animated') return null;
    const { kind: _, ...image } = answer;
    return image;
  }

  private async ask(request: ImageRequest): Promise<Extract<ImageAnswer, { kind: 'clean' | 'variants' | 'animated' }>> {
    await mkdir(this.temporaryFolder, { recursive: true }).catch(unavailable);
    const { answer } = await this.processes.ask(request, TIME_LIMIT_MS).catch((error: unknown) => {
      if (!(error instanceof ChildEnded) && !(error instanceof ChildTooSlow)) return unavailable(error);
      this.logger.warn(
        { err: error },
        'The process that decoded an image ended: the image needs too much memory or time, or the process was killed',
      );
      throw new ImageUnreadable('does not decode within the memory and time that an image may take', { cause: error });
    });
    switch (answer.kind) {
      case 'tooLarge':
        throw new ImageTooLarge(answer.limit, answer.unit, answer.message);
      case 'unreadable':
        throw new ImageUnreadable(answer.message);
      case 'failed':
        return unavailable(new Error(answer.message));
      default:
        return answer;
    }
  }
}

function unavailable(cause: unknown): never {
  throw new RequestFault({ kind: 'unavailable', cause });
}
