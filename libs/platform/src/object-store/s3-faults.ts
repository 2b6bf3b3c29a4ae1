import { errorCodeOf } from '../error-code';
import { ObjectStoreUnavailable } from './object-store';

interface S3Fault {
  name: string;
  message: string;
  $metadata?: { httpStatusCode?: number; requestId?: string };
}

const isFault = (error: unknown): error is S3Fault => error instanceof Error;
const statusOf = (error: unknown) => (isFault(error) ? error.$metadata?.httpStatusCode : undefined);

/** A missing bucket is not an absent object, but a fault. */
export const isNotFound = (error: unknown) =>
  isFault(error) && statusOf(error) === 404 && error.name !== 'NoSuchBucket';

export const isOvertaken = (error: unknown) => statusOf(error) === 412;

export const isNotImplemented = (error: unknown) => statusOf(error) === 501 || statusOf(error) === 405;

/** Repeats only harmless facts, because an error of the SDK can contain the key id and the signed text. */
export function unavailable(what: string, error: unknown): ObjectStoreUnavailable {
  if (error instanceof ObjectStoreUnavailable) return error;
  if (!isFault(error)) return new ObjectStoreUnavailable(`${what}: failed`);
  const { httpStatusCode, requestId } = error.$metadata ?? {};
  const facts = [error.name, errorCodeOf(error), httpStatusCode, requestId && `request ${requestId}`].filter(
    (fact) => fact !== undefined && fact !== '',
  );
  return new ObjectStoreUnavailable(`${what}: ${[...new Set(facts)].join(', ')}: ${error.message}`);
}
