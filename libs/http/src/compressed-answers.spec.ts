import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { compressedAnswers } from './compressed-answers';

const TEXT = 'Wind, rain and light. '.repeat(200);

interface Row {
  path: string;
  type: string;
  cached: string;
}

describe('compressed answers', () => {
  let server: Server;
  let url: string;

  const ROWS: readonly Row[] = [
    { path: '/page', type: 'text/html; charset=utf-8', cached: 'private, no-cache' },
    { path: '/feed', type: 'application/atom+xml; charset=utf-8', cached: 'public, no-cache' },
    { path: '/json', type: 'application/json; charset=utf-8', cached: 'public, no-cache' },
    { path: '/own-page', type: 'text/html; charset=utf-8', cached: 'private, no-cache, no-transform' },
    { path: '/form', type: 'text/html; charset=utf-8', cached: 'no-store' },
    { path: '/own-json', type: 'application/json; charset=utf-8', cached: 'private, no-cache' },
    { path: '/plain-json', type: 'application/json; charset=utf-8', cached: '' },
    { path: '/events', type: 'text/event-stream', cached: '' },
    { path: '/picture', type: 'image/png', cached: 'public, max-age=60' },
  ];

  beforeAll(async () => {
    const app = express().disable('etag').use(compressedAnswers());
    for (const { path, type, cached } of ROWS)
      app.all(path, (_, response) => {
        response.set({ 'content-type': type, ...(cached && { 'cache-control': cached }) });
        response.end(TEXT);
      });
    server = createServer(app);
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const ask = (path: string, init: RequestInit = {}) =>
    fetch(url + path, { ...init, headers: { 'accept-encoding': 'gzip, br', ...init.headers } });

  it.each(['/page', '/feed', '/json'])('are %s', async (path) => {
    const answer = await ask(path);
    const { headers } = answer;
    expect([headers.get('content-encoding'), headers.get('vary')]).toEqual(['br', 'Accept-Encoding']);
    expect(await answer.text()).toBe(TEXT);
  });

  it.each(['/own-page', '/form', '/own-json', '/plain-json', '/events', '/picture'])(
    'are not %s: it is for one reader, or no text',
    async (path) => {
      expect((await ask(path)).headers.get('content-encoding')).toBeNull();
    },
  );

  it('are not those to a POST, and not for a client that accepts none', async () => {
    expect((await ask('/page', { method: 'POST' })).headers.get('content-encoding')).toBeNull();
    const plain = await ask('/page', { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
  });
});
