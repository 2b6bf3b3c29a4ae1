import { Injectable } from '@nestjs/common';
import { envelopeErrors } from '@shipyard/http';
import { CALL_TIME_LIMIT_MS } from '@shipyard/platform/database';
import { DataSource, type EntityManager } from 'typeorm';
import { FairQueue, QueueOverloaded } from '@shipyard/platform/fair-queue';

/** Leaves two of the pool's ten connections to reads, even if eight projects are stuck. */
const FAIR_QUEUE_LIMITS = { atOnce: 8, waiting: 1_000, waitingPerOwner: 200, waitMs: CALL_TIME_LIMIT_MS };
const RETRY_AFTER_SECONDS = 5;

/**
 * One write per project at a time in this process. Waiting writes hold no connection. The row's lock orders processes.
 */
@Injectable()
export class ProjectWrites {
  private readonly fairQueue = new FairQueue(FAIR_QUEUE_LIMITS);

  constructor(private readonly dataSource: DataSource) {}

  /** Throws SERVICE_UNAVAILABLE if too many writes wait, or for too long. Never call it within `work`. */
  async run<Result>(projectId: string, work: (manager: EntityManager) => Promise<Result>): Promise<Result> {
    return this.fairQueue
      .run(projectId, () => this.dataSource.transaction(work))
      .catch((error: unknown) => {
        throw error instanceof QueueOverloaded ? tooMany(error) : error;
      });
  }
}

const tooMany = (cause: QueueOverloaded) =>
  envelopeErrors.SERVICE_UNAVAILABLE({
    message: 'Too many changes to this project are in progress. Try again in a moment.',
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
    cause,
  });
