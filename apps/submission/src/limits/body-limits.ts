/** Limits the JSON body of a sync: a README and the logs of a request. */
export const SYNC_LIMIT_BYTES = 8 * 1024 * 1024;
/** Limits the JSON body of a program: its description has up to 64 KiB, which JSON may write in several times as many bytes. */
export const PROGRAM_LIMIT_BYTES = 256 * 1024;
