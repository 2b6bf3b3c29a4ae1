import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyBudget } from './body-budget';
import type { Class } from './class-schema';
import { DtoPipe } from './dto.pipe';
import { hasBody, malformed, readBytes } from './json-body';
import { type FieldProblem, inputInvalid, RequestFault } from './request-fault';

/** Enough for each form that holds no long text. */
export const FORM_LIMIT_BYTES = 16 * 1024;
const FIELDS_LIMIT = 50;

export type FormFields = Readonly<Record<string, string>>;

/** Reads the body of an HTML form. The route says `@OwnBody()`. */
export async function readFormBody(
  request: IncomingMessage,
  response: ServerResponse,
  limitBytes = FORM_LIMIT_BYTES,
): Promise<FormFields> {
  if (!hasBody(request)) return {};
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded')
    throw malformed('The body must be a form, with Content-Type: application/x-www-form-urlencoded.');
  if ((request.headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity')
    throw malformed('The body must not have a Content-Encoding. Send it uncompressed.');
  const bytes = await readBytes(request, { bytes: limitBytes, members: limitBytes });
  bodyBudget.keepUntilAnswered(response, bytes.length);
  return parseForm(bytes);
}

/** Unlike `URLSearchParams`, refuses invalid UTF-8 and a field that comes twice. */
function parseForm(bytes: Buffer): FormFields {
  if (!isUtf8(bytes)) throw new RequestFault({ kind: 'body_not_utf8' });
  const pairs = bytes
    .toString('utf8')
    .split('&', FIELDS_LIMIT + 1)
    .filter((pair) => pair !== '');
  if (pairs.length > FIELDS_LIMIT) throw inputInvalid('body', `must have at most ${FIELDS_LIMIT} fields`);
  const fields = new Map<string, string>();
  for (const pair of pairs) {
    const equalsAt = pair.indexOf('=');
    const name = decode(equalsAt < 0 ? pair : pair.slice(0, equalsAt));
    if (fields.has(name)) throw inputInvalid(name, 'must be sent once');
    fields.set(name, equalsAt < 0 ? '' : decode(pair.slice(equalsAt + 1)));
  }
  return Object.fromEntries(fields);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new RequestFault({ kind: 'body_not_utf8' });
  }
}

const pipe = new DtoPipe();

export type FieldValues<Dto> = { values: Dto; problems: null } | { values: null; problems: readonly FieldProblem[] };

/** Checks the fields of a form as the API checks a body, and returns what is wrong instead of refusing the request. */
export async function checkFields<Dto extends object>(
  dto: Class<Dto>,
  fields: Readonly<Record<string, unknown>>,
): Promise<FieldValues<Dto>> {
  try {
    const values = await pipe.transform(fields, { type: 'body', metatype: dto });
    if (!(values instanceof dto)) throw new Error(`${dto.name} is expected`);
    return { values, problems: null };
  } catch (error) {
    if (error instanceof RequestFault && error.fault.kind === 'input_invalid')
      return { values: null, problems: error.fault.problems };
    throw error;
  }
}
