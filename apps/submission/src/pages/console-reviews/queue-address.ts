import { PROJECT_STATES, type ProjectState } from '@shipyard/contracts';
import { consoleUrl } from '../console/console-parts';

/** What the address of the queue asks for. */
export interface QueueFields {
  state?: ProjectState;
  program?: string;
  /** Only projects that changed since their review. */
  isChanged: boolean;
  offset: number;
}

const OFFSET = /^\d{1,5}$/;

/** A value that nobody can choose is the same as none, because old addresses should still open. */
export function readQueueFields(url: string, programIds: readonly string[]): QueueFields {
  const queryAt = url.indexOf('?');
  const sent = new URLSearchParams(queryAt < 0 ? '' : url.slice(queryAt));
  const offset = sent.get('offset') ?? '';
  return {
    state: PROJECT_STATES.find((state) => state === sent.get('state')),
    program: programIds.find((id) => id === sent.get('program')),
    isChanged: sent.get('changed') === 'yes',
    offset: OFFSET.test(offset) ? Number(offset) : 0,
  };
}

/** The queue with these filters, or a project that was opened from it. So the way back leads to the same place. */
export function queueUrl({ state, program, isChanged, offset }: QueueFields, ...steps: string[]): string {
  const query = new URLSearchParams();
  if (state) query.set('state', state);
  if (program) query.set('program', program);
  if (isChanged) query.set('changed', 'yes');
  if (offset > 0) query.set('offset', String(offset));
  const path = consoleUrl('reviews', ...steps);
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

export const rowId = (slug: string) => `project-${slug}`;
