import { mkdir } from 'node:fs/promises';
import { envelopeErrors } from '@shipyard/http';
import { FairQueue, QueueOverloaded } from '@shipyard/platform/fair-queue';
import type { DrawingAnswer } from './drawing-process';

interface DrawingTerms {
  /** What is drawn, as in "The image of a project" and "Too many images". */
  thing: string;
  things: string;
  waiting: number;
  waitingPerOwner: number;
  waitMs: number;
  retryAfterSeconds: number;
  /** Made before the first drawing. */
  folder: string;
}

/** One drawing at a time. Owners take turns. */
export class DrawingTurns {
  private readonly queue: FairQueue;

  constructor(private readonly terms: DrawingTerms) {
    const { waiting, waitingPerOwner, waitMs } = terms;
    this.queue = new FairQueue({ atOnce: 1, waiting, waitingPerOwner, waitMs });
  }

  /** Throws SERVICE_UNAVAILABLE if too many wait. */
  async take(owner: string, draw: () => Promise<{ answer: DrawingAnswer }>): Promise<Buffer> {
    const { thing, things, retryAfterSeconds, folder } = this.terms;
    await mkdir(folder, { recursive: true });
    const { answer } = await this.queue.run(owner, draw).catch((error: unknown) => {
      if (!(error instanceof QueueOverloaded)) throw error;
      throw envelopeErrors.SERVICE_UNAVAILABLE({
        message: `Too many ${things} are waiting to be drawn. Try again in a moment.`,
        headers: { 'retry-after': String(retryAfterSeconds) },
        cause: error,
      });
    });
    if (answer.kind === 'failed') throw new Error(`The ${thing} was not drawn: ${answer.message}`);
    return Buffer.from(answer.bytes);
  }
}
