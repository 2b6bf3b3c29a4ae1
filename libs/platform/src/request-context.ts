import { AsyncLocalStorage } from 'node:async_hooks';

/** What every log line of one request or job carries. */
export interface RequestContext {
  requestId: string;
}

const storage = new AsyncLocalStorage<RequestContext>();

export function runInRequestContext<Result>(context: RequestContext, work: () => Result): Result {
  return storage.run(context, work);
}

/** The id of the request or job being worked on, if any: jobs are given it so that their lines can be found by it. */
export function currentRequestId(): string | undefined {
  return storage.getStore()?.requestId;
}
