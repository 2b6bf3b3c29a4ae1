import { isUUID } from 'class-validator';

/** Where the next page of a list by time begins. */
export interface Place {
  createdAt: string;
  entryId: string;
}

const MICROSECONDS = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/;

/** What no list has written is the same as none. */
export function readPlace(text: unknown): Place | null {
  const [createdAt = '', entryId = '', ...more] = typeof text === 'string' ? text.split(' ') : [];
  const isPlace = MICROSECONDS.test(createdAt) && !Number.isNaN(Date.parse(createdAt)) && isUUID(entryId);
  return isPlace && more.length === 0 ? { createdAt, entryId } : null;
}

export const writePlace = ({ createdAt, entryId }: Place): string => `${createdAt} ${entryId}`;

export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true;
