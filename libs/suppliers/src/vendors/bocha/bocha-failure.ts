import { asObject } from '../../http/json-reading';
import { answeredWith, type AnswerHead, faultOfStatus, SupplierError } from '../../contract/supplier-error';

export function codeOf(body: unknown): number | undefined {
  const code = Number(asObject(body)?.code);
  return Number.isInteger(code) && code >= 200 && code < 600 ? code : undefined;
}

/** 200 is an error inside an answer. Its words never reach a customer. */
export function toBochaFailure(head: AnswerHead, body: unknown): SupplierError {
  const told = head.status === 200 ? (codeOf(body) ?? 500) : head.status;
  // It sends 403 for a search without money.
  const status = told === 403 ? 402 : told;
  return new SupplierError(
    faultOfStatus(status),
    `The supplier answered ${head.status} ${told}`,
    answeredWith({ ...head, status }),
  );
}
