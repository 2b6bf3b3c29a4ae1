/*
 * Turns an order of images into calls of one supplier. If a supplier or route draws fewer images per call than were
 * ordered, it is called several times in parallel. The answer has all images that came. It is a failure only if none
 * came.
 */
import { HttpError } from '@shipyard/http';
import type { ModelRoute } from '../models';
import {
  type ImageCall,
  type Supplier,
  SupplierError,
  supplierErrors,
  type SupplierImage,
  toCustomerError,
} from '../suppliers';
import type { ImageOrder } from './image-order';

/** Returns whether a supplier draws images, synchronously or as jobs. */
export function drawsImages(supplier: Supplier): boolean {
  return (
    supplier.generateImages !== undefined ||
    (supplier.submitImages !== undefined && supplier.collectImages !== undefined)
  );
}

/** Another route may draw only what this one rejected without billing. Anything else may have been bought. */
export const isTurnedAway = ({ fault, mayBeAccepted }: SupplierError) =>
  (fault === 'failed' || fault === 'timeout') && !mayBeAccepted;

/** Returns the number of images of each call. */
export function countsOfCalls(
  count: number,
  { maxImagesPerCall }: Pick<ModelRoute, 'maxImagesPerCall'>,
  { mostImagesPerCall }: Pick<Supplier, 'mostImagesPerCall'>,
): number[] {
  const most = Math.min(maxImagesPerCall, mostImagesPerCall ?? maxImagesPerCall);
  return Array.from({ length: Math.ceil(count / most) }, (_, place) => Math.min(most, count - place * most));
}

/** What a call needs besides the order. `deadlineAt` is by performance.now(). */
export type CallTerms = Pick<ImageCall, 'apiKey' | 'deadlineAt' | 'room' | 'signal'>;

export function toImageCall(
  { prompt, size, user }: ImageOrder,
  count: number,
  upstreamModel: string,
  terms: CallTerms,
): ImageCall {
  const [width = 0, height = 0] = size.split('x').map(Number);
  return { upstreamModel, prompt, width, height, count, user, ...terms };
}

/** A purchase is never aborted, because the supplier would bill it anyway. */
export const neverAborted = () => new AbortController().signal;

/** Returns the error of a failed task as the customer sees it. */
export function toTaskError(error: unknown): Pick<HttpError, 'code' | 'message'> {
  const shown = toCustomerError(error);
  return shown instanceof HttpError ? shown : supplierErrors.upstream_error();
}

/** Returns the images of one call, at most `count`. Throws if there are none. */
export function checkedImages(images: SupplierImage[], count: number): SupplierImage[] {
  if (images.length === 0) throw new SupplierError('failed', 'The supplier returned no picture');
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
