/** The limit of the JSON body of a preview. JSON escapes can multiply the 1 MiB of a README. */
export const PREVIEW_LIMIT_BYTES = 8 * 1024 * 1024;
/** The limit of a program's JSON body. JSON escapes can multiply the 64 KiB of its description. */
export const PROGRAM_LIMIT_BYTES = 256 * 1024;
/** The limit of the JSON body of a page about the site. JSON escapes can multiply its 256 KiB. */
export const SITE_PAGE_LIMIT_BYTES = 2 * 1024 * 1024;
