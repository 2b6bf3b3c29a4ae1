import { requestContexts } from '../request-context';
import type { Span, SpanEnd, SpanStart } from './span';
import { beginRequestSpan, beginSpan, currentSpan, exemplarOf, spanOfRequest, traceJob, useTracer } from './tracing';

interface RecordedSpan extends SpanStart {
  name: string;
  end: SpanEnd | null;
}

const job = { queue: 'reviews', requestId: 'r1', traceparent: undefined, isDelay: () => false };
const START: SpanStart = { kind: 'server', attributes: {} };

describe('traces that are off', () => {
  it('begin no span, and run jobs as they are', async () => {
    expect(beginSpan('a', START)).toBeUndefined();
    expect(beginRequestSpan('r1', 'a', START)).toBeUndefined();
    expect(await traceJob(job, () => Promise.resolve(currentSpan()))).toBeUndefined();
    expect(exemplarOf(undefined)).toEqual({});
  });
});

describe('traces that are on', () => {
  let spans: RecordedSpan[];

  beforeEach(() => {
    spans = [];
    useTracer({
      begin: (name, start) => {
        const recorded: RecordedSpan = { name, ...start, end: null };
        spans.push(recorded);
        const id = String(spans.length);
        return { traceId: id, traceparent: id, isSampled: true, end: (end) => (recorded.end = end) };
      },
      close: () => Promise.resolve(),
    });
  });

  afterEach(() => useTracer(undefined));

  it('find the span of a request by its id until it ends', () => {
    const span = beginRequestSpan('r1', 'GET', START);
    expect(spanOfRequest('r1')?.traceparent).toBe('1');
    span?.end({ isFailed: false });
    expect(spanOfRequest('r1')).toBeUndefined();
  });

  it('keep the span of a later request that has the same id', () => {
    const first = beginRequestSpan('r1', 'GET', START);
    beginRequestSpan('r1', 'GET', START);
    first?.end({ isFailed: false });
    expect(spanOfRequest('r1')?.traceparent).toBe('2');
    expect(spans.map(({ end }) => end !== null)).toEqual([true, false]);
  });

  it('know the span of the request or job that they are in', async () => {
    beginRequestSpan('r1', 'GET', START);
    const seen: (Span | undefined)[] = [];
    await requestContexts.run({ requestId: 'r1' }, async () => {
      seen.push(currentSpan());
      await traceJob(job, () => Promise.resolve(seen.push(currentSpan())));
    });
    expect(seen.map((span) => span?.traceparent)).toEqual(['1', '2']);
    expect(currentSpan()).toBeUndefined();
  });

  it.each([
    ['failed', false, true],
    ['delayed', true, false],
  ])('say that a job has %s', async (outcome, isDelay, isFailed) => {
    const work = () => Promise.reject(new Error('what people wrote'));
    const traced = traceJob({ ...job, traceparent: 'parent', isDelay: () => isDelay }, work);
    await expect(traced).rejects.toThrow('what people wrote');
    expect(spans).toEqual([expect.objectContaining({ name: 'process reviews', kind: 'consumer', parent: 'parent' })]);
    expect(spans[0]?.end).toEqual({ isFailed, attributes: { 'shipyard.outcome': outcome } });
  });
});
