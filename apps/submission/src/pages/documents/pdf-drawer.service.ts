import path from 'node:path';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { DrawingAnswer } from '@shipyard/pdf';
import { DrawingTurns } from '@shipyard/pdf/drawing-turns';
import { ChildPool } from '@shipyard/platform/child-pool';
import { CONFIG, type HttpConfig } from '../../config';
import type { LabelsRequest } from '../console-shipments/label-requests';
import type { DocumentRequest } from './document-requests';

/** A booklet of 60 pages and 40 pictures takes 8 s. */
const TIME_LIMIT_MS = 40_000;
/** A picture of 40 megapixels without variants needs 400 MB. */
const MEMORY_LIMIT_MB = 1_024;
const HEAP_LIMIT_MB = 512;

/** Draws in a child process, which holds no secret and has a memory and time limit. One document at a time. */
@Injectable()
export class PdfDrawer implements OnModuleDestroy {
  private readonly processes: ChildPool<DocumentRequest, DrawingAnswer>;
  private readonly turns: DrawingTurns;
  private readonly fontFolder: string;

  constructor(@Inject(CONFIG) { DATA_DIR }: Pick<HttpConfig, 'DATA_DIR'>) {
    this.fontFolder = path.resolve(DATA_DIR, 'fonts');
    this.processes = this.newPool();
    this.turns = new DrawingTurns({
      thing: 'document of a project',
      things: 'documents',
      ...{ waiting: 20, waitingPerOwner: 4, waitMs: 40_000 },
      retryAfterSeconds: 20,
      folder: this.fontFolder,
    });
  }

  /** Owners take turns. Throws SERVICE_UNAVAILABLE if too many wait. */
  draw(owner: string, request: DocumentRequest): Promise<Buffer> {
    return this.turns.take(owner, () => this.processes.ask(request, TIME_LIMIT_MS));
  }

  /** In a process that ends afterwards, because one that stays remembers the words that it has measured. */
  drawLabels(owner: string, request: LabelsRequest): Promise<Buffer> {
    return this.turns.take(owner, async () => {
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
}
