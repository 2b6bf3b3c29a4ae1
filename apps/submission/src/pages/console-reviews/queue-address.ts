import { PROJECT_STATES, type ProjectState } from '@shipyard/contracts';
import { decodePlace } from '../../project-reads';
import { consoleUrl } from '../console/console-parts';

/** What the address of the queue asks for. */
export interface QueueFields {
  state?: ProjectState;
  program?: string;
  /** Only projects that changed since their review. */
  isChanged: boolean;
  /** Only projects with a flag in their review. */
  isFlagged: boolean;
  /** Only projects of makers under 18. */
  isMinor: boolean;
  /** The place of the last project of the page before. */
  after: string | null;
}

export const NO_FILTER: QueueFields = { isChanged: false, isFlagged: false, isMinor: false, after: null };

/** A value that nobody can choose is the same as none, because old addresses should still open. */
export function readQueueFields(url: string, programIds: readonly string[]): QueueFields {
  const queryAt = url.indexOf('?');
  const sent = new URLSearchParams(queryAt < 0 ? '' : url.slice(queryAt));
  const after = sent.get('after');
  return {
    state: PROJECT_STATES.find((state) => state === sent.get('state')),
    program: programIds.find((id) => id === sent.get('program')),
    isChanged: sent.get('changed') === 'yes',
    isFlagged: sent.get('flag') === 'yes',
    isMinor: sent.get('minor') === 'yes',
    after: after !== null && decodePlace(after) ? after : null,
  };
}

/** The filters as a query, without the place. */
export function filterQuery({ state, program, isChanged, isFlagged, isMinor }: QueueFields): URLSearchParams {
  const query = new URLSearchParams();
  if (state) query.set('state', state);
  if (program) query.set('program', program);
  if (isChanged) query.set('changed', 'yes');
  if (isFlagged) query.set('flag', 'yes');
  if (isMinor) query.set('minor', 'yes');
  return query;
}

/** The queue with these filters, or a project that was opened from it. So the way back leads to the same place. */
export function queueUrl(fields: QueueFields, ...steps: string[]): string {
  const query = filterQuery(fields);
  if (fields.after !== null) query.set('after', fields.after);
  const path = consoleUrl('reviews', ...steps);
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

export const rowId = (slug: string) => `project-${slug}`;
