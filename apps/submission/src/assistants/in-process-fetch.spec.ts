import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { LightAbortController } from '@shipyard/platform/cancellation';
import { inProcessFetch } from './in-process-fetch';

describe('a call within the process', () => {
  let server: Server;
  let outer: LightAbortController;
  const call = () =>
    inProcessFetch(server, { requestId: 'r', remoteAddress: '192.0.2.1', forwardedFor: '192.0.2.2', signal: outer })(
      new Request('http://service.example/things?a=b', { method: 'POST', body: 'sent' }),
    );
  const arrival = async () => (await once(server, 'request')) as [IncomingMessage, ServerResponse];

  beforeEach(() => {
    server = createServer();
    outer = new LightAbortController();
  });

  it('is a request of the outer caller, and resolves with the whole answer', async () => {
    const [answer, [request, response]] = [call(), await arrival()];
    expect([request.method, request.url, request.socket.remoteAddress]).toEqual(['POST', '/things?a=b', '192.0.2.1']);
    expect(request.headers).toMatchObject({ 'x-request-id': 'r', 'x-forwarded-for': '192.0.2.2', host: 'in-process' });
    response.writeHead(201, { 'x-own': 'header' }).end('answered');
    const { status, headers } = await answer;
    expect([status, headers.get('x-own'), await (await answer).text()]).toEqual([201, 'header', 'answered']);
  });

  it('has no body for a status without one', async () => {
    const [answer, [, response]] = [call(), await arrival()];
    response.writeHead(204).end();
    expect((await answer).body).toBeNull();
  });

  it.each(['before the answer', 'within the answer'])('ends with the outer request, %s', async (when) => {
    const answer = call();
    const refused = expect(answer).rejects.toThrow();
    const [, response] = await arrival();
    if (when === 'within the answer') response.writeHead(200).write('begun');
    const closed = once(response, 'close');
    outer.abort(new Error('The client has left'));
    await Promise.all([refused, closed]);
    expect(response.writableFinished).toBe(false);
  });

  it('does not begin after the outer request', async () => {
    outer.abort(new Error('The client has left'));
    await expect(call()).rejects.toThrow('The client has left');
    expect(server.listenerCount('request')).toBe(0);
  });
});
