import type { JsonSchema } from './class-schema';

/** HTTP takes the spaces at both ends of a header away. `{1}` keeps Markdown from reading a link. */
export const IDEMPOTENCY_KEY_SCHEMA: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  pattern: '^[\\x21-\\x7e]{1}(?:[\\x20-\\x7e]{0,253}[\\x21-\\x7e])?$',
};
