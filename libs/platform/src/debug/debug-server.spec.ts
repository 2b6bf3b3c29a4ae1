import { once } from 'node:events';
import { type IncomingMessage, request as ask, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { watchPool, watchQueue } from './debug-facts';
import { startDebugServer } from './debug-server';

interface Answer {
  status: number;
  text: string;
}

describe('the debug port', () => {
  let server: Server;

  beforeAll(async () => {
    server = await startDebugServer(0);
  });

  afterAll(async () => {
    server.close();
    await once(server, 'close');
  });

  const port = () => (server.address() as AddressInfo).port;

  async function call(path: string, { method = 'GET', ...headers }: Record<string, string> = {}): Promise<Answer> {
    const sent = ask({ host: '127.0.0.1', port: port(), path, method, headers: { connection: 'close', ...headers } });
    sent.end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const pieces: Buffer[] = [];
    for await (const piece of response) pieces.push(piece as Buffer);
    return { status: response.statusCode ?? 0, text: Buffer.concat(pieces).toString() };
  }

  it('listens on loopback only', () => expect(server.address()).toMatchObject({ address: '127.0.0.1' }));

  it.each<Record<string, string>>([
    { host: 'rebound.example.com' },
    { host: '127.0.0.1.example.com' },
    { host: '10.0.0.1:9200' },
    { host: 'localhost@example.com' },
    { host: 'localhost', origin: 'https://example.com' },
    { host: 'localhost', 'sec-fetch-site': 'cross-site' },
  ])('refuses %j', async (headers) => {
    for (const [method, path] of [
      ['GET', '/pools'],
      ['POST', '/heap-snapshot'],
    ] as const)
      expect((await call(path, { method, ...headers })).status).toBe(403);
  });

  it.each(['127.0.0.1', 'localhost', 'LOCALHOST:1234'])('answers at %s', async (host) => {
    expect((await call('/heap', { host })).status).toBe(200);
  });

  it('says which paths there are, and takes a snapshot by POST only', async () => {
    const { status, text } = await call('/heap-snapshot');
    expect(status).toBe(404);
    expect(JSON.parse(text)).toEqual({
      paths: ['GET /event-loop', 'GET /heap', 'GET /pools', 'POST /heap-snapshot'],
    });
  });

  it('shows how late the event loop is since the last reading', async () => {
    await call('/event-loop');
    await new Promise((resolve) => setTimeout(resolve, 30));
    const until = performance.now() + 120;
    while (performance.now() < until);
    await new Promise((resolve) => setTimeout(resolve, 30));
    const { delay_ms } = JSON.parse((await call('/event-loop')).text) as { delay_ms: { max: number } };
    expect(delay_ms.max).toBeGreaterThan(80);
  });

  it('shows pools and queues, also while the server of a queue does not answer', async () => {
    watchPool('service', () => ({ totalCount: 10, idleCount: 3, waitingCount: 2 }));
    watchPool('not yet', () => null);
    watchQueue('reviews', () => Promise.resolve({ waiting: 4 }));
    watchQueue('lost', () => Promise.reject(new Error('Away')));
    watchQueue('silent', () => new Promise(() => undefined));
    expect(JSON.parse((await call('/pools')).text)).toEqual({
      postgres: { service: { in_use: 7, idle: 3, waiting: 2 } },
      queues: { reviews: { waiting: 4 }, lost: null, silent: null },
    });
  });

  it('writes one heap snapshot at a time', async () => {
    const [one, other] = await Promise.all([
      call('/heap-snapshot', { method: 'POST' }),
      call('/heap-snapshot', { method: 'POST' }),
    ]);
    expect([one.status, other.status].sort()).toEqual([200, 409]);
    const { text } = one.status === 200 ? one : other;
    expect(text.slice(0, 20)).toMatch(/^\{"snapshot":\{"meta"/);
    expect(text.trimEnd().at(-1)).toBe('}');
  });
});
