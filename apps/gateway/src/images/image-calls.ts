/*
 * An order of pictures as calls of one route's supplier. A supplier or route that draws fewer pictures a call than were ordered is called several
 * times at once: what is answered is all that came, and only where nothing came it is a failure.
 */
import { HttpError } from '@shipyard/http';
import type { ModelRoute } from '../models/model-route.entity';
import { type ImageCall, type Supplier, SupplierError, supplierErrors, type SupplierImage, toCustomerError } from '../suppliers/suppliers.service';
import type { ImageOrder } from './image-order';

/** Whether a supplier draws pictures, at once or in its own time. */
export function drawsImages(supplier: Supplier): boolean {
  return supplier.generateImages !== undefined || (supplier.submitImages !== undefined && supplier.collectImages !== undefined);
}

/** Another route may draw only what this one has turned away at its door: all else may have been bought. */
export const isTurnedAway = ({ fault, mayBeAccepted }: SupplierError) => (fault === 'failed' || fault === 'timeout') && !mayBeAccepted;

/** How many pictures each call asks for. */
export function countsOfCalls(count: number, { maxImagesPerCall }: Pick<ModelRoute, 'maxImagesPerCall'>, { mostImagesPerCall }: Pick<Supplier, 'mostImagesPerCall'>): number[] {
  const most = Math.min(maxImagesPerCall, mostImagesPerCall ?? maxImagesPerCall);
  return Array.from({ length: Math.ceil(count / most) }, (_, place) => Math.min(most, count - place * most));
}

/** What a call carries besides the order. `deadlineAt` is by performance.now(). */
export type CallTerms = Pick<ImageCall, 'apiKey' | 'deadlineAt' | 'room' | 'signal'>;

export function toImageCall({ prompt, size, user }: ImageOrder, count: number, upstreamModel: string, terms: CallTerms): ImageCall {
  const [width = 0, height = 0] = size.split('x').map(Number);
  return { upstreamModel, prompt, width, height, count, user, ...terms };
}

/** A purchase is never broken off: it would be paid for all the same. */
export const neverAborted = () => new AbortController().signal;


/** What a customer is told of a task's failure. */
export function toTaskError(error: unknown): Pick<HttpError, 'code' | 'message'> {
  const shown = toCustomerError(error);
  return shown instanceof HttpError ? shown : supplierErrors.upstream_error();
}

/** The pictures of one call: never more than were asked for. Throws where there is none. */
export function checkedImages(images: SupplierImage[], count: number): SupplierImage[] {
  if (images.length === 0) throw new SupplierError('failed', 'The supplier returned no picture');
  return images.slice(0, count);
}

/** What came of calls that were made together. Throws the gravest failure where all failed. */
export async function gather<Outcome>(calls: Promise<Outcome>[], missed: (error: unknown) => void): Promise<Outcome[]> {
  const settled = await Promise.allSettled(calls);
  const outcomes = settled.flatMap((call) => (call.status === 'fulfilled' ? [call.value] : []));
  const failures: unknown[] = settled.flatMap((call): unknown[] => (call.status === 'rejected' ? [call.reason] : []));
  if (outcomes.length === 0) throw gravestOf(failures);
  failures.forEach(missed);
  return outcomes;
}

/** That of which it is not known what it cost, before those that cost nothing; one that another route could mend comes last. */
export function gravestOf(failures: unknown[]): unknown {
  const [gravest] = failures.toSorted((one, other) => gravityOf(other) - gravityOf(one));
  return gravest;
}

function gravityOf(error: unknown): number {
  if (!(error instanceof SupplierError)) return 3;
  if (error.mayBeAccepted) return 2;
  return isTurnedAway(error) ? 0 : 1;
}
