import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { envelopeErrors } from '@shipyard/http';
import type { DrawingAnswer } from '@shipyard/pdf';
import { ChildPool } from '@shipyard/platform/child-pool';
import { CONFIG, type HttpConfig } from '../../config';
import { FairQueue, QueueOverloaded } from '@shipyard/platform/fair-queue';
import type { LabelsRequest } from '../console-shipments/label-requests';
import type { DocumentRequest } from './document-requests';

/** A booklet of 60 pages and 40 pictures takes 8 s. */
const TIME_LIMIT_MS = 40_000;
/** A picture of 40 megapixels without variants needs 400 MB. */
const MEMORY_LIMIT_MB = 1_024;
const HEAP_LIMIT_MB = 512;
const RETRY_AFTER_SECONDS = 20;

/** Draws in a child process, which holds no secret and has a memory and time limit. One document at a time. */
@Injectable()
export class PdfDrawer implements OnModuleDestroy {
  private readonly processes: ChildPool<DocumentRequest, DrawingAnswer>;
  private readonly queue = new FairQueue({ atOnce: 1, waiting: 20, waitingPerOwner: 4, waitMs: 40_000 });
  private readonly fontFolder: string;

  constructor(@Inject(CONFIG) { DATA_DIR }: Pick<HttpConfig, 'DATA_DIR'>) {
    this.fontFolder = path.resolve(DATA_DIR, 'fonts');
    this.processes = this.newPool();
  }

  /** Owners take turns. Throws SERVICE_UNAVAILABLE if too many wait. */
  draw(owner: string, request: DocumentRequest): Promise<Buffer> {
    return this.inTurn(owner, () => this.processes.ask(request, TIME_LIMIT_MS));
  }

  /** In a process that ends afterwards, because one that stays remembers the words that it has measured. */
  drawLabels(owner: string, request: LabelsRequest): Promise<Buffer> {
    return this.inTurn(owner, async () => {
      const processes = this.newPool<LabelsRequest>();
      try {
        return await processes.ask(request, TIME_LIMIT_MS);
      } finally {
        await processes.close();
      }
    });
  }

  onModuleDestroy(): Promise<void> {
    return this.processes.close();
  }

  private newPool<Request extends DocumentRequest | LabelsRequest>(): ChildPool<Request, DrawingAnswer> {
    return new ChildPool({
      entry: 'draw-documents',
      sources: path.join(__dirname, '../..'),
      heapLimitMb: HEAP_LIMIT_MB,
      memoryLimitMb: MEMORY_LIMIT_MB,
      temporaryFolder: this.fontFolder,
    });
  }

  private async inTurn(owner: string, work: () => Promise<{ answer: DrawingAnswer }>): Promise<Buffer> {
    await mkdir(this.fontFolder, { recursive: true });
    const { answer } = await this.queue.run(owner, work).catch((error: unknown) => {
      if (!(error instanceof QueueOverloaded)) throw error;
      throw envelopeErrors.SERVICE_UNAVAILABLE({
        message: 'Too many documents are waiting to be drawn. Try again in a moment.',
        headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
        cause: error,
      });
    });
    if (answer.kind === 'failed') throw new Error(`The document of a project was not drawn: ${answer.message}`);
    return Buffer.from(answer.bytes);
  }
}
