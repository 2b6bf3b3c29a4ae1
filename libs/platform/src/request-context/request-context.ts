import { ContextStore } from './context-store';

export interface RequestContext {
  requestId: string;
}

export const requestContexts = new ContextStore<RequestContext>();

/** Jobs receive it, so that their log lines can be found. */
export function currentRequestId(): string | undefined {
  return requestContexts.current?.requestId;
}
