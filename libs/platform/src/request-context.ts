import { ContextStore } from './context-store';

/** The fields of every log line of a request or job. */
export interface RequestContext {
  requestId: string;
}

export const requestContexts = new ContextStore<RequestContext>();

/** Returns the id of the current request or job. Jobs receive it so that their lines can be found by it. */
export function currentRequestId(): string | undefined {
  return requestContexts.current?.requestId;
}
