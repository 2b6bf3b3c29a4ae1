import path from 'node:path';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { DrawingAnswer } from '@shipyard/pdf';
import { DrawingTurns } from '@shipyard/pdf/drawing-turns';
import { ChildPool } from '@shipyard/platform/child-pool';
import { CONFIG, type HttpConfig } from '../../config';
import type { OgImage } from './draw-og-image';

const TIME_LIMIT_MS = 10_000;
/** A header image of 40 megapixels without variants needs 400 MB. */
const MEMORY_LIMIT_MB = 1_024;
const HEAP_LIMIT_MB = 128;

/** Draws in a child process, which holds no secret and has a memory and time limit. One image at a time. */
@Injectable()
export class OgDrawer implements OnModuleDestroy {
  private readonly processes: ChildPool<OgImage, DrawingAnswer>;
  private readonly turns: DrawingTurns;

  constructor(@Inject(CONFIG) { DATA_DIR }: Pick<HttpConfig, 'DATA_DIR'>) {
    const folder = path.resolve(DATA_DIR, 'fonts');
    this.processes = new ChildPool({
      entry: 'draw-og-images',
      sources: path.join(__dirname, '../..'),
      heapLimitMb: HEAP_LIMIT_MB,
      memoryLimitMb: MEMORY_LIMIT_MB,
      temporaryFolder: folder,
    });
    this.turns = new DrawingTurns({
      thing: 'image of a project',
      things: 'images',
      ...{ waiting: 50, waitingPerOwner: 10, waitMs: 10_000 },
      retryAfterSeconds: 10,
      folder,
    });
  }

  /** Owners take turns. Throws SERVICE_UNAVAILABLE if too many wait. */
  draw(owner: string, image: OgImage): Promise<Buffer> {
    return this.turns.take(owner, () => this.processes.ask(image, TIME_LIMIT_MS));
  }

  onModuleDestroy(): Promise<void> {
    return this.processes.close();
  }
}
