/** Of a JSON body. */
export const JSON_LIMIT_BYTES = 8 * 1024 * 1024;
