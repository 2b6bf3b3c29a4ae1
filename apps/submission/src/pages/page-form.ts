import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { envelopeErrors, type FieldProblem, type FormFields, inputInvalid, readFormBody } from '@shipyard/http';
import { callerOf, SessionsService } from '../accounts';

/**
 * Throws unless one of our own pages sent the form. Browsers say where a form was sent from, and programs say nothing. So no
 * site can make its visitors send our forms, each from an IP address of its own.
 */
export function assertOwnPage({ headers }: IncomingMessage): void {
  const site = headers['sec-fetch-site'];
  if (site === 'cross-site' || site === 'same-site') throw envelopeErrors.FORBIDDEN();
}

export async function readPageForm(
  request: IncomingMessage,
  response: ServerResponse,
  limitBytes?: number,
): Promise<FormFields> {
  assertOwnPage(request);
  return readFormBody(request, response, limitBytes);
}

const read = new WeakMap<IncomingMessage, FormFields>();

/** Keeps the fields of a form, so that they can be shown again if its CSRF token is refused. */
export const rememberFields = (request: IncomingMessage, fields: FormFields): void => void read.set(request, fields);

/** What `SessionForms` has read of this request, its CSRF token left out. */
export const fieldsRead = (request: IncomingMessage): FormFields | null => read.get(request) ?? null;

/** Reads the forms of visitors who are signed in. Their routes say `@FormWithCsrfToken()` and `@OwnBody()`. */
@Injectable()
export class SessionForms {
  constructor(private readonly sessions: SessionsService) {}

  /** The fields of the form, without its CSRF token. Throws CSRF_INVALID if the form was not made for this session. */
  async read(request: IncomingMessage, response: ServerResponse, limitBytes?: number): Promise<FormFields> {
    const { csrf_token: csrfToken, ...fields } = await readPageForm(request, response, limitBytes);
    read.set(request, fields);
    const sessionId = callerOf(request)?.sessionId;
    if (sessionId) this.sessions.assertCsrfToken(csrfToken, sessionId);
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

/** The token of a mail. It is in the query also when its form is sent, so that the page has one URL in every state. */
export function tokenInQuery({ query: { token } }: Pick<Request, 'query'>): string | null {
  return typeof token === 'string' ? token : null;
}

export const withToken = (path: string, token: string) => `${path}?${new URLSearchParams({ token }).toString()}`;
