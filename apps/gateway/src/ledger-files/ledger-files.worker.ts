import { Processor, WorkerHost } from '@nestjs/bullmq';
import { beginWork } from '@shipyard/platform/in-flight';
import type { JobData } from '@shipyard/platform/queues';
import { requestContexts } from '@shipyard/platform/request-context';
import { DelayedError, type Job } from 'bullmq';
import { LedgerFileWriting } from './ledger-file-writing.service';
import { LEDGER_FILES, type LedgerFileJob } from './ledger-files.queue';

/** Then another file has its turn, and a worker that ends may end. */
const PARTS_PER_TURN = 10;

/** The job of a dead worker is freed within seconds, any number of times. */
@Processor(LEDGER_FILES, { concurrency: 1, lockDuration: 10_000, stalledInterval: 5_000, maxStalledCount: 1_000 })
export class LedgerFilesWorker extends WorkerHost {
  constructor(private readonly writing: LedgerFileWriting) {
    super();
  }

  async process(job: Job<LedgerFileJob & JobData>, token?: string): Promise<void> {
    const { fileId, requestId } = job.data;
    const endWork = beginWork();
    try {
      const isWhole = await requestContexts.run({ requestId: requestId ?? fileId }, () => this.writeSome(fileId));
      if (isWhole) return;
      await job.moveToDelayed(Date.now(), token);
    } finally {
      endWork();
    }
    throw new DelayedError();
  }

  private async writeSome(fileId: string): Promise<boolean> {
    for (let part = 0; part < PARTS_PER_TURN; part += 1) if (await this.writing.writePart(fileId)) return true;
    return false;
  }
}
