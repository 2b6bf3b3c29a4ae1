import { answerAsReviewer, type CollectedSpan, TraceCollector, waitUntil } from '@shipyard/testing';
import { LONG_README, Participant } from './participant';
import { type ReviewStack, startReviewStack } from './review-stack';

/** As kinds are numbered in OTLP. */
const [SERVER, CLIENT, CONSUMER] = [2, 3, 5];
const STRANGER = { trace: 'a'.repeat(32), span: 'b'.repeat(16) };
const SECRET_IN_QUERY = 'q-7f3a-secret';

describe('traces', () => {
  let collector: TraceCollector;
  let reviews: ReviewStack;
  let participant: Participant;

  beforeAll(async () => {
    collector = await TraceCollector.open();
    reviews = await startReviewStack(answerAsReviewer, 128_000, {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=let%20me%20in',
    });
    participant = Participant.ofDemo(reviews.stack);
  });

  afterAll(async () => {
    await reviews.stop();
    await collector.close();
  });

  const named = (name: string) => (span: CollectedSpan) => span.name === name;

  async function review(headers: Record<string, string> = {}): Promise<{ slug: string; requestId: string }> {
    const slug = await participant.createProject();
    await participant.putReadme(slug, LONG_README.replace('![[head] The station](front.png)', ''));
    await participant.appendLog(slug, 'Day 1', 'It measured the wind.');
    const asked = await participant.call('POST', `/projects/${slug}/review/request?note=${SECRET_IN_QUERY}`, {
      headers,
    });
    expect(asked.status).toBe(202);
    await waitUntil(
      () => participant.status(slug),
      (status) => status.review?.status === 'succeeded',
    );
    return { slug, requestId: asked.headers.get('x-request-id') ?? '' };
  }

  it('shows a review as one trace, from the request through the worker and the gateway to the supplier', async () => {
    const { requestId } = await review();
    const ofReview = (spans: CollectedSpan[]) => {
      const root = spans.find(
        ({ attributes, kind }) => kind === SERVER && attributes['shipyard.request_id'] === requestId,
      );
      return spans.filter(({ traceId }) => traceId === root?.traceId);
    };
    const ASKED = 'POST /v1/chat/completions';
    const isWhole = (spans: CollectedSpan[]) => {
      const own = ofReview(spans);
      return (
        own.some(named('ask supplier')) && own.some(named('process reviews')) && own.filter(named(ASKED)).length > 1
      );
    };
    const trace = ofReview(await collector.until(isWhole));
    const path: CollectedSpan[] = [];
    for (
      let span = trace.find(named('ask supplier'));
      span !== undefined;
      span = trace.find(({ spanId }) => spanId === path[0]?.parentSpanId)
    )
      path.unshift(span);
    expect(path.map(({ service, kind, name }) => [service, kind, name])).toEqual([
      ['submission', SERVER, expect.stringMatching(/^POST \/api\/v1\/projects\/:\w+\/review\/request$/)],
      ['submission-worker', CONSUMER, 'process reviews'],
      ['submission-worker', CLIENT, ASKED],
      ['gateway', SERVER, ASKED],
      ['gateway', CLIENT, 'ask supplier'],
    ]);
    expect(path[0]?.parentSpanId).toBeUndefined();
    expect(path[1]?.attributes['shipyard.request_id']).toBe(requestId);
    expect(path[3]?.attributes['http.response.status_code']).toBe(200);
    expect(path[4]?.attributes['shipyard.outcome']).toBe('answered');
    expect(collector.headers.every((sent) => sent['x-collector-key'] === 'let me in')).toBe(true);
  });

  it('does not follow the trace of a client, and links to it', async () => {
    const { requestId } = await review({ traceparent: `00-${STRANGER.trace}-${STRANGER.span}-01` });
    const isRequest = ({ attributes, kind }: CollectedSpan) =>
      kind === SERVER && attributes['shipyard.request_id'] === requestId;
    const span = (await collector.until((spans) => spans.some(isRequest))).find(isRequest);
    expect(span?.traceId).not.toBe(STRANGER.trace);
    expect(span?.links).toMatchObject([{ traceId: STRANGER.trace, spanId: STRANGER.span }]);
  });

  it('holds no text, address, token or query', async () => {
    await review();
    await collector.until((spans) => spans.some(named('process reviews')));
    const { participant: holder, enterprise_key: key } = reviews.stack.credentials;
    const sent = collector.bodies.join('\n');
    for (const secret of [holder.token, key, SECRET_IN_QUERY, 'let me in', 'weather', 'wind', '127.0.0.1', '@'])
      expect([secret, sent.toLowerCase().includes(secret.toLowerCase())]).toEqual([secret, false]);
    const names = new Set(collector.spans.flatMap(({ attributes }) => Object.keys(attributes)));
    expect([...names].filter((name) => !ATTRIBUTES.includes(name))).toEqual([]);
  });

  it('harms no request and no shutdown while the collector does not answer', async () => {
    collector.isAnswering = false;
    await review();
    const before = performance.now();
    await reviews.stack.processes.submission.pause();
    expect(performance.now() - before).toBeLessThan(5_000);
    collector.isAnswering = true;
    await reviews.stack.processes.submission.resume();
  });

  it.each([
    ['/', 'GET /'],
    ['/programs', 'GET /programs'],
  ])('names the page %s by its route', async (path, name) => {
    const { headers } = await fetch(new URL(path, reviews.stack.credentials.submission_url));
    const isPage = ({ attributes }: CollectedSpan) => attributes['shipyard.request_id'] === headers.get('x-request-id');
    expect((await collector.until((spans) => spans.some(isPage))).find(isPage)?.name).toBe(name);
  });

  it('sends the last spans when a process stops', async () => {
    const slug = await participant.createProject();
    const { headers } = await participant.call('GET', `/projects/${slug}`);
    await reviews.stack.processes.submission.pause();
    const isLast = ({ attributes }: CollectedSpan) => attributes['shipyard.request_id'] === headers.get('x-request-id');
    expect(collector.spans.find(isLast)?.name).toBe('GET /api/v1/projects/:slug');
  });
});

const ATTRIBUTES = [
  'http.request.method',
  'http.route',
  'http.response.status_code',
  'messaging.destination.name',
  'shipyard.request_id',
  'shipyard.supplier_id',
  'shipyard.route_id',
  'shipyard.outcome',
];
