import type { Tool } from './tool';

/** What a pattern of a schema asks for, in words. */
const PATTERNS: Readonly<Record<string, string>> = {
  '^[a-z0-9-]{3,32}$': 'have 3 to 32 characters of a-z, 0-9 and hyphens',
  '^[a-z0-9-]{1,64}$': 'have 1 to 64 characters of a-z, 0-9 and hyphens',
  '^[hH][tT][tT][pP][sS]?://': 'begin with http:// or https://',
};

/** Null if the tool takes all of these arguments. */
export function unknownArguments({ name, inputSchema }: Tool, given: readonly string[]): string | null {
  const unknown = given.filter((each) => !(each in inputSchema.properties));
  if (unknown.length === 0) return null;
  const known = Object.keys(inputSchema.properties);
  const lines = [`Unknown arguments: ${unknown.join(', ')}. ${name} takes: ${known.join(', ') || 'none'}.`];
  if (unknown.includes('title') && known.includes('name')) lines.push('`name` is the name of the project.');
  if (unknown.some((each) => /^(?:images?|files|attachments|data)$/.test(each)))
    lines.push(
      'Images go first: call create_upload for each, send its bytes to the URL, call upload_image, then name it by its file_id in the Markdown.',
    );
  return lines.join(' ');
}

/** Says in words what the validator says in terms of the schema. */
export function argumentProblems(message: string): string {
  return message
    .replaceAll(/\bdata must have required property '(\w+)'/g, '$1 is missing')
    .replaceAll(/\bdata\/([\w/]+) must match pattern "([^"]*)"/g, (all: string, place: string, pattern: string) =>
      pattern in PATTERNS ? `${place} must ${PATTERNS[pattern]}` : all,
    )
    .replaceAll(/\bdata\/([\w/]+) must NOT be valid/g, '$1 is reserved, so choose another')
    .replaceAll(/\bdata\/([\w/]+) must be (string|boolean|number)/g, '$1 must be a $2')
    .replaceAll(/\bdata\//g, '');
}
