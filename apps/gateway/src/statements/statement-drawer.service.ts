import path from 'node:path';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { DrawingAnswer } from '@shipyard/pdf';
import { DrawingTurns } from '@shipyard/pdf/drawing-turns';
import { ChildPool } from '@shipyard/platform/child-pool';
import { COLORS } from '@shipyard/ui/tokens';
import { CONFIG, type HttpConfig } from '../config';
import type { StatementDrawing } from './draw-statement';
import type { StatementLanguage } from './statement-words';
import type { StatementView } from './statement.view';

/** One of 500 pages takes 15 s. */
const TIME_LIMIT_MS = 60_000;
const MEMORY_LIMIT_MB = 768;
const HEAP_LIMIT_MB = 512;

const { ink, ink2, line, sunk, action } = COLORS;
const colors = { ink: ink.light, ink2: ink2.light, line: line.light, sunk: sunk.light, link: action.light };

/** Draws in a child process, because fonts and layout would delay the calls of customers. One statement at a time. */
@Injectable()
export class StatementDrawer implements OnModuleDestroy {
  private readonly processes: ChildPool<StatementDrawing, DrawingAnswer>;
  private readonly turns: DrawingTurns;

  constructor(@Inject(CONFIG) { DATA_DIR }: Pick<HttpConfig, 'DATA_DIR'>) {
    const folder = path.resolve(DATA_DIR, 'fonts');
    this.processes = new ChildPool({
      entry: 'draw-statements',
      sources: path.join(__dirname, '..'),
      heapLimitMb: HEAP_LIMIT_MB,
      memoryLimitMb: MEMORY_LIMIT_MB,
      temporaryFolder: folder,
    });
    this.turns = new DrawingTurns({
      thing: 'statement',
      things: 'statements',
      ...{ waiting: 20, waitingPerOwner: 4, waitMs: 40_000 },
      retryAfterSeconds: 20,
      folder,
    });
  }

  /** Operators take turns. Throws SERVICE_UNAVAILABLE if too many wait. */
  draw(operatorId: string, view: StatementView, language: StatementLanguage): Promise<Buffer> {
    return this.turns.take(operatorId, () => this.processes.ask({ view, language, colors }, TIME_LIMIT_MS));
  }

  onModuleDestroy(): Promise<void> {
    return this.processes.close();
  }
}
