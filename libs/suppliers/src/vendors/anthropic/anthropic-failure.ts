import { asObject } from '../../http/json-reading';
import {
  answeredWith,
  type AnswerHead,
  faultOfStatus,
  SupplierError,
  type SupplierFault,
} from '../../contract/supplier-error';

const STATUSES = new Map([
  ['invalid_request_error', 400],
  ['authentication_error', 401],
  ['billing_error', 402],
  ['permission_error', 403],
  ['not_found_error', 404],
  ['request_too_large', 413],
  ['rate_limit_error', 429],
  ['api_error', 500],
  ['timeout_error', 504],
  ['overloaded_error', 529],
]);

/** All request errors have one type, so only the message tells them apart. */
const WORDS: [RegExp, SupplierFault][] = [
  [
    /prompt is too long|exceed(?:s|ed)? (?:the )?(?:model's )?(?:maximum )?context|context (?:limit|window)/i,
    'context',
  ],
  [/content filter|usage polic|blocked by/i, 'content'],
  // Our unpaid bill is a 400 too.
  [/credit balance|billing|spend limit|usage limits/i, 'failed'],
];

/** 200 is an error inside an answer. Its words never reach a customer. */
export function toAnthropicFailure(head: AnswerHead, body: unknown): SupplierError {
  const { status } = head;
  const error = asObject(asObject(body)?.error);
  const type = typeof error?.type === 'string' ? error.type : '';
  const meant = status === 200 ? (STATUSES.get(type) ?? 500) : status;
  const said = meant === 400 ? faultOfWords(error?.message) : undefined;
  return new SupplierError(
    said ?? faultOfStatus(meant),
    `The supplier answered ${status} ${type}`.trim(),
    answeredWith({ ...head, status: meant }),
  );
}

function faultOfWords(message: unknown): SupplierFault | undefined {
  return typeof message === 'string' ? WORDS.find(([words]) => words.test(message))?.[1] : undefined;
}
