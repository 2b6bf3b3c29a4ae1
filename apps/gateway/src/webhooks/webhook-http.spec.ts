import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebhookHttp } from './webhook-http';

/** The path says how it answers. */
const answers: Record<string, (response: ServerResponse) => unknown> = {
  '/ok': (response) => response.writeHead(204).end(),
  '/busy': (response) => response.writeHead(503, { 'retry-after': '60' }).end('x'.repeat(100_000)),
  '/redirect': (response) => response.writeHead(302, { location: '/ok' }).end(),
  '/breaks': (response) => response.destroy(),
  '/endless': (response) => response.writeHead(200).write('a'),
  '/silent': () => undefined,
};

describe('an attempt to deliver', () => {
  const never = new AbortController().signal;
  let server: Server;
  let origin: string;
  let asked: string[];
  let http: WebhookHttp;

  beforeAll(async () => {
    server = createServer(({ method, url = '' }, response) => {
      asked.push(`${method} ${url}`);
      answers[url]?.(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  beforeEach(() => {
    asked = [];
    http = new WebhookHttp(500);
  });

  afterEach(() => http.close());
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const send = (path: string, isInternal = true, signal: AbortSignal = never) =>
    http.send({ url: origin + path, isInternal, headers: { 'content-type': 'application/json' }, body: '{}' }, signal);

  it.each<[string, number | null, string | null, number | null]>([
    ['/ok', 204, null, null],
    ['/busy', 503, 'The receiver answered 503', 60_000],
    ['/redirect', 302, 'The receiver answered 302', null],
    ['/breaks', null, 'The receiver could not be reached, or broke off', null],
    ['/endless', 200, null, null],
    ['/silent', null, 'The receiver did not answer in time', null],
  ])('at %s', async (path, status, error, wishedMs) => {
    expect(await send(path)).toEqual({ isDelivered: error === null, status, error, wishedMs });
    // A redirect is not followed.
    expect(asked).toEqual([`POST ${path}`]);
  });

  it.each([
    'http://127.0.0.1:1/',
    'http://[::1]:1/',
    'http://10.0.0.1/',
    'http://169.254.169.254/',
    'http://localhost:1/',
  ])('reaches no address that is not public: %s', async (url) => {
    const result = await http.send({ url, isInternal: false, headers: {}, body: '{}' }, never);
    expect(result).toMatchObject({ isDelivered: false, status: null });
    expect(result.error).toMatch(/no public address|could not be reached/);
  });

  it('of a webhook that is not internal does not connect', async () => {
    expect(await send('/ok', false)).toMatchObject({ isDelivered: false, error: 'The host has no public address' });
    expect(asked).toEqual([]);
  });

  it('ends with its process, without an outcome', async () => {
    const stopping = new AbortController();
    const sending = send('/silent', true, stopping.signal);
    stopping.abort(new Error('The process ends'));
    await expect(sending).rejects.toThrow('The process ends');
  });
});
