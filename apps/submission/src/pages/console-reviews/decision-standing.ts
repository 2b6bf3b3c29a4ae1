import { ACTIONS, moveOf, type ProjectState } from '@shipyard/contracts';
import { DECISIONS, type StaffProjectView } from '../../staff';

export type Decision = (typeof DECISIONS)[number];

/** A rejection after this state deleted the address, so it stands. */
const HAS_ADDRESS: ProjectState = 'shipment_submitted';
const TAKEN_BACK = 'undo_decision';

const isMove = (action: string) => action === TAKEN_BACK || ACTIONS.some((each) => each === action);

export const decisionsIn = (state: ProjectState): Decision[] =>
  DECISIONS.filter((decision) => moveOf(decision).from.includes(state));

export const mayRerun = (state: ProjectState): boolean => moveOf('rerun_review').from.includes(state);

/** Until when the caller can take the last decision back. Null: they cannot. The service decides when they try. */
export function takeBackUntil(
  audit: StaffProjectView['audit'],
  { handle, seconds, now }: { handle: string; seconds: number; now: Date },
): Date | null {
  const last = audit.findLast(({ action }) => isMove(action));
  if (!last || last.actor !== handle || !DECISIONS.some((decision) => decision === last.action)) return null;
  if (last.action === 'reject' && last.from === HAS_ADDRESS) return null;
  const until = new Date(last.at.getTime() + seconds * 1_000);
  return until > now ? until : null;
}
