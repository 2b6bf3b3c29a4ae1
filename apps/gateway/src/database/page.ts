import { inputInvalid } from '@shipyard/http';
import type { SelectQueryBuilder } from 'typeorm';
import type { PageQuery } from './page.dto';

export const DEFAULT_LIMIT = 50;

export interface Page<View> {
  items: View[];
  next_cursor: string | null;
}

/** Our ids start with the time, so the highest id is the newest row. */
export const NEWEST_FIRST = { order: 'DESC', id: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/ } as const;
export const NEWEST_TASK_FIRST = { order: 'DESC', id: /^imgtask_[0-9a-f]{32}$/ } as const;
export const BY_NAME = { order: 'ASC', id: /^[^\s\p{Cc}\p{Cs}]{1,200}$/u } as const;

export async function readPage<Row extends { id: string }, View>(
  query: SelectQueryBuilder<Row>,
  { limit = DEFAULT_LIMIT, cursor }: PageQuery,
  { order, id }: typeof NEWEST_FIRST | typeof NEWEST_TASK_FIRST | typeof BY_NAME,
  toView: (row: Row) => View,
): Promise<Page<View>> {
  const column = `${query.alias}.id`;
  if (cursor !== undefined)
    query.andWhere(`${column} ${order === 'DESC' ? '<' : '>'} :after`, { after: readIdCursor(cursor, id) });
  const rows = await query
    .orderBy(column, order)
    .limit(limit + 1)
    .getMany();
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { items: page.map(toView), next_cursor: rows.length > page.length && last ? writeIdCursor(last.id) : null };
}

export function writeIdCursor(id: string): string {
  return Buffer.from(id).toString('base64url');
}

export function readIdCursor(cursor: string, pattern: RegExp): string {
  const id = Buffer.from(cursor, 'base64url').toString();
  if (!pattern.test(id) || writeIdCursor(id) !== cursor)
    throw inputInvalid('cursor', 'must be the next_cursor of the previous page');
  return id;
}
