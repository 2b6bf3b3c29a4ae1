import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { envelopeErrors } from '@shipyard/http';
import type { DrawingAnswer } from '@shipyard/pdf';
import { ChildPool } from '@shipyard/platform/child-pool';
import { FairQueue, QueueOverloaded } from '@shipyard/platform/fair-queue';
import { COLORS } from '@shipyard/ui/tokens';
import { CONFIG, type HttpConfig } from '../config';
import type { StatementDrawing } from './draw-statement';
import type { StatementLanguage } from './statement-words';
import type { StatementView } from './statement.view';

/** One of 500 pages takes 15 s. */
const TIME_LIMIT_MS = 60_000;
const MEMORY_LIMIT_MB = 768;
const HEAP_LIMIT_MB = 512;
const RETRY_AFTER_SECONDS = 20;

const { ink, ink2, line, sunk, action } = COLORS;
const colors = { ink: ink.light, ink2: ink2.light, line: line.light, sunk: sunk.light, link: action.light };

/** Draws in a child process, because fonts and layout would delay the calls of customers. One statement at a time. */
@Injectable()
export class StatementDrawer implements OnModuleDestroy {
  private readonly processes: ChildPool<StatementDrawing, DrawingAnswer>;
  private readonly queue = new FairQueue({ atOnce: 1, waiting: 20, waitingPerOwner: 4, waitMs: 40_000 });
  private readonly fontFolder: string;

  constructor(@Inject(CONFIG) { DATA_DIR }: Pick<HttpConfig, 'DATA_DIR'>) {
    this.fontFolder = path.resolve(DATA_DIR, 'fonts');
    this.processes = new ChildPool({
      entry: 'draw-statements',
      sources: path.join(__dirname, '..'),
      heapLimitMb: HEAP_LIMIT_MB,
      memoryLimitMb: MEMORY_LIMIT_MB,
      temporaryFolder: this.fontFolder,
    });
  }

  /** Operators take turns. Throws SERVICE_UNAVAILABLE if too many wait. */
  async draw(operatorId: string, view: StatementView, language: StatementLanguage): Promise<Buffer> {
    await mkdir(this.fontFolder, { recursive: true });
    const work = () => this.processes.ask({ view, language, colors }, TIME_LIMIT_MS);
    const { answer } = await this.queue.run(operatorId, work).catch((error: unknown) => {
      if (!(error instanceof QueueOverloaded)) throw error;
      throw envelopeErrors.SERVICE_UNAVAILABLE({
        message: 'Too many statements are waiting to be drawn. Try again in a moment.',
        headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
        cause: error,
      });
    });
    if (answer.kind === 'failed') throw new Error(`The statement was not drawn: ${answer.message}`);
    return Buffer.from(answer.bytes);
  }

  onModuleDestroy(): Promise<void> {
    return this.processes.close();
  }
}
