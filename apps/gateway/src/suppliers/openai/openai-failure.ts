import { faultOfStatus, SupplierError } from '../supplier-error';
import { asObject } from './json-reading';

const CONTENT_CODES = new Set(['content_policy_violation', 'content_filter', 'moderation_blocked', 'data_inspection_failed']);
const CONTEXT_CODES = new Set(['context_length_exceeded', 'string_above_max_length']);

/** The failure that a status and a body in OpenAI's form mean. The body's own words go to the log only. */
export function toOpenAiFailure(status: number, body: unknown): SupplierError {
  const error = asObject(asObject(body)?.error);
  const code = typeof error?.code === 'string' ? error.code : '';
  const message = `The supplier answered ${status} ${code}`.trim();
  const fault = faultOfStatus(status);
  if (fault === 'refused' && CONTENT_CODES.has(code)) return new SupplierError('content', message);
  if (fault === 'refused' && CONTEXT_CODES.has(code)) return new SupplierError('context', message);
  return new SupplierError(fault, message);
}
