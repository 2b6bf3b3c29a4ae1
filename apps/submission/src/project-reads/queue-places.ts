import { PROJECT_STATES, type ProjectState } from '@shipyard/contracts';
import type { EntityManager } from 'typeorm';
import { childrenBornAfter } from '../accounts';
import { CHANGES } from './review-reads';

/** Where a project stands in a list that is in the order of waiting. `since` is in microseconds, as the database counts. */
export interface QueuePlace {
  id: string;
  state: ProjectState;
  since: string;
}

const ADULT_YEARS = 18;
const PLACE = /^([a-z_]{1,30}) (\d{1,16}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export const encodePlace = ({ state, since, id }: QueuePlace): string =>
  Buffer.from(`${state} ${since} ${id}`).toString('base64url');

/** Null unless `encodePlace` made it. */
export function decodePlace(text: string): QueuePlace | null {
  const [, named, since = '', id = ''] = PLACE.exec(Buffer.from(text.slice(0, 200), 'base64url').toString()) ?? [];
  const state = PROJECT_STATES.find((each) => each === named);
  return state === undefined ? null : { state, since, id };
}

export interface PlacesPage {
  limit: number;
  offset?: number;
  /** The last project of the page before. */
  after?: QueuePlace | null;
  programId?: string;
}

export interface ShippingPlacesQuery extends PlacesPage {
  /** The name of a prize. */
  prize?: string;
  /** Where an address goes, by the code of ISO 3166-1. */
  country?: string;
}

export interface QueueQuery extends PlacesPage {
  /** Only those that differ from what their latest finished review read. */
  changedOnly?: boolean;
  /** Only those whose latest finished review has flags. */
  flaggedOnly?: boolean;
  /** Only those of makers under 18. */
  minorsOnly?: boolean;
}

const WAITING_SINCE = 'coalesce(project.review_requested_at, project.created_at)';
const STATE_SINCE = 'coalesce(project.state_since, project.created_at)';
const MICROSECONDS = (time: 'picked.since' | typeof STATE_SINCE) =>
  `(extract(epoch FROM ${time}) * 1000000)::bigint::text`;
const AFTER = (since: 'wanted.since' | '$3') =>
  `timestamptz 'epoch' + ${since}::bigint * interval '1 microsecond'` as const;
const START = { since: '0', id: '00000000-0000-0000-0000-000000000000' };

const rankOf = (state: ProjectState) => (state === 'recommended' ? 0 : 1);

/**
 * Recommended projects first, then by the time of the review request or of creation. Reads each state in its order. The
 * columns of the project tell which may have changed or have flags, so that an index finds them.
 */
export function findQueuePlaces(
  manager: EntityManager,
  states: readonly ProjectState[],
  query: QueueQuery,
): Promise<QueuePlace[]> {
  const { limit, offset = 0, after = null, programId = null } = query;
  const left = states.filter((state) => after === null || rankOf(state) >= rankOf(after.state));
  const bounds = left.map((state) => (after !== null && rankOf(state) === rankOf(after.state) ? after : START));
  return manager.query<QueuePlace[]>(
    `SELECT picked.id, picked.state, ${MICROSECONDS('picked.since')} AS since
     FROM unnest($1::text[], $2::bigint[], $3::uuid[]) AS wanted (state, since, id)
     CROSS JOIN LATERAL (
       SELECT project.id, project.state, ${WAITING_SINCE} AS since FROM projects project
       WHERE project.state = wanted.state AND project.erasing_at IS NULL
         AND (${WAITING_SINCE}, project.id) > (${AFTER('wanted.since')}, wanted.id)
         AND ($6::text IS NULL OR project.program_id = $6)
         AND ($7::boolean IS NOT TRUE OR project.content_changed_at >= project.content_reviewed_at
           AND EXISTS (SELECT FROM (SELECT) one ${CHANGES} WHERE changed.readme OR changed.logs))
         AND ($8::boolean IS NOT TRUE OR project.has_flags AND EXISTS (
           SELECT FROM (
             SELECT flags FROM reviews WHERE reviews.project_id = project.id AND flags IS NOT NULL ORDER BY requested_at DESC, id DESC LIMIT 1
           ) latest WHERE jsonb_array_length(latest.flags) > 0))
         AND ($9::date IS NULL OR EXISTS (SELECT FROM accounts maker WHERE maker.id = project.owner_id AND maker.birth_date > $9))
       ORDER BY ${WAITING_SINCE}, project.id LIMIT $4::integer + $5::integer
     ) picked
     ORDER BY picked.state = 'recommended' DESC, picked.since, picked.id LIMIT $4 OFFSET $5`,
    [
      left,
      bounds.map(({ since }) => since),
      bounds.map(({ id }) => id),
      limit,
      offset,
      programId,
      query.changedOnly ?? false,
      query.flaggedOnly ?? false,
      query.minorsOnly ? childrenBornAfter({ GUARDIAN_CONSENT_BELOW: ADULT_YEARS }) : null,
    ],
  );
}

/** Projects of one state, those first that have had it longest. */
export function findStatePlaces(
  manager: EntityManager,
  state: ProjectState,
  { limit, offset = 0, after, programId, prize, country }: ShippingPlacesQuery,
): Promise<QueuePlace[]> {
  const { since, id } = after ?? START;
  return manager.query<QueuePlace[]>(
    `SELECT project.id, project.state, ${MICROSECONDS(STATE_SINCE)} AS since FROM projects project
     WHERE project.state = $1 AND project.erasing_at IS NULL AND ($2::text IS NULL OR project.program_id = $2)
       AND (${STATE_SINCE}, project.id) > (${AFTER('$3')}, $4::uuid)
       AND ($7::text IS NULL OR project.program_id IN (SELECT program.id FROM programs program WHERE program.prize_name = $7))
       AND ($8::text IS NULL OR EXISTS (SELECT FROM shipments WHERE shipments.project_id = project.id AND shipments.country = $8))
     ORDER BY ${STATE_SINCE}, project.id LIMIT $5 OFFSET $6`,
    [state, programId ?? null, since, id, limit, offset, prize ?? null, country ?? null],
  );
}
