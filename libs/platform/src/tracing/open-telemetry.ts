import type { Span as ApiSpan } from '@opentelemetry/api';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { Logger } from '../logger';
import type { Span, SpanEnd, SpanStart, Tracer } from './span';
import { parseTraceparent, writeTraceparent } from './trace-context';
import type { TraceSettings } from './trace-settings';

const EXPORT_WITHIN_MS = 5_000;
const EXPORT_EVERY_MS = 2_000;
/** Bounds memory while the collector is away or slow. Later spans are dropped. */
const MOST_WAITING_SPANS = 4_096;
const SPANS_AT_ONCE = 512;
const SAY_AGAIN_MS = 60_000;

/** Loads the SDK, which costs 30 ms and some megabytes, so only processes that trace call this. */
export async function openTracer(service: string, settings: TraceSettings, logger: Logger): Promise<Tracer> {
  const [api, sdk, { resourceFromAttributes }, { OTLPTraceExporter }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ]);
  const exporter = new OTLPTraceExporter({
    url: settings.url,
    headers: settings.headers,
    timeoutMillis: EXPORT_WITHIN_MS,
    concurrencyLimit: 2,
  });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.namespace': 'shipyard' }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(settings.ratio) }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: reportingLosses(exporter, logger),
        exportTimeoutMillis: EXPORT_WITHIN_MS,
        scheduledDelayMillis: EXPORT_EVERY_MS,
        maxQueueSize: MOST_WAITING_SPANS,
        maxExportBatchSize: SPANS_AT_ONCE,
      }),
    ],
  });
  const tracer = provider.getTracer('shipyard');
  const kinds = { server: api.SpanKind.SERVER, client: api.SpanKind.CLIENT, consumer: api.SpanKind.CONSUMER };

  const begin = (name: string, { kind, parent, link, attributes }: SpanStart): Span => {
    const parentContext = parseTraceparent(parent);
    const linked = parseTraceparent(link);
    const context =
      parentContext === undefined
        ? api.ROOT_CONTEXT
        : api.trace.setSpanContext(api.ROOT_CONTEXT, { ...parentContext, isRemote: true });
    const links = linked === undefined ? [] : [{ context: { ...linked, isRemote: true } }];
    return new SdkSpan(
      tracer.startSpan(name, { kind: kinds[kind], attributes: { ...attributes }, links }, context),
      api.SpanStatusCode.ERROR,
    );
  };
  return { begin, close: () => provider.shutdown() };
}

class SdkSpan implements Span {
  readonly traceId: string;
  readonly traceparent: string;
  readonly isSampled: boolean;
  private isOpen = true;

  constructor(
    private readonly span: ApiSpan,
    private readonly failed: number,
  ) {
    const context = span.spanContext();
    this.traceId = context.traceId;
    this.traceparent = writeTraceparent(context);
    this.isSampled = span.isRecording();
  }

  end({ name, attributes, isFailed }: SpanEnd): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    if (name !== undefined) this.span.updateName(name);
    if (attributes !== undefined) this.span.setAttributes({ ...attributes });
    // Without the message of the error, which may quote what people wrote.
    if (isFailed) this.span.setStatus({ code: this.failed });
    this.span.end();
  }
}

/** Logs at most once a minute that spans are lost, which harms no request. */
function reportingLosses(exporter: SpanExporter, logger: Logger): SpanExporter {
  let saidAt = -Infinity;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.error !== undefined && performance.now() - saidAt > SAY_AGAIN_MS) {
          saidAt = performance.now();
          logger.warn({ spans: spans.length, reason: result.error.message }, 'Traces cannot be sent and are dropped');
        }
        done(result);
      });
    },
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  };
}
