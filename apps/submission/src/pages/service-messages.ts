import { PROJECT_STATES } from '@shipyard/contracts';
import { envelopeErrors, type HttpError } from '@shipyard/http';
import { ACCOUNT_SUSPENDED, accountErrors, BIRTH_DATE_SET } from '../accounts';
import { idempotencyErrors } from '../idempotency';
import { interviewErrors } from '../interviews';
import { limitErrors } from '../limits/limits.errors';
import { QUOTAS } from '../limits/quotas';
import { NOT_OWNER, projectErrors } from '../projects';
import { readmeErrors } from '../readme';
import { reviewErrors } from '../reviews';
import { SHIPMENT_NOT_AGREED, shipmentErrors } from '../shipments';
import { uploadErrors } from '../uploads/uploads.errors';
import type { Words } from './words/words';

type Details = Readonly<Record<string, unknown>>;
type Sentence = (words: Words, details: Details, error: HttpError) => string;

const BYTES_A_MEGABYTE = 1_000_000;

/** The sentence of a page for each error that a service answers to a form. The service's own message is English. */
export const SENTENCES: Readonly<Record<string, Sentence>> = {
  [envelopeErrors.FORBIDDEN.code]: ({ refusals }, _, { message }) => refusals[FORBIDDEN_KINDS[message] ?? 'notAllowed'],
  [accountErrors.AGE_REFUSED.code]: ({ signIn }) => signIn.joining.tooYoung.text,
  [accountErrors.GUARDIAN_REQUIRED.code]: ({ refusals }, _, { message }) =>
    message === SHIPMENT_NOT_AGREED ? refusals.guardian.shipment : refusals.guardian.publishing,
  [envelopeErrors.PAYLOAD_TOO_LARGE.code]: ({ refusals }) => refusals.tooLarge,
  [limitErrors.QUOTA_EXCEEDED.code]: ({ refusals }, { quota, limit }) => {
    const name = QUOTAS.find((each) => each === quota) ?? 'projects';
    return refusals.quota[name](name === 'image_bytes' ? Number(limit) / BYTES_A_MEGABYTE : Number(limit));
  },
  [projectErrors.STATE_CONFLICT.code]: ({ refusals, studio }, details) => {
    const state = PROJECT_STATES.find((each) => each === details.state);
    // Only an account that may not be deleted has no state.
    return state ? refusals.state(studio.states[state]) : refusals.lastAdmin;
  },
  [reviewErrors.REVIEW_NOT_READY.code]: ({ refusals }, { logs_required: logs }) =>
    refusals.reviewNotReady(Number(logs)),
  [reviewErrors.REVIEW_IN_PROGRESS.code]: ({ refusals }) => refusals.reviewInProgress,
  [interviewErrors.INTERVIEW_NOT_AVAILABLE.code]: ({ refusals }) => refusals.interviewNotAvailable,
  [shipmentErrors.SHIPMENT_NOT_ALLOWED.code]: ({ refusals }) => refusals.shipmentNotAllowed,
  [shipmentErrors.SHIPMENT_NOT_FOUND.code]: ({ refusals }) => refusals.noShipment,
  [idempotencyErrors.IDEMPOTENCY_IN_PROGRESS.code]: ({ refusals }) => refusals.stillRunning,
  [readmeErrors.README_FRONT_MATTER_INVALID.code]: ({ refusals: { frontMatter } }, { line, column }) =>
    typeof line === 'number' ? frontMatter.at(line, Number(column)) : frontMatter.anywhere,
  [readmeErrors.README_ATTACHMENT_NOT_IMAGE.code]: ({ refusals }, { parts }) =>
    refusals.notImages(Array.isArray(parts) ? parts.join(', ') : ''),
  [uploadErrors.IMAGE_TOO_LARGE.code]: ({ refusals }, { part }) => refusals.imageTooLarge(String(part)),
};

const FORBIDDEN_KINDS: Readonly<Record<string, 'suspended' | 'notOwner' | 'birthDateSet' | undefined>> = {
  [ACCOUNT_SUSPENDED]: 'suspended',
  [NOT_OWNER]: 'notOwner',
  [BIRTH_DATE_SET]: 'birthDateSet',
};

/** What the service refused, in the language of the page. */
export function messageOf(words: Words, error: HttpError): string {
  return SENTENCES[error.code]?.(words, error.particulars.details ?? {}, error) ?? error.message;
}
