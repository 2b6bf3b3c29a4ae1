import { randomUUID } from 'node:crypto';

/** Replaces an id that is missing or would reveal the supplier. The customer sends the tool's result under it. */
export function ownCallId(): string {
  return `call_${randomUUID().replaceAll('-', '')}`;
}
