import { asCount, asObject, asObjects, type JsonObject } from '../../http/json-reading';
import {
  answeredWith,
  type AnswerHead,
  faultOfStatus,
  SupplierError,
  type SupplierFault,
} from '../../contract/supplier-error';

const TOO_LONG = /input token count|exceeds the maximum number of (?:input )?tokens|context length/i;

/** 200 is an error inside an answer. Its words never reach a customer. */
export function toGeminiFailure(head: AnswerHead, body: unknown): SupplierError {
  const { status } = head;
  // For a stream, some servers answer a list with one error.
  const error = asObject(asObject(Array.isArray(body) ? (body[0] as unknown) : body)?.error) ?? {};
  const meant = status === 200 ? (asCount(error.code) ?? 500) : status;
  const said = meant === 400 ? faultOfRequest(error) : undefined;
  const word = typeof error.status === 'string' ? error.status : '';
  return new SupplierError(
    said ?? faultOfStatus(meant),
    `The supplier answered ${status} ${word}`.trim(),
    answeredWith({ ...head, status: meant }),
  );
}

/** Invalid keys and unserved accounts are 400 here. */
function faultOfRequest({ status, message, details }: JsonObject): SupplierFault | undefined {
  if (status === 'FAILED_PRECONDITION' || asObjects(details).some(({ reason }) => reason === 'API_KEY_INVALID'))
    return 'failed';
  return typeof message === 'string' && TOO_LONG.test(message) ? 'context' : undefined;
}
