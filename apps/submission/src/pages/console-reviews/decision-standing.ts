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

/** How long the page says that a decision was taken back. */
const TAKEN_BACK_SHOWN_MS = 60_000;

const lastMove = (audit: StaffProjectView['audit']) => audit.findLast(({ action }) => isMove(action));

/** Null if the project has moved on since. */
export function lastDecision(audit: StaffProjectView['audit']): Decision | null {
  const last = lastMove(audit);
  return DECISIONS.find((decision) => decision === last?.action) ?? null;
}

export function hasTakenBack(
  audit: StaffProjectView['audit'],
  { handle, now }: { handle: string; now: Date },
): boolean {
  const last = lastMove(audit);
  return (
    last?.action === TAKEN_BACK && last.actor === handle && now.getTime() - last.at.getTime() < TAKEN_BACK_SHOWN_MS
  );
}

/** Until when the caller can take the last decision back. Null: they cannot. The service decides when they try. */
export function takeBackUntil(
  audit: StaffProjectView['audit'],
  { handle, seconds, now }: { handle: string; seconds: number; now: Date },
): Date | null {
  const last = lastMove(audit);
  if (!last || last.actor !== handle || !DECISIONS.some((decision) => decision === last.action)) return null;
  if (last.action === 'reject' && last.from === HAS_ADDRESS) return null;
  const until = new Date(last.at.getTime() + seconds * 1_000);
  return until > now ? until : null;
}
