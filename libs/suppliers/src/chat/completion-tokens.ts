import { asCount } from '../http/json-reading';

/** Counts what the total leaves beside the prompt, because some suppliers report reasoning only in the total. */
export function completionTokensOf(counted: number, total: unknown, promptTokens: number): number {
  return Math.max(counted, (asCount(total) ?? 0) - promptTokens);
}
