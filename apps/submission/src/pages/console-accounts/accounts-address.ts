import { consoleUrl, soughtText } from '../console/console-parts';
import { type Place, placeText, readPlace } from '../console/place';

export const ROWS = 20;
const SEARCH_MAX = 254;

/** What the address of the list says. */
export interface AccountsFilter {
  q: string;
  isUnknownOnly: boolean;
  /** The last account of the page before. */
  after: Place | null;
}

export function accountsFilterOf(query: Readonly<Record<string, unknown>>): AccountsFilter {
  return {
    q: soughtText(query.q, SEARCH_MAX),
    isUnknownOnly: query.unknown === 'yes',
    after: readPlace(query.after),
  };
}

/** A URL of the part that keeps the filter, so that the list comes back as it was. */
export function accountsUrl({ q, isUnknownOnly, after }: AccountsFilter, ...steps: string[]): string {
  const query = new URLSearchParams({
    ...(q !== '' && { q }),
    ...(isUnknownOnly && { unknown: 'yes' }),
    ...(after && { after: placeText(after) }),
  }).toString();
  return consoleUrl('accounts', ...steps) + (query === '' ? '' : `?${query}`);
}
