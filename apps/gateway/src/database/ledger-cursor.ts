import { inputInvalid } from '@shipyard/http';

export interface LedgerPlace {
  /** ISO 8601 with microseconds. */
  createdAt: string;
  entryId: string;
}

export function writeCursor({ createdAt, entryId }: LedgerPlace): string {
  return Buffer.from(`${createdAt} ${entryId}`).toString('base64url');
}

export function readCursor(cursor: string): LedgerPlace {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const [, createdAt, entryId] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(text) ?? [];
  if (createdAt === undefined || entryId === undefined || !isOfCalendar(createdAt)) {
    throw inputInvalid('cursor', 'must be the next_cursor of the previous page');
  }
  return { createdAt, entryId };
}

/** Date accepts 31 February and the year 0, but Postgres refuses both. */
function isOfCalendar(time: string): boolean {
  const read = new Date(time);
  return (
    !Number.isNaN(read.getTime()) && read.getUTCFullYear() > 0 && read.toISOString().slice(0, 19) === time.slice(0, 19)
  );
}
