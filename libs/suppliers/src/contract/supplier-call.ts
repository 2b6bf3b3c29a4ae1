import type { AbortSignalLike } from '@shipyard/platform/cancellation';

/** What every call needs, whatever it asks for. */
export interface SupplierCall {
  upstreamModel: string;
  apiKey: string | undefined;
  signal: AbortSignalLike;
  /** By performance.now(). */
  deadlineAt: number;
}
