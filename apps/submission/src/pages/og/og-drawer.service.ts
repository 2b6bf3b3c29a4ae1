import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { envelopeErrors } from '@shipyard/http';
import { ChildPool } from '@shipyard/platform/child-pool';
import { CONFIG, type HttpConfig } from '../../config';
import { FairQueue, QueueOverloaded } from '@shipyard/platform/fair-queue';
import type { OgImage } from './draw-og-image';

export type OgAnswer = { kind: 'drawn'; png: Buffer } | { kind: 'failed'; message: string };

const TIME_LIMIT_MS = 10_000;
/** A header image of 40 megapixels without variants needs 400 MB. */
const MEMORY_LIMIT_MB = 1_024;
const HEAP_LIMIT_MB = 128;
const RETRY_AFTER_SECONDS = 10;

/** Draws in a child process, which holds no secret and has a memory and time limit. One image at a time. */
@Injectable()
export class OgDrawer implements OnModuleDestroy {
  private readonly processes: ChildPool<OgImage, OgAnswer>;
  private readonly queue = new FairQueue({ atOnce: 1, waiting: 50, waitingPerOwner: 10, waitMs: 10_000 });
  private readonly fontFolder: string;

  constructor(@Inject(CONFIG) { DATA_DIR }: Pick<HttpConfig, 'DATA_DIR'>) {
    this.fontFolder = path.resolve(DATA_DIR, 'fonts');
    this.processes = new ChildPool({
      entry: 'draw-og-images',
      sources: path.join(__dirname, '../..'),
      heapLimitMb: HEAP_LIMIT_MB,
      memoryLimitMb: MEMORY_LIMIT_MB,
      temporaryFolder: this.fontFolder,
    });
  }

  /** Owners take turns. Throws SERVICE_UNAVAILABLE if too many wait. */
  async draw(owner: string, image: OgImage): Promise<Buffer> {
    await mkdir(this.fontFolder, { recursive: true });
    const { answer } = await this.queue
      .run(owner, () => this.processes.ask(image, TIME_LIMIT_MS))
      .catch((error: unknown) => {
        if (!(error instanceof QueueOverloaded)) throw error;
        throw envelopeErrors.SERVICE_UNAVAILABLE({
          message: 'Too many images are waiting to be drawn. Try again in a moment.',
          headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
          cause: error,
        });
      });
    if (answer.kind === 'failed') throw new Error(`The image of a project was not drawn: ${answer.message}`);
    return Buffer.from(answer.png);
  }

  onModuleDestroy(): Promise<void> {
    return this.processes.close();
  }
}
