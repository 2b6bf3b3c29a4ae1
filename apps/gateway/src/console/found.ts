import { envelopeErrors, HttpError, RequestFault } from '@shipyard/http';
import { isUUID } from 'class-validator';
import { changeErrors } from '../changes/changes.errors';

const CURSOR = /^[A-Za-z0-9_-]{1,1200}$/;

export const noSuchPage = () => new RequestFault({ kind: 'route_unknown' });

/** What the API does not find has no page. */
export async function orNoPage<Found>(find: () => Promise<Found>): Promise<Found> {
  try {
    return await find();
  } catch (error) {
    throw error instanceof HttpError && error.code === envelopeErrors.NOT_FOUND.code ? noSuchPage() : error;
  }
}

export function assertUuid(id: string): void {
  if (!isUUID(id)) throw noSuchPage();
}

/** Where the next page of a list begins. What no list has written is the same as none. */
export const cursorOf = (after: unknown): string | undefined =>
  typeof after === 'string' && CURSOR.test(after) ? after : undefined;

/** Undefined if the service does not refuse with one of these codes. Other errors are thrown. */
export async function refusedAs<Code extends string>(
  codes: readonly Code[],
  work: () => Promise<unknown>,
): Promise<Code | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    const code = error instanceof HttpError ? codes.find((each) => each === error.code) : undefined;
    if (code === undefined) throw error;
    return code;
  }
}

/** The last step of the address of a record whose id somebody typed. No record has the id `-`. */
export const typedId = (id: unknown): string => (typeof id === 'string' && id.trim()) || '-';

/** True if it is refused because it has been done already, or was done otherwise meanwhile. */
export const conflicts = async (work: () => Promise<unknown>): Promise<boolean> =>
  (await refusedAs([changeErrors.CONFLICT.code], work)) !== undefined;

/** A part of the name of a customer. What no name can hold is the same as none. */
export function customerNameIn(asked: unknown): string {
  const name = typeof asked === 'string' ? asked.trim() : '';
  return /^[^\p{Cc}\p{Cs}]{1,200}$/u.test(name) ? name : '';
}
