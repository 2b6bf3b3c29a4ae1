/** The only attributes that spans have. None holds text that people wrote, a URL, or a secret. */
export interface SpanAttributes {
  'http.request.method'?: string;
  /** The pattern, never the path. */
  'http.route'?: string;
  'http.response.status_code'?: number;
  'messaging.destination.name'?: string;
  'shipyard.request_id'?: string;
  'shipyard.supplier_id'?: string;
  'shipyard.route_id'?: string;
  'shipyard.outcome'?: string;
}

export type SpanKind = 'server' | 'client' | 'consumer';

export interface SpanStart {
  kind: SpanKind;
  /** The traceparent of W3C Trace Context. Anything else is ignored, and the span begins a trace. */
  parent?: string;
  /** The traceparent of a caller whose sampling is not followed. */
  link?: string;
  attributes: SpanAttributes;
}

export interface SpanEnd {
  name?: string;
  attributes?: SpanAttributes;
  isFailed: boolean;
}

export interface Span {
  readonly traceId: string;
  readonly traceparent: string;
  /** Whether the collector gets it. */
  readonly isSampled: boolean;
  /** Only the first end counts. */
  end(end: SpanEnd): void;
}

export interface Tracer {
  begin(name: string, start: SpanStart): Span;
  /** Sends what is left. May take as long as the collector. */
  close(): Promise<void>;
}
