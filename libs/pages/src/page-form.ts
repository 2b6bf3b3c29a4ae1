import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  envelopeErrors,
  type FieldProblem,
  type FormFields,
  HttpError,
  inputInvalid,
  readFormBody,
} from '@shipyard/http';

/**
 * Throws unless one of our own pages sent the form. Browsers say where a form was sent from, and programs say nothing. So no
 * site can make its visitors send our forms, each from an IP address of its own.
 */
export function assertOwnPage({ headers }: IncomingMessage): void {
  const site = headers['sec-fetch-site'];
  if (site === 'cross-site' || site === 'same-site') throw envelopeErrors.FORBIDDEN();
}

declare module 'http' {
  interface IncomingMessage {
    /** The fields of a form, without its CSRF token. They can be shown again if that is refused. */
    formFields?: FormFields;
  }
}

export async function readPageForm(
  request: IncomingMessage,
  response: ServerResponse,
  limitBytes?: number,
): Promise<FormFields> {
  assertOwnPage(request);
  return readFormBody(request, response, limitBytes);
}

/** Throws if the visitor is signed in and the form was not made for the session. */
export type CsrfCheck = (request: IncomingMessage, csrfToken: string | undefined) => void;

/** Reads the forms of visitors who are signed in. */
export class SessionForms {
  constructor(private readonly assertCsrfToken: CsrfCheck) {}

  /** The fields of the form, without its CSRF token. Throws if the form was not made for this session. */
  async read(request: IncomingMessage, response: ServerResponse, limitBytes?: number): Promise<FormFields> {
    return this.accept(request, await readPageForm(request, response, limitBytes));
  }

  /** Keeps the fields, and returns them without the CSRF token. Throws if the form was not made for this session. */
  accept(request: IncomingMessage, { csrf_token: csrfToken, ...fields }: FormFields): FormFields {
    request.formFields = fields;
    this.assertCsrfToken(request, csrfToken);
    return fields;
  }
}

export type FieldErrors<Name extends string> = Partial<Record<Name, 'missing' | 'invalid'>>;

/** What is wrong with each field of a form. A field that the form does not have refuses the request. */
export function fieldErrorsOf<Name extends string>(
  problems: readonly FieldProblem[],
  fields: FormFields,
  names: readonly Name[],
): FieldErrors<Name> {
  const errors: FieldErrors<Name> = {};
  for (const { field, message, kind } of problems) {
    const name = names.find((each) => each === field);
    if (name === undefined) throw inputInvalid(field, message, kind);
    errors[name] = (fields[name] ?? '') === '' ? 'missing' : 'invalid';
  }
  return errors;
}

/** For a service that a form called: what it refused. Faults on our side have a page of their own. */
export function refusalOf(error: unknown): HttpError {
  if (error instanceof HttpError && error.row.status < 500) return error;
  throw error;
}

/** Leads from the URL of a refused form, which has no page, to `path`. A language or color scheme in the query goes along. */
export function leadToPage(
  request: IncomingMessage & { originalUrl?: string },
  response: ServerResponse,
  path: string,
): void {
  const target = request.originalUrl ?? request.url ?? '';
  const queryAt = target.indexOf('?');
  response.statusCode = 303;
  response.setHeader('location', path + (queryAt < 0 ? '' : target.slice(queryAt)));
  response.end();
}
