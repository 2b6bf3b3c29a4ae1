import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request } from 'express';
import { envelopeErrors, type FieldProblem, type FormFields, inputInvalid, readFormBody } from '@shipyard/http';

/**
 * Reads a form that one of our own pages sent. Browsers say where a form was sent from, and programs say nothing. So no
 * site can make its visitors send our forms, each from an IP address of its own.
 */
export function readPageForm(request: IncomingMessage, response: ServerResponse): Promise<FormFields> {
  const site = request.headers['sec-fetch-site'];
  if (site === 'cross-site' || site === 'same-site') throw envelopeErrors.FORBIDDEN();
  return readFormBody(request, response);
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
