import { Satisfies } from '@shipyard/http';

/** Returns why a value is not a base URL, as words that follow its name, or null. */
export function baseUrlProblem(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 1_000)
    return 'must be a URL of at most 1000 characters, such as https://host/v1';
  // URL parsers drop some characters, or read them as slashes, so they are refused.
  if (!/^https?:\/\/[^/\s\\\p{Cc}][^\s\\\p{Cc}]*$/iu.test(value) || !URL.canParse(value))
    return 'must be an http or https URL, such as https://host/v1';
  const { username, password } = new URL(value);
  if (username !== '' || password !== '' || /^[^/]*\/\/[^/]*@/.test(value))
    return 'must not contain a user or a password: put keys into api_keys';
  return /[?#]/.test(value) ? 'must not contain ? or #' : null;
}

export const IsBaseUrl = () =>
  Satisfies(baseUrlProblem, { type: 'string', format: 'uri', pattern: '^https?://[^\\s?#\\\\]+$', maxLength: 1_000 });
