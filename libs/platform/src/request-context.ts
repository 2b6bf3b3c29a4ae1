import { ContextStore } from './context-store';

/** What every log line of one request or job carries. */
export interface RequestContext {
  requestId: string;
}

export const requestContexts = new ContextStore<RequestContext>();

/** The id of the request or job being worked on, if any: jobs are given it so that their lines can be found by it. */
export function currentRequestId(): string | undefined {
  return requestContexts.current?.requestId;
}
