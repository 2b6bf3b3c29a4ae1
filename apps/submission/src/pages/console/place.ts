import { instantOf } from '@shipyard/contracts';
import { isUUID } from 'class-validator';

/** Where a list goes on: behind the row of this moment and id. */
export interface Place {
  at: Date;
  id: string;
}

/** As `placeText` wrote it. Null: from the beginning. */
export function readPlace(text: unknown): Place | null {
  const [written = '', id] = typeof text === 'string' ? text.split(' ') : [];
  const at = instantOf(written);
  return at && isUUID(id) && id !== undefined ? { at, id } : null;
}

export const placeText = ({ at, id }: Place) => `${at.toISOString()} ${id}`;

export const placeQuery = (place: Place) => `?${new URLSearchParams({ after: placeText(place) }).toString()}`;
