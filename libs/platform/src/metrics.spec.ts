import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { Counter } from 'prom-client';
import { httpDuration, metrics, startMetricsServer } from './metrics';

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

  it('reports how late the event loop is, not how often it is sampled', async () => {
    const readLag = async (figure: string) => {
      const { lines } = await scrape();
      const line = lines.find((each) => each.startsWith(`nodejs_eventloop_lag_${figure}_seconds{`));
      return Number(line?.split(' ')[1]);
    };
    await wait(500);
    expect(await readLag('min')).toBeLessThan(0.05);
    // A scrape resets the figures, and the first sample after it only starts the clock.
    await wait(250);
    const until = Date.now() + 400;
    while (Date.now() < until);
    await wait(10);
    expect(await readLag('max')).toBeGreaterThan(0.2);
  });

  it('serves the text format to others, also after a scraper of OpenMetrics', async () => {
    await scrape(OPEN_METRICS);
    const { type, lines } = await scrape();
    expect(type).toMatch(/^text\/plain/);
    expect(lines.filter((line) => line.includes(' # {'))).toEqual([]);
    expect(lines).toContain('# TYPE things_total counter');
    expect(lines).toContain('things_total{service="shop"} 3');
  });
});
