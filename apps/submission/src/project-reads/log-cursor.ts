import { inputInvalid } from '@shipyard/http';

export interface LogPlace {
  createdAt: Date;
  sequence: number;
}

export function encodeLogCursor({ createdAt, sequence }: LogPlace): string {
  return Buffer.from(`${createdAt.getTime()}.${sequence}`).toString('base64url');
}

export function decodeLogCursor(cursor: unknown): LogPlace {
  const text =
    typeof cursor === 'string' && cursor.length <= 64 ? Buffer.from(cursor, 'base64url').toString('latin1') : '';
  const match = /^(\d{1,15})\.(\d{1,15})$/.exec(text);
  const place = match && { createdAt: new Date(Number(match[1])), sequence: Number(match[2]) };
  // A text has many base64 spellings, but only our own is a valid cursor.
  if (!place || encodeLogCursor(place) !== cursor) throw inputInvalid('cursor', 'must be a next_cursor of this call');
  return place;
}
