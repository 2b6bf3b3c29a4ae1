import { type FakeServer, openFakeServer } from './fake-server';
import { waitUntil } from './wait-until';

type AttributeValue = { stringValue: string } | { intValue: number } | { boolValue: boolean };

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: AttributeValue }[];
  links?: { traceId: string; spanId: string }[];
  status: { code?: number };
}

interface SentTraces {
  resourceSpans: {
    resource: { attributes: { key: string; value: AttributeValue }[] };
    scopeSpans: { spans: SentSpan[] }[];
  }[];
}

export interface CollectedSpan extends Omit<SentSpan, 'attributes'> {
  service: string;
  attributes: Record<string, string | number | boolean>;
}

/** A collector that takes OTLP over HTTP as JSON. */
export class TraceCollector {
  readonly spans: CollectedSpan[] = [];
  /** What was sent, as text. */
  readonly bodies: string[] = [];
  readonly headers: Record<string, string | string[] | undefined>[] = [];
  /** While false, it takes spans and never answers. */
  isAnswering = true;

  private constructor(private readonly server: FakeServer) {}

  static async open(): Promise<TraceCollector> {
    const collector: TraceCollector = new TraceCollector(
      await openFakeServer(async (request, response) => {
        const pieces: Buffer[] = [];
        for await (const piece of request) pieces.push(piece as Buffer);
        if (request.method !== 'POST' || request.url !== '/v1/traces') {
          response.writeHead(404).end();
          return;
        }
        collector.headers.push(request.headers);
        collector.take(Buffer.concat(pieces).toString());
        if (collector.isAnswering) response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      }),
    );
    return collector;
  }

  get url(): string {
    return this.server.origin;
  }

  /** Resolves to all spans once `isWhole` accepts them. */
  until(isWhole: (spans: CollectedSpan[]) => boolean): Promise<CollectedSpan[]> {
    return waitUntil(() => Promise.resolve(this.spans), isWhole);
  }

  close(): Promise<void> {
    return this.server.close();
  }

  private take(body: string): void {
    this.bodies.push(body);
    for (const { resource, scopeSpans } of (JSON.parse(body) as SentTraces).resourceSpans) {
      const service = String(valuesOf(resource.attributes)['service.name']);
      for (const { spans } of scopeSpans)
        for (const span of spans) this.spans.push({ ...span, service, attributes: valuesOf(span.attributes) });
    }
  }
}

const valuesOf = (attributes: { key: string; value: AttributeValue }[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0] ?? '']));
