const OUR_SIDE = 'Our side failed, not your project';
const NOTHING_LOST = 'Nothing is lost: please ask for the review again.';

/** Why a review ended without a result, in the words of the API. They are stored with the review. */
export const REVIEW_FAILURES = {
  unfinished: `${OUR_SIDE}: the review could not be finished. ${NOTHING_LOST}`,
  stopped: `${OUR_SIDE}: the review stopped several times. ${NOTHING_LOST}`,
  unreachable: `${OUR_SIDE}: the reviewer could not be reached for half an hour. ${NOTHING_LOST}`,
} as const;

export type ReviewFailure = keyof typeof REVIEW_FAILURES;

/** Returns null for a text that is not among them, which another version stored. */
export const reviewFailureOf = (text: string | null): ReviewFailure | null =>
  (Object.keys(REVIEW_FAILURES) as ReviewFailure[]).find((failure) => REVIEW_FAILURES[failure] === text) ?? null;
