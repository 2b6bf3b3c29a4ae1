import { Injectable } from '@nestjs/common';
import { ObjectStore } from '@shipyard/platform/object-store';
import { sweeper } from '@shipyard/platform/sweep';
import { DataSource } from 'typeorm';
import { partKey } from './ledger-file.entity';
import { LedgerFileJobs } from './ledger-file-jobs';

/** Queues files whose job was lost, and deletes those that have expired. Several workers may run it. */
@Injectable()
export class LedgerFileUpkeep {
  constructor(
    private readonly dataSource: DataSource,
    private readonly store: ObjectStore,
    private readonly jobs: LedgerFileJobs,
  ) {}

  async sweep(): Promise<void> {
    const expired = await this.dataSource.query<{ id: string; partCount: number }[]>(EXPIRED);
    for (const { id, partCount } of expired) {
      // One more: a worker that died may have put a part that it did not note.
      for (let part = 0; part <= partCount; part += 1) await this.store.delete(partKey({ id }, part));
      await this.dataSource.query('DELETE FROM ledger_files WHERE id = $1', [id]);
    }
    // Last, because it fails if the queue is unreachable.
    const open = await this.dataSource.query<{ id: string }[]>(OPEN);
    await this.jobs.addLost(open.map(({ id }) => id));
  }
}

export const ledgerFilesSweeper = sweeper({
  name: 'ledger files',
  everyMs: 15_000,
  inject: [LedgerFileUpkeep],
  sweep: (files) => files.sweep(),
});

const EXPIRED = `
  SELECT id, part_count AS "partCount" FROM ledger_files WHERE expires_at < now() ORDER BY expires_at LIMIT 20`;

const OPEN = `
  SELECT id FROM ledger_files
  WHERE status <> 'succeeded' AND created_at < now() - interval '15 seconds' AND expires_at > now() ORDER BY id LIMIT 200`;
