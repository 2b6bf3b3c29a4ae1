import { wordsOfError } from '../../search/search-reading';
import { answeredWith, type AnswerHead, faultOfStatus, SupplierError } from '../../contract/supplier-error';

/** Its words never reach a customer. */
export function toSerperFailure(head: AnswerHead, body: unknown): SupplierError {
  const status = meantBy(head.status, wordsOfError(body, ['message']));
  return new SupplierError(
    faultOfStatus(status),
    `The supplier answered ${head.status}`,
    answeredWith({ ...head, status }),
  );
}

/** It sends 403 for an unknown key, and 400 for an empty account. */
function meantBy(status: number, words: string): number {
  if (status === 400 && /credit/i.test(words)) return 402;
  return status === 403 ? 401 : status;
}
