/*
 * If a supplier or route draws fewer images per call than ordered, it is called several times in parallel. The order
 * fails only if no image came.
 */
import { HttpError } from '@shipyard/http';
import type { ModelRoute } from '../models';
import {
  type ImageCall,
  type SupplierAdapter,
  SupplierError,
  supplierErrors,
  type SupplierImage,
  toCustomerError,
} from '../suppliers';
import type { ImageOrder } from './image-order';

/** Whether the supplier draws, and at the quality if one is asked for. */
export function drawsImages(supplier: SupplierAdapter, quality?: string): boolean {
  if (quality !== undefined && !supplier.takesImageQuality) return false;
  return (
    supplier.generateImages !== undefined ||
    (supplier.submitImages !== undefined && supplier.collectImages !== undefined)
  );
}

/** Only an order that was rejected without billing may go to another route. */
export const isTurnedAway = ({ fault, mayBeAccepted }: SupplierError) =>
  (fault === 'failed' || fault === 'timeout') && !mayBeAccepted;

export function countsOfCalls(
  count: number,
  { maxImagesPerCall }: Pick<ModelRoute, 'maxImagesPerCall'>,
  { mostImagesPerCall }: Pick<SupplierAdapter, 'mostImagesPerCall'>,
): number[] {
  const most = Math.min(maxImagesPerCall, mostImagesPerCall ?? maxImagesPerCall);
  return Array.from({ length: Math.ceil(count / most) }, (_, place) => Math.min(most, count - place * most));
}

export type CallTerms = Pick<ImageCall, 'apiKey' | 'deadlineAt' | 'memory' | 'signal'>;

export function toImageCall(
  { prompt, size, quality, user }: ImageOrder,
  count: number,
  upstreamModel: string,
  terms: CallTerms,
): ImageCall {
  const [width = 0, height = 0] = size.split('x').map(Number);
  return { upstreamModel, prompt, width, height, count, user, quality, ...terms };
}

/** A purchase is never aborted, because the supplier would bill it anyway. */
export const neverAborted = () => new AbortController().signal;

export function toTaskError(error: unknown): Pick<HttpError, 'code' | 'message'> {
  const shown = toCustomerError(error);
  return shown instanceof HttpError ? shown : supplierErrors.upstream_error();
}

export function checkedImages(images: SupplierImage[], count: number): SupplierImage[] {
  if (images.length === 0) throw new SupplierError('failed', 'The supplier returned no image');
  return images.slice(0, count);
}

/** Returns the outcomes of parallel calls. Throws the most serious failure if all failed. */
export async function gather<Outcome>(calls: Promise<Outcome>[], missed: (error: unknown) => void): Promise<Outcome[]> {
  const settled = await Promise.allSettled(calls);
  const outcomes = settled.flatMap((call) => (call.status === 'fulfilled' ? [call.value] : []));
  const failures: unknown[] = settled.flatMap((call): unknown[] => (call.status === 'rejected' ? [call.reason] : []));
  if (outcomes.length === 0) throw gravestOf(failures);
  failures.forEach(missed);
  return outcomes;
}

/** Prefers failures of unknown cost to free ones. A failure that another route could fix comes last. */
export function gravestOf(failures: unknown[]): unknown {
  const [gravest] = failures.toSorted((one, other) => gravityOf(other) - gravityOf(one));
  return gravest;
}

function gravityOf(error: unknown): number {
  if (!(error instanceof SupplierError)) return 3;
  if (error.mayBeAccepted) return 2;
  return isTurnedAway(error) ? 0 : 1;
}
