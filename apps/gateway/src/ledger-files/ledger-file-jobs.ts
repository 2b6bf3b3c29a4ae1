import { InjectQueue } from '@nestjs/bullmq';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@shipyard/platform/logger';
import { enqueue, missingJobs } from '@shipyard/platform/queues';
import type { Queue } from 'bullmq';
import { LOGGER } from '../config';
import { LEDGER_FILES, type LedgerFileJob } from './ledger-files.queue';

/** The id of a job is that of its file, so a file that is queued twice has one job. */
@Injectable()
export class LedgerFileJobs {
  constructor(
    @InjectQueue(LEDGER_FILES) private readonly queue: Queue,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async add(fileId: string): Promise<void> {
    await enqueue<LedgerFileJob>(this.queue, { fileId }, fileId, this.logger);
  }

  async addLost(fileIds: readonly string[]): Promise<void> {
    if (fileIds.length === 0) return;
    for (const fileId of await missingJobs(this.queue, fileIds)) await this.add(fileId);
  }
}
