import type { Caller } from './caller.view';

/** Who holds a token or a session, as the guard finds them: they may not be let in. */
export interface Holder extends Caller {
  suspended: boolean;
}
