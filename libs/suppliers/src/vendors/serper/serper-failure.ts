import { wordsOfError } from '../../search/search-reading';
import { answeredWith, type AnswerHead, faultOfStatus, SupplierError } from '../../contract/supplier-error';

/** The failure that a status and a body mean. The body's own words go to nobody. */
export function toSerperFailure(head: AnswerHead, body: unknown): SupplierError {
  const status = meantBy(head.status, wordsOfError(body, ['message']));
  return new SupplierError(
    faultOfStatus(status),
    `The supplier answered ${head.status}`,
    answeredWith({ ...head, status }),
  );
}

/** A key that it does not know is forbidden, and an empty account a bad request. */
function meantBy(status: number, words: string): number {
  if (status === 400 && /credit/i.test(words)) return 402;
  return status === 403 ? 401 : status;
}
