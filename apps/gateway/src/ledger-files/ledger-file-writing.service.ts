import { Injectable } from '@nestjs/common';
import { ObjectStore } from '@shipyard/platform/object-store';
import { DataSource } from 'typeorm';
import { type LedgerFilter, LedgerService } from '../billing';
import { LEDGER_CSV_HEAD, ledgerCsvRows } from './ledger-csv';
import { LedgerFile, partKey } from './ledger-file.entity';
import { LEDGER_FILE_HOURS } from './ledger-files.service';

/** Rows of a part. Its text is in memory while it is written. */
const PART_ROWS = 5_000;

/**
 * Writes the parts of a file, from the newest rows to the oldest:
 * 1. The row says where the next part begins. A file that is whole, or has expired, needs nothing.
 * 2. The part is put into the store. After a crash it is written again, with the same rows and the same name.
 * 3. One statement notes it, unless another worker has.
 */
@Injectable()
export class LedgerFileWriting {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ledger: LedgerService,
    private readonly store: ObjectStore,
  ) {}

  /** Returns whether nothing is left to write. */
  async writePart(fileId: string): Promise<boolean> {
    const file = await this.dataSource.manager.findOneBy(LedgerFile, { id: fileId });
    if (file === null || file.status === 'succeeded') return true;
    const filter = filterOf(file);
    const { entries, next } = await this.ledger.list(filter);
    const content = Buffer.from((file.partCount === 0 ? LEDGER_CSV_HEAD : '') + ledgerCsvRows(entries));
    const oldestAt = file.oldestAt ?? (await this.ledger.findOldest(filter));
    await this.store.put(partKey(file, file.partCount), content);
    const last = entries.at(-1);
    await this.dataSource.query(NOTE_PART, [
      fileId,
      file.partCount,
      entries.length,
      content.length,
      last?.created_at ?? file.lastCreatedAt,
      last?.id ?? file.lastEntryId,
      oldestAt,
      next === null ? 'succeeded' : 'running',
    ]);
    return next === null;
  }
}

const filterOf = ({
  customerId,
  requestId,
  startsAt,
  endsAt,
  lastCreatedAt,
  lastEntryId,
}: LedgerFile): LedgerFilter => ({
  customerId: customerId ?? undefined,
  requestId: requestId ?? undefined,
  from: startsAt ?? undefined,
  to: endsAt,
  after:
    lastCreatedAt === null || lastEntryId === null ? undefined : { createdAt: lastCreatedAt, entryId: lastEntryId },
  limit: PART_ROWS,
});

const NOTE_PART = `
  UPDATE ledger_files SET part_count = part_count + 1, row_count = row_count + $3::integer, bytes = bytes + $4::integer,
    last_created_at = $5::text, last_entry_id = $6::uuid, oldest_at = $7::timestamptz, status = $8::text,
    finished_at = CASE WHEN $8::text = 'succeeded' THEN now() END,
    expires_at = CASE WHEN $8::text = 'succeeded' THEN now() + interval '${LEDGER_FILE_HOURS} hours' ELSE expires_at END
  WHERE id = $1 AND part_count = $2 AND status <> 'succeeded'`;
