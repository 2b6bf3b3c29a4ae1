import { bigintColumn } from '@shipyard/platform/database';
import { Column, Entity, PrimaryColumn } from 'typeorm';

export const LEDGER_FILE_STATUSES = ['pending', 'running', 'succeeded'] as const;
export type LedgerFileStatus = (typeof LEDGER_FILE_STATUSES)[number];

/** Rows of the ledger as CSV. The worker writes it part by part, and each part is an object of the store. */
@Entity('ledger_files')
export class LedgerFile {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  askedBy: string;

  @Column('uuid', { nullable: true })
  customerId: string | null;

  @Column('text', { nullable: true })
  requestId: string | null;

  @Column('timestamptz', { nullable: true })
  startsAt: Date | null;

  /** Never later than when it was asked for, so that no new row moves the parts. */
  @Column('timestamptz')
  endsAt: Date;

  @Column('text')
  status: LedgerFileStatus;

  @Column('integer')
  partCount: number;

  @Column('bigint', { transformer: bigintColumn })
  rowCount: bigint;

  @Column('bigint', { transformer: bigintColumn })
  bytes: bigint;

  /** The time of the last row in the file, to the microsecond. The next part begins after it. */
  @Column('text', { nullable: true })
  lastCreatedAt: string | null;

  @Column('uuid', { nullable: true })
  lastEntryId: string | null;

  /** When the first row of the ledger that matches was written. Null until the worker has looked. */
  @Column('timestamptz', { nullable: true })
  oldestAt: Date | null;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  finishedAt: Date | null;

  @Column('timestamptz')
  expiresAt: Date;
}

export const partKey = ({ id }: Pick<LedgerFile, 'id'>, part: number): string => `ledger-files/${id}/${part}.csv`;
