import { ContextStore, currentRequestId } from '../request-context';
import type { Span, SpanStart, Tracer } from './span';

/** Undefined while tracing is off: then nothing here does or keeps anything. */
let tracer: Tracer | undefined;

/** The spans of HTTP requests in progress, by request ID. The hot route has no AsyncLocalStorage, so its services know only the ID. */
const spansOfRequests = new Map<string, Span>();
const jobSpans = new ContextStore<Span>();

export function useTracer(used: Tracer | undefined): void {
  tracer = used;
}

export const isTracing = () => tracer !== undefined;

export function beginSpan(name: string, start: SpanStart): Span | undefined {
  return tracer?.begin(name, start);
}

/** Begins the span of an HTTP request, which `spanOfRequest` finds until it ends. */
export function beginRequestSpan(requestId: string, name: string, start: SpanStart): Span | undefined {
  const span = tracer?.begin(name, start);
  if (span === undefined) return undefined;
  spansOfRequests.set(requestId, span);
  return {
    ...{ traceId: span.traceId, traceparent: span.traceparent, isSampled: span.isSampled },
    end: (end) => {
      // Callers of submission choose their request ids, so two requests may have the same.
      if (spansOfRequests.get(requestId) === span) spansOfRequests.delete(requestId);
      span.end(end);
    },
  };
}

export const spanOfRequest = (requestId: string): Span | undefined => spansOfRequests.get(requestId);

/** The span of the job or request that the caller is part of. */
export function currentSpan(): Span | undefined {
  if (tracer === undefined) return undefined;
  const requestId = currentRequestId();
  return jobSpans.current ?? (requestId === undefined ? undefined : spansOfRequests.get(requestId));
}

/** Labels of an exemplar: none if the collector does not get the trace. */
export function exemplarOf(span: Span | undefined): Record<string, string> {
  return span?.isSampled ? { trace_id: span.traceId } : NO_EXEMPLAR;
}

const NO_EXEMPLAR: Record<string, string> = Object.freeze({});

export interface TracedJob {
  queue: string;
  requestId: string | null | undefined;
  traceparent: unknown;
  /** Errors that a worker throws to be called again later. */
  isDelay: (error: unknown) => boolean;
}

export async function traceJob<Result>(job: TracedJob, work: () => Promise<Result>): Promise<Result> {
  const span = tracer?.begin(`process ${job.queue}`, {
    kind: 'consumer',
    parent: typeof job.traceparent === 'string' ? job.traceparent : undefined,
    attributes: {
      'messaging.destination.name': job.queue,
      ...(typeof job.requestId === 'string' && { 'shipyard.request_id': job.requestId }),
    },
  });
  if (span === undefined) return work();
  try {
    const result = await jobSpans.run(span, work);
    span.end({ isFailed: false });
    return result;
  } catch (error) {
    const isDelay = job.isDelay(error);
    span.end({ isFailed: !isDelay, attributes: { 'shipyard.outcome': isDelay ? 'delayed' : 'failed' } });
    throw error;
  }
}
