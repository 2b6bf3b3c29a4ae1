import { asObject } from '../../http/json-reading';
import {
  answeredWith,
  type AnswerHead,
  faultOfStatus,
  SupplierError,
  type SupplierFault,
} from '../../contract/supplier-error';

/** Codes (or, without one, types) of compatible suppliers, in lower case. Other errors mean what their status means. */
const FAULTS = new Map<string, SupplierFault>([
  ['content_policy_violation', 'content'],
  ['content_filter', 'content'],
  ['moderation_blocked', 'content'],
  ['context_length_exceeded', 'context'],
  ['string_above_max_length', 'context'],
  // DashScope, which also answers 400 for our unpaid bill.
  ['data_inspection_failed', 'content'],
  ['datainspectionfailed', 'content'],
  ['arrearage', 'failed'],
  // Zhipu: the bill again, and a model that it does not have.
  ['1301', 'content'],
  ['1261', 'context'],
  ['1113', 'failed'],
  ['1211', 'failed'],
]);

/** Volcengine Ark: `InputTextSensitiveContentDetected`, also with a suffix after a dot. */
const ARK_CONTENT = /sensitivecontentdetected(?:\.|$)/;

/** vLLM has no code for it. */
const TOO_LONG = /maximum context length/i;

/** OpenAI's `{ error: { … } }`, or its fields alone (DashScope, vLLM). 200 is an error inside an answer. */
export function toOpenAiFailure(head: AnswerHead, body: unknown): SupplierError {
  const { status } = head;
  const error = asObject(asObject(body)?.error) ?? asObject(body);
  const code =
    [error?.code, error?.type].map(toCode).find((each) => FAULTS.has(each) || ARK_CONTENT.test(each)) ??
    toCode(error?.code);
  const tooLong = typeof error?.message === 'string' && TOO_LONG.test(error.message);
  const said = ARK_CONTENT.test(code) ? 'content' : (FAULTS.get(code) ?? (tooLong ? 'context' : undefined));
  const byStatus = status === 200 ? 'failed' : faultOfStatus(status);
  const fault = speaksOfRequest(status) ? (said ?? byStatus) : byStatus;
  return new SupplierError(fault, `The supplier answered ${status} ${code}`.trim(), answeredWith(head));
}

/** Other statuses are about the supplier or our account, whatever the code. */
const speaksOfRequest = (status: number) => status === 200 || faultOfStatus(status) === 'refused';

const toCode = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value).toLowerCase() : '';
