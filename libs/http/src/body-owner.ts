import type { IncomingMessage } from 'node:http';

const owners = new WeakMap<IncomingMessage, string>();

/** Called by the guard that knows the caller. The body then counts against the caller's share of the memory. */
export function setBodyOwner(request: IncomingMessage, ownerId: string): void {
  owners.set(request, ownerId);
}

export const bodyOwnerOf = (request: IncomingMessage): string | undefined => owners.get(request);
