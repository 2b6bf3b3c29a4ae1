import { answeredWith, type AnswerHead, faultOfStatus, SupplierError } from '../../contract/supplier-error';

/** The limits of our plan there, and of paying as we go, are statuses of its own. */
const UNPAID = new Set([432, 433]);

/** The failure that a status means. The body's own words go to nobody. */
export function toTavilyFailure(head: AnswerHead): SupplierError {
  const status = UNPAID.has(head.status) ? 402 : head.status;
  return new SupplierError(
    faultOfStatus(status),
    `The supplier answered ${head.status}`,
    answeredWith({ ...head, status }),
  );
}
