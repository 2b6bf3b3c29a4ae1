/** The meaning of `guardian_confirmed: true`. Changed words need a new version, because consents refer to theirs. */
export const CONSENT_TEXT = {
  version: '2026-11',
  words:
    'A parent or guardian of the participant knows of the project and of the prize, and agrees that the prize is sent to this address ' +
    'and that name, phone number and address are kept, encrypted, until it is sent.',
};
