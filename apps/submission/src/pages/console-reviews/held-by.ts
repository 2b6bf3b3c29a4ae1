import type { Caller } from '../../accounts';
import type { Words } from '../words/words';
import { durationText } from './wait-words';

/** Who cannot decide on a project reads why. */
export type HeldBy = 'you' | 'owner' | { handle: string } | null;

interface Held {
  by: string | null;
  ownerHandle: string;
}

export function heldByOf({ by, ownerHandle }: Held, { handle }: Pick<Caller, 'handle'>): HeldBy {
  if (ownerHandle === handle) return 'owner';
  if (by === null) return null;
  return by === handle ? 'you' : { handle: by };
}

/** With the time that a claim has left. */
export function heldText(words: Words, heldBy: HeldBy, until: Date | null, now: Date): string {
  const { queue, durations } = words.consoleReviews;
  if (heldBy === null) return queue.free;
  if (heldBy === 'owner') return queue.own;
  const holder = heldBy === 'you' ? queue.heldByYou : queue.heldBy(heldBy.handle);
  if (until === null) return holder;
  const seconds = (until.getTime() - now.getTime()) / 1_000;
  const { left, lessThanMinute } = words.consoleKeys;
  return holder + (seconds < 60 ? lessThanMinute : left(durationText(durations, seconds)));
}
