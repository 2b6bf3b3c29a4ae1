import type { PageContext as ContextOfWords, PageSession } from '@shipyard/pages';
import type { Words } from './words/words';

export interface ParticipantSession extends PageSession {
  handle: string;
  /** Whether the account has a role of staff, so that its pages lead to the console. */
  isStaff: boolean;
}

/** What every page of this service knows about the request that it answers. */
export type PageContext = ContextOfWords<Words, ParticipantSession>;
