import { plural } from './plural';

export type ErrorWords = string | ((details: Readonly<Record<string, unknown>>) => string);

export const STATES = {
  draft: 'draft',
  review_pending: 'in review',
  recommended: 'recommended',
  changes_requested: 'changes requested',
  interviewing: 'in interview',
  approved_to_ship: 'approved to ship',
  shipment_submitted: 'shipment submitted',
  shipped: 'shipped',
  rejected: 'rejected',
};

const nameOf = (state: unknown): string | undefined => new Map(Object.entries(STATES)).get(String(state));

const stateIn = (state: unknown): string => {
  const name = nameOf(state);
  return name === undefined ? 'The state of the project' : `The state of the project (${name})`;
};

const nowIn = (state: unknown): string => {
  const name = nameOf(state);
  return name === undefined ? '' : ` The state of the project is: ${name}.`;
};

/** By code, where people need other words than those of the service. */
export const ERRORS = {
  AUTH_TOKEN_INVALID: 'The token is unknown, revoked or expired.',
  PROJECT_NOT_FOUND:
    'There is no such project, or you may not see it. Check its slug, and with shipyard whoami who you are.',
  PROGRAM_NOT_FOUND: 'There is no such program. Check the line program in shipyard.yaml.',
  DOC_NOT_FOUND: 'The program has no such document. Run shipyard docs for the list.',
  PROGRAM_CLOSED: 'This program takes no new projects at the moment.',
  QUOTA_EXCEEDED: ({ quota }) =>
    `Your account has used up its quota (${String(quota)}). Delete what you no longer need, or ask the staff to raise it.`,
  STATE_CONFLICT: ({ state }) => `${stateIn(state)} does not allow this. Run shipyard status to see what comes next.`,
  REVIEW_NOT_READY: ({ logs_required: logs }) =>
    `The project is not ready for a review: it needs a README and ${typeof logs === 'number' ? `at least ${plural(logs, 'log')}` : 'enough logs'}.`,
  REVIEW_IN_PROGRESS: 'A review of this project is in progress. Follow it with shipyard review --watch.',
  INTERVIEW_NOT_AVAILABLE: ({ state }) =>
    `An interview can be started after a review recommends the project and until staff decide, if the program has interviews.${nowIn(state)}`,
  SHIPMENT_NOT_ALLOWED: ({ state }) =>
    `An address can be sent after the project is approved and until the parcel is sent.${nowIn(state)}`,
} as Record<string, ErrorWords | undefined>;
