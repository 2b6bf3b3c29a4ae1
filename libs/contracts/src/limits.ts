/** What one thing of a project may be. The DTOs, the forms and the command line read it here. */
export const README_LIMIT_BYTES = 1024 * 1024;
export const LOG_TEXT_LIMIT_BYTES = 64 * 1024;
/** The same as for bodies, so that a long title fails the rule for titles and not the size limit. */
export const LOG_TITLE_LIMIT_BYTES = LOG_TEXT_LIMIT_BYTES;
export const LOG_CAPTION_LIMIT_BYTES = 8 * 1024;
export const LOG_SEQUENCE_MAX = 1_000_000;
/** Per sync. */
export const NEW_LOGS_MAX = 200;
/** The JSON body of a sync. */
export const SYNC_LIMIT_BYTES = 8 * 1024 * 1024;
export const IMAGE_LIMIT_BYTES = 5 * 1024 * 1024;
/** In a program. */
export const INTERVIEW_QUESTIONS_MAX = 20;
/** Per request. */
export const IMAGE_PARTS_LIMIT = 32;
export const PIXELS_LIMIT = 40_000_000;
export const FRAMES_LIMIT = 300;
/** Over all frames of an image. */
export const ALL_PIXELS_LIMIT = 120_000_000;

/** How long carrier and tracking are kept after the parcel was sent. */
export const PARCEL_DAYS = 90;

/** Characters of the name of a program, or of its prize. */
export const PROGRAM_NAME_MAX = 80;

/** The id of a program. */
export const PROGRAM_ID = /^[a-z0-9-]{1,64}$/;
