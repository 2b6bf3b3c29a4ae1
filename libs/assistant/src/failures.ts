import { ShipyardError } from '@shipyard/client';

/** A failure that a tool explains itself. */
export class ToolFailure extends Error {
  constructor(
    message: string,
    readonly code = 'VALIDATION_FAILED',
  ) {
    super(message);
  }
}

const UNEXPECTED = 'Something went wrong, and nothing is known about the outcome. Read the state, then try again.';

const IMAGE_STEPS = `Nothing was written. Do this:
1. Call upload_image for each image that is named here: with its path, or after create_upload with the id of the upload.
2. Write the file_id that it returns in the place of the path: ![What it shows](cloud://…).
3. Call this tool again with that text.`;

const ADVICE: Readonly<Record<string, string>> = {
  AUTH_TOKEN_MISSING: 'Ask the person to sign in again: `shipyard login`, or connect the assistant anew.',
  AUTH_TOKEN_INVALID: 'Ask the person to sign in again: `shipyard login`, or connect the assistant anew.',
  PROGRAM_NOT_FOUND: 'Call list_programs for the ids.',
  PROGRAM_CLOSED: 'Call list_programs for a program that is open.',
  ASSET_NOT_FOUND: 'Check the URL or the file_id of the image.',
  PROJECT_NOT_FOUND:
    'Check the slug. get_project_status without a slug lists the projects of the person. A private project of somebody else looks as if it did not exist.',
  SLUG_TAKEN: 'Choose another slug.',
  README_IMAGE_MISSING: IMAGE_STEPS,
  README_CHANGED: 'Call read_readme, merge, and send it with the new base_updated_at.',
  REVIEW_NOT_READY: 'Write what is missing with update_readme and append_log, or send the files with sync_project.',
  REVIEW_IN_PROGRESS: 'Call get_review to follow the review.',
  STATE_CONFLICT: 'Call get_project_status, which says what is possible now.',
};

export interface Explained {
  code: string;
  text: string;
  /** Whether this code is a fault of ours, which the log should have. */
  isFault: boolean;
}

/** Says what is wrong and what to do. Nothing in it tells of our insides. */
export function explain(thrown: unknown): Explained {
  if (thrown instanceof ToolFailure) return { code: thrown.code, text: thrown.message, isFault: false };
  if (!(thrown instanceof ShipyardError)) return { code: 'INTERNAL', text: UNEXPECTED, isFault: true };
  const { error, message, details, requestId, status } = thrown;
  const said = withoutApiTerms(message);
  const lines = [said, ...problemsIn(details).filter((problem) => !said.includes(problem))].filter(
    (line) => line !== '',
  );
  // A README has a code of its own for it, and a log has not.
  const advice = ADVICE[error] ?? (said.includes('has a relative image') ? IMAGE_STEPS : undefined);
  if (advice !== undefined) lines.push(advice);
  if (status >= 500 && requestId !== null) lines.push(`The id of the request is ${requestId}.`);
  return { code: error, text: `${lines.join('\n')}\n(${error})`, isFault: false };
}

/** Leaves out the sentences that only a caller of the API can follow. An assistant has tools, and it never asks for a token. */
function withoutApiTerms(message: string): string {
  const sentences = message.split(/(?<=[.!?])\s+/);
  return sentences.filter((each) => !/\b(?:GET|PUT|POST|PATCH|DELETE) |owner's token/.test(each)).join(' ');
}

function problemsIn({ missing }: Readonly<Record<string, unknown>>): string[] {
  return Array.isArray(missing) ? [`Missing: ${missing.map(String).join(', ')}.`] : [];
}
