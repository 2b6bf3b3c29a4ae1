import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { Counter } from 'prom-client';
import { httpDuration, loopLag, metrics, startMetricsServer } from './metrics';

const OPEN_METRICS = 'application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5';
const TRACE = 'c'.repeat(32);
const exemplarLabels: Record<string, string> = { trace_id: TRACE };

describe('the metrics server', () => {
  let server: Server;

  beforeAll(async () => {
    new Counter({ name: 'things_total', help: 'Things', registers: [metrics] }).inc(3);
    const labels = { method: 'GET', route: '/', status: '200' };
    httpDuration.observe({ labels, value: 0.003, exemplarLabels });
    httpDuration.observe({ labels, value: 0.2, exemplarLabels: {} });
    server = await startMetricsServer(0, '127.0.0.1', 'shop', () => true);
  });

  afterAll(async () => {
    server.close();
    await once(server, 'close');
  });

  async function scrape(accept?: string): Promise<{ type: string | null; lines: string[] }> {
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/metrics`, {
      headers: { connection: 'close', ...(accept !== undefined && { accept }) },
    });
    return { type: response.headers.get('content-type'), lines: (await response.text()).split('\n') };
  }

  it('shows exemplars to a scraper that asks for OpenMetrics', async () => {
    const { type, lines } = await scrape(OPEN_METRICS);
    expect(type).toMatch(/^application\/openmetrics-text/);
    const exemplars = lines.filter((line) => line.includes(' # {'));
    expect(exemplars).toEqual([
      expect.stringMatching(
        `^http_request_duration_seconds_bucket\\{le="0.005",.*service="shop".*\\} 1 # \\{trace_id="${TRACE}"\\} 0.003 [\\d.]+$`,
      ),
    ]);
    expect(lines).toContain('# TYPE things counter');
    expect(lines).toContain('things_total{service="shop"} 3');
    expect(lines.at(-2)).toBe('# EOF');
  });

  it('reports how late the event loop is, also when it has no sample yet', async () => {
    await scrape();
    const { lines } = await scrape();
    const lags = lines.filter((line) => /^nodejs_eventloop_lag_(min|max|mean|p50|p90|p99)_seconds\{/.test(line));
    expect(lags).toHaveLength(6);
    for (const line of lags) expect(Number(line.split(' ')[1])).toBeLessThan(60);
  });

  it.each([
    [0.1, 0],
    [0.09, 0],
    [0.35, 0.25],
    [NaN, 0],
    [9_223_372_036, 0],
  ])('takes the interval out of a sample of %d s', (sampled, lag) => expect(loopLag(sampled)).toBeCloseTo(lag));

  it('serves the text format to others, also after a scraper of OpenMetrics', async () => {
    await scrape(OPEN_METRICS);
    const { type, lines } = await scrape();
    expect(type).toMatch(/^text\/plain/);
    expect(lines.filter((line) => line.includes(' # {'))).toEqual([]);
    expect(lines).toContain('# TYPE things_total counter');
    expect(lines).toContain('things_total{service="shop"} 3');
  });
});
