import { consoleUrl } from '../console/console-parts';

export const ROWS = 20;
const LAST_OFFSET = 100_000;
const SEARCH_MAX = 254;

/** What the address of the list says. */
export interface AccountsFilter {
  q: string;
  isUnknownOnly: boolean;
  offset: number;
}

export function accountsFilterOf(query: Readonly<Record<string, unknown>>): AccountsFilter {
  const offset = typeof query.offset === 'string' ? Number(query.offset) : 0;
  return {
    q: typeof query.q === 'string' ? query.q.trim().slice(0, SEARCH_MAX) : '',
    isUnknownOnly: query.unknown === 'yes',
    offset: Number.isInteger(offset) && offset > 0 && offset <= LAST_OFFSET ? offset : 0,
  };
}

/** A URL of the part that keeps the filter, so that the list comes back as it was. */
export function accountsUrl({ q, isUnknownOnly, offset }: AccountsFilter, ...steps: string[]): string {
  const query = new URLSearchParams({
    ...(q !== '' && { q }),
    ...(isUnknownOnly && { unknown: 'yes' }),
    ...(offset > 0 && { offset: String(offset) }),
  }).toString();
  return consoleUrl('accounts', ...steps) + (query === '' ? '' : `?${query}`);
}
