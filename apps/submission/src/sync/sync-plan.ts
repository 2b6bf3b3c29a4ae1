import type { MissingPart } from '@shipyard/contracts';
export interface SyncState {
  hasReadme: boolean;
  logCount: number;
  lastSequence: number;
  takenSequences: number[];
}

export interface SyncRequest {
  hasReadme: boolean;
  sequences: number[];
  completes: boolean;
}

export type SyncPlan =
  | { kind: 'clash'; sequences: number[]; nextSequence: number }
  | { kind: 'incomplete'; missing: MissingPart[] }
  | { kind: 'write'; logCount: number; lastSequence: number; nextSequence: number };

/** A conflict in one log refuses the whole sync. Missing content is checked after that. */
export function planSync(state: SyncState, request: SyncRequest): SyncPlan {
  const taken = new Set(state.takenSequences);
  const clashing = request.sequences.filter((sequence) => taken.has(sequence)).sort((one, two) => one - two);
  if (clashing.length > 0) return { kind: 'clash', sequences: clashing, nextSequence: state.lastSequence + 1 };
  const logCount = state.logCount + request.sequences.length;
  const missing: MissingPart[] = [];
  if (!state.hasReadme && !request.hasReadme) missing.push('readme');
  if (logCount === 0) missing.push('logs');
  if (request.completes && missing.length > 0) return { kind: 'incomplete', missing };
  const lastSequence = Math.max(state.lastSequence, ...request.sequences);
  return { kind: 'write', logCount, lastSequence, nextSequence: lastSequence + 1 };
}
