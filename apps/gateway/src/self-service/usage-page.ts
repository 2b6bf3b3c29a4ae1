import { inputInvalid } from '@shipyard/http';
import type { OwnUsageView } from './own-usage.view';

/** What names a row: its day, model and key, as far as it is grouped by them. */
type Place = readonly (string | null)[];

interface UsagePage {
  data: OwnUsageView[];
  has_more: boolean;
  next_cursor: string | null;
}

/** The rows after the place that the cursor names, newest day first. New usage does not move that place. */
export function pageOfUsage(rows: OwnUsageView[], limit: number, cursor: string | undefined): UsagePage {
  const sorted = rows.toSorted((one, other) => compare(placeOf(one), placeOf(other)));
  const after = cursor === undefined ? null : readPlace(cursor);
  const rest = after === null ? sorted : sorted.filter((row) => compare(placeOf(row), after) > 0);
  const data = rest.slice(0, limit);
  const last = data.at(-1);
  const has_more = rest.length > data.length;
  return { data, has_more, next_cursor: has_more && last ? writePlace(placeOf(last)) : null };
}

const placeOf = ({ day, model, key_id }: OwnUsageView): Place => [day ?? null, model ?? null, key_id ?? null];

/** Days go back in time. Null comes first. */
function compare(one: Place, other: Place): number {
  for (const at of one.keys()) {
    const order = inOrder(one[at] ?? '', other[at] ?? '');
    if (order !== 0) return at === 0 ? -order : order;
  }
  return 0;
}

const inOrder = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

const writePlace = (place: Place) => Buffer.from(JSON.stringify(place)).toString('base64url');

function readPlace(cursor: string): Place {
  const place = parsed(Buffer.from(cursor, 'base64url').toString());
  if (isPlace(place)) return place;
  throw inputInvalid('cursor', 'must be the next_cursor of the previous page');
}

const isPlace = (value: unknown): value is Place =>
  Array.isArray(value) && value.length === 3 && value.every((part) => part === null || typeof part === 'string');

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
