const OUR_SIDE = 'Our side failed, not your project';
const NOTHING_LOST = 'Nothing is lost: please ask for the review again.';

/** Why a review ended without a result, and the words of the API for it. Both are stored with the review. */
export const REVIEW_FAILURES = {
  unfinished: `${OUR_SIDE}: the review could not be finished. ${NOTHING_LOST}`,
  stopped: `${OUR_SIDE}: the review stopped several times. ${NOTHING_LOST}`,
  unreachable: `${OUR_SIDE}: the reviewer could not be reached for half an hour. ${NOTHING_LOST}`,
} as const;

export type ReviewFailure = keyof typeof REVIEW_FAILURES;
