import { Satisfies } from '@shipyard/http';

const LONGEST = 2_000;

/** Returns why a value cannot be the URL of a webhook, as words that follow its name, or null. */
export function webhookUrlProblem(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > LONGEST)
    return `must be a URL of at most ${LONGEST} characters, such as https://host/hook`;
  // URL parsers drop some characters, or read them as slashes, so they are refused.
  if (!/^https?:\/\/[^/\s\\\p{Cc}][^\s\\\p{Cc}]*$/iu.test(value) || !URL.canParse(value))
    return 'must be an http or https URL, such as https://host/hook';
  const { username, password } = new URL(value);
  if (username !== '' || password !== '' || /^[^/]*\/\/[^/]*@/.test(value))
    return 'must not contain a user or a password: check the signature instead';
  return value.includes('#') ? 'must not contain #' : null;
}

export const IsWebhookUrl = () =>
  Satisfies(webhookUrlProblem, {
    type: 'string',
    format: 'uri',
    pattern: '^https?://[^\\s#\\\\]+$',
    maxLength: LONGEST,
  });
