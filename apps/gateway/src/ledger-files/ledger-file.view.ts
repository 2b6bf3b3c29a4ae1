import { Describe, Holds, OrNull } from '@shipyard/http';
import { IsDateString, IsIn, IsInt, IsString, IsUUID } from 'class-validator';
import { LEDGER_FILE_STATUSES, type LedgerFile, type LedgerFileStatus } from './ledger-file.entity';

export class LedgerFileView {
  @Describe('The id of the file.')
  @IsUUID()
  id: string;

  @Describe('Who asked for it.')
  @IsString()
  asked_by: string;

  @Describe('Only rows of this customer. Null: of all customers.')
  @OrNull()
  @IsUUID()
  customer_id: string | null;

  @Describe('Only rows of this request. Null: of all requests.')
  @OrNull()
  @IsString()
  request_id: string | null;

  @Describe('Rows from then on. Null: from the first row.')
  @OrNull()
  @IsDateString()
  from: string | null;

  @Describe('Rows before it: at the latest when the file was asked for.')
  @IsDateString()
  to: string;

  @Describe('`pending`: no worker has begun. `running`: it is being written. `succeeded`: it can be downloaded.')
  @IsIn(LEDGER_FILE_STATUSES)
  status: LedgerFileStatus;

  @Describe('How much of its time is written, from 0 to 100.')
  @IsInt()
  percent: number;

  @Describe('The rows that are written.')
  @IsInt()
  rows: number;

  @Describe('The bytes that are written.')
  @IsInt()
  bytes: number;

  @Describe('When it was asked for.')
  @IsDateString()
  created_at: string;

  @Describe('When it was whole. Null until then.')
  @OrNull()
  @IsDateString()
  finished_at: string | null;

  @Describe('When it is deleted.')
  @IsDateString()
  expires_at: string;
}

export class LedgerFileAnswer {
  @Describe('The file.')
  @Holds(() => LedgerFileView)
  ledger_file: LedgerFileView;
}

export function toLedgerFileView(file: LedgerFile): LedgerFileView {
  return {
    id: file.id,
    asked_by: file.askedBy,
    customer_id: file.customerId,
    request_id: file.requestId,
    from: file.startsAt?.toISOString() ?? null,
    to: file.endsAt.toISOString(),
    status: file.status,
    percent: percentOf(file),
    rows: Number(file.rowCount),
    bytes: Number(file.bytes),
    created_at: file.createdAt.toISOString(),
    finished_at: file.finishedAt?.toISOString() ?? null,
    expires_at: file.expiresAt.toISOString(),
  };
}

/** Rows are written from the newest to the oldest. 100 says that the file is whole. */
export function percentOf({
  status,
  oldestAt,
  endsAt,
  lastCreatedAt,
}: Pick<LedgerFile, 'status' | 'oldestAt' | 'endsAt' | 'lastCreatedAt'>): number {
  if (status === 'succeeded') return 100;
  if (oldestAt === null || lastCreatedAt === null) return 0;
  const all = endsAt.getTime() - oldestAt.getTime();
  const written = endsAt.getTime() - Date.parse(lastCreatedAt);
  return all <= 0 ? 0 : Math.min(99, Math.max(0, Math.floor((written / all) * 100)));
}
