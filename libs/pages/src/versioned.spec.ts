import { type AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:http';
import { sendVersioned, type VersionedText } from './versioned';

describe('an answer with a version', () => {
  let server: Server;
  let url: string;
  let answer: VersionedText;
  let reads: number;
  let status: number;

  beforeAll(async () => {
    server = createServer((request, response) => {
      response.statusCode = status;
      sendVersioned(request, response, answer).catch(() => {
        response.statusCode = 500;
        response.end();
      });
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/page`;
  });

  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const textOf = (text: VersionedText['read'], version: unknown = 1): VersionedText => ({
    version: [version],
    read: () => {
      reads += 1;
      return text();
    },
    contentType: 'text/plain; charset=utf-8',
    cacheControl: 'no-cache',
    vary: 'Cookie',
  });

  beforeEach(() => {
    reads = 0;
    status = 200;
    answer = textOf(() => Promise.resolve('Größe'));
  });

  const get = (headers: Record<string, string> = {}, path = '') => fetch(url + path, { headers });
  const etagOf = async (path = '') => (await get({}, path)).headers.get('etag') ?? '';

  it('has the text, its length in bytes, and what caches need', async () => {
    const response = await get();
    const seen = Object.fromEntries(response.headers);
    expect(seen).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '7',
      'cache-control': 'no-cache',
      vary: 'Cookie',
    });
    expect(seen.etag).toMatch(/^W\/"[\w-]{22}"$/);
    expect(await response.text()).toBe('Größe');
  });

  it('is 304 and reads nothing for a client that has the version', async () => {
    const etag = await etagOf();
    const response = await get({ 'if-none-match': etag });
    expect([response.status, await response.text(), response.headers.get('etag'), reads]).toEqual([304, '', etag, 1]);
    expect([response.headers.get('cache-control'), response.headers.get('vary')]).toEqual(['no-cache', 'Cookie']);
  });

  it('has another ETag for another version and another URL', async () => {
    const first = await etagOf();
    expect(await etagOf('?a')).not.toBe(first);
    answer = textOf(() => Promise.resolve('Größe'), 2);
    expect(await etagOf()).not.toBe(first);
  });

  it('is whole if its status is not 200, whatever the client has', async () => {
    const etag = await etagOf();
    status = 400;
    expect((await get({ 'if-none-match': etag })).status).toBe(400);
  });

  it('has no body for HEAD', async () => {
    answer = textOf(() => Promise.resolve(chunks('one', 'two')));
    const response = await fetch(url, { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });

  it('has no ETag if the read fails', async () => {
    answer = textOf(() => Promise.reject(new Error('gone')));
    const response = await get();
    expect([response.status, response.headers.get('etag')]).toEqual([500, null]);
  });

  it('sends a stream, and breaks the connection if the stream fails, so that a part never looks whole', async () => {
    answer = textOf(() => Promise.resolve(chunks('one', 'two')));
    expect(await (await get()).text()).toBe('onetwo');
    answer = textOf(() => Promise.resolve(chunks('one', new Error('gone'))));
    await expect(get().then((response) => response.text())).rejects.toThrow();
  });
});

async function* chunks(...parts: (string | Error)[]): AsyncGenerator<string> {
  for (const part of parts) {
    if (part instanceof Error) throw part;
    yield await Promise.resolve(part);
  }
}
