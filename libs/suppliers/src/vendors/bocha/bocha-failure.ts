import { asObject } from '../../http/json-reading';
import { answeredWith, type AnswerHead, faultOfStatus, SupplierError } from '../../contract/supplier-error';

/** The code in a body, which is an HTTP status as a number or as text. */
export function codeOf(body: unknown): number | undefined {
  const code = Number(asObject(body)?.code);
  return Number.isInteger(code) && code >= 200 && code < 600 ? code : undefined;
}

/**
 * The failure that a status and a body mean; status 200 is a failure inside an answer. The body's own words go to
 * nobody.
 */
export function toBochaFailure(head: AnswerHead, body: unknown): SupplierError {
  const told = head.status === 200 ? (codeOf(body) ?? 500) : head.status;
  // What it forbids is searching without money.
  const status = told === 403 ? 402 : told;
  return new SupplierError(
    faultOfStatus(status),
    `The supplier answered ${head.status} ${told}`,
    answeredWith({ ...head, status }),
  );
}
