import { answeredWith, type AnswerHead, faultOfStatus, SupplierError } from '../../contract/supplier-error';

const UNPAID = new Set([432, 433]);

export function toTavilyFailure(head: AnswerHead): SupplierError {
  const status = UNPAID.has(head.status) ? 402 : head.status;
  return new SupplierError(
    faultOfStatus(status),
    `The supplier answered ${head.status}`,
    answeredWith({ ...head, status }),
  );
}
