import { asCount } from '../http/json-reading';

/**
 * Completion tokens are at least what a supplier's total leaves beside the prompt. Some report reasoning beside the
 * completion, so that only the total has it.
 */
export function completionTokensOf(counted: number, total: unknown, promptTokens: number): number {
  return Math.max(counted, (asCount(total) ?? 0) - promptTokens);
}
