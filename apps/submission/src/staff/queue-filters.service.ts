import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Caller } from '../accounts';

export interface SavedFilter {
  place: number;
  name: string;
  /** As in the address of the queue. */
  query: string;
}

const MOST = 20;

/** Filters of the queue that a member of staff gave a name. Nobody else sees them. */
@Injectable()
export class QueueFilters {
  constructor(private readonly dataSource: DataSource) {}

  of({ accountId }: Caller): Promise<SavedFilter[]> {
    return this.dataSource.query<SavedFilter[]>(
      'SELECT place, name, query FROM queue_filters WHERE account_id = $1 ORDER BY place',
      [accountId],
    );
  }

  /** A filter with the same name is replaced. False if there are too many. */
  async save({ accountId }: Caller, name: string, query: string): Promise<boolean> {
    const saved = await this.dataSource.query<{ place: number }[]>(
      `INSERT INTO queue_filters (account_id, place, name, query)
       SELECT $1, coalesce(
           (SELECT place FROM queue_filters WHERE account_id = $1 AND name = $2),
           (SELECT min(free) FROM generate_series(1, ${MOST}) free
            WHERE free NOT IN (SELECT place FROM queue_filters WHERE account_id = $1))
         ) AS place, $2, $3
       FROM (SELECT) one
       WHERE EXISTS (SELECT FROM queue_filters WHERE account_id = $1 AND name = $2)
         OR (SELECT count(*) FROM queue_filters WHERE account_id = $1) < ${MOST}
       ON CONFLICT (account_id, name) DO UPDATE SET query = excluded.query
       RETURNING place`,
      [accountId, name, query],
    );
    return saved.length > 0;
  }

  async remove({ accountId }: Caller, place: number): Promise<void> {
    await this.dataSource.query<[unknown[], number]>('DELETE FROM queue_filters WHERE account_id = $1 AND place = $2', [
      accountId,
      place,
    ]);
  }
}
