import { once } from 'node:events';
import { createServer, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UndocumentedAnswer } from './documented-answer';
import { documentedFetch } from './documented-fetch';
import { documentedAnswerTo, documentedHeadOf } from './documented-request';

const thing = {
  type: 'object',
  properties: { id: { type: 'string' } },
  required: ['id'],
  additionalProperties: false,
};
const answers = (type: string) => ({ responses: { 200: { content: { [type]: { schema: thing } } } } });
const description = {
  paths: { '/things/{id}': { get: answers('application/json') }, '/events': { get: answers('text/event-stream') } },
  components: { schemas: {} },
};

describe('a documented request', () => {
  let server: Server;
  let origin: string;
  let answer: (response: ServerResponse) => void;

  beforeAll(async () => {
    server = createServer(({ url }, response) => {
      if (url === '/api/v1/openapi.json') response.end(JSON.stringify(description));
      else if (url?.startsWith('/api/')) response.end('{"ok":false,"error":"NOT_FOUND"}');
      else answer(response);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const json = (body: object, status = 200) => {
    answer = (response) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const stream = (write: (response: ServerResponse) => void) => {
    answer = (response) => write(response.writeHead(200, { 'content-type': 'text/event-stream' }));
  };
  const event = (data: object) => `data: ${JSON.stringify(data)}\n\n`;

  it('gives a documented answer to its caller', async () => {
    json({ id: 'a' });
    const response = await documentedFetch(`${origin}/things/a`);
    expect([response.status, await response.json()]).toEqual([200, { id: 'a' }]);
    expect(await documentedAnswerTo(request(`${origin}/things/a`).end())).toMatchObject({
      status: 200,
      text: '{"id":"a"}',
    });
  });

  it('fails by its status before the body is read, and by its body when it is read', async () => {
    json({ id: 'a' }, 202);
    await expect(documentedFetch(`${origin}/things/a`)).rejects.toThrow('202 is not described');
    await expect(documentedHeadOf(request(`${origin}/things/a`).end())).rejects.toThrow('202 is not described');
    json({ id: 1 });
    const response = await documentedFetch(`${origin}/things/a`);
    await expect(response.json()).rejects.toThrow(UndocumentedAnswer);
    await expect(documentedAnswerTo(request(`${origin}/things/a`).end())).rejects.toThrow(UndocumentedAnswer);
  });

  it('fails by the first event that differs, although the stream goes on', async () => {
    stream((response) => response.write(event({ id: 'a' }) + event({ more: 'b' })));
    const response = await documentedFetch(`${origin}/events`);
    await expect(response.text()).rejects.toThrow(UndocumentedAnswer);
  });

  it('compares an event that arrives in pieces, and hands each piece on', async () => {
    const [start, end] = [event({ id: '€' }).slice(0, 15), event({ id: '€' }).slice(15)];
    let goOn = () => {};
    stream((response) => {
      response.write(start);
      goOn = () => response.end(end);
    });
    const reader = (await documentedFetch(`${origin}/events`)).body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe(start);
    goOn();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe(end);
    expect(await reader?.read()).toMatchObject({ done: true });
  });

  it('hands on a cut connection, and disconnects when its caller cancels', async () => {
    stream((response) => response.write(event({ id: 'a' }), () => response.destroy()));
    const cut = await documentedFetch(`${origin}/events`);
    await expect(cut.text()).rejects.toThrow('terminated');
    let left: Promise<unknown[]> | undefined;
    stream((response) => {
      left = once(response, 'close');
      response.write(event({ id: 'a' }));
    });
    await (await documentedFetch(`${origin}/events`)).body?.cancel();
    await left;
  });

  it('is compared by the path as it was sent', async () => {
    json({ id: 'a' });
    const { port } = new URL(origin);
    const sent = request({ host: '127.0.0.1', port, path: '/things/..?a=b' }).end();
    expect((await documentedAnswerTo(sent)).status).toBe(200);
  });
});
