import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SupplierHttp } from './supplier-http';

describe('the wait that a supplier asks for', () => {
  const forever = { signal: new AbortController().signal, deadlineAt: Infinity };

  it.each<[string, Record<string, string>, number | undefined]>([
    ['in seconds', { 'retry-after': '3' }, 3_000],
    ['in milliseconds, which are more exact', { 'retry-after': '3', 'retry-after-ms': '2500' }, 2_500],
    ['not at all', {}, undefined],
    ['in no words of HTTP', { 'retry-after': 'soon' }, undefined],
    ['below nothing', { 'retry-after': '-1' }, undefined],
  ])('is read where it stands %s', async (_, headers, retryAfterMs) => {
    const server = createServer((_request, response) => response.writeHead(429, headers).end('{}')).listen(
      0,
      '127.0.0.1',
    );
    await new Promise((resolve) => server.once('listening', resolve));
    const http = new SupplierHttp({
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      internal: true,
    });
    const answer = await http.get('/', {}, forever);
    while ((await answer.next()) !== null);
    expect(answer.retryAfterMs).toBe(retryAfterMs);
    await http.close();
    await new Promise((resolve) => server.close(resolve));
  });

  it('ends an answer at the deadline of its call', async () => {
    const server = createServer(() => undefined).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const http = new SupplierHttp({
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      internal: true,
    });
    await expect(http.get('/', {}, { ...forever, deadlineAt: performance.now() + 50 })).rejects.toMatchObject({
      fault: 'timeout',
    });
    server.closeAllConnections();
    await http.close();
    await new Promise((resolve) => server.close(resolve));
  });
});
