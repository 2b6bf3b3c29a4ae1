import { randomUUID } from 'node:crypto';

/**
 * For a tool call whose supplier gave no id, or one by which it could be known. A customer sends the tool's result back
 * under it.
 */
export function ownCallId(): string {
  return `call_${randomUUID().replaceAll('-', '')}`;
}
