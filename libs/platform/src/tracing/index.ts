export type { Span, SpanAttributes, SpanEnd, SpanStart, Tracer } from './span';
export { tracesOf, type TraceSettings, traceSettings } from './trace-settings';
export {
  beginRequestSpan,
  beginSpan,
  currentSpan,
  exemplarOf,
  isTracing,
  spanOfRequest,
  traceJob,
  type TracedJob,
  useTracer,
} from './tracing';
