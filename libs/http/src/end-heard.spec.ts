import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { endHeard } from './end-heard';

/** More than the buffers of a connection hold. */
const REST = 16_000_000;

describe('the end of a response', () => {
  let server: Server;
  let client: Socket;

  beforeEach(async () => {
    server = createServer((request, response) => endHeard(request, response, Buffer.from('no')));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    client = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
  });

  afterEach(() => {
    client.destroy();
    server.close();
  });

  async function answered(until: RegExp): Promise<string> {
    let text = '';
    for await (const [chunk] of on(client)) if (until.test((text += chunk))) break;
    return text;
  }

  it('waits for what a client still sends, so that no reset overtakes it', async () => {
    client.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${REST + 1}\r\n\r\nx`);
    expect(await answered(/\r\n\r\n.*no/s)).toMatch(/^connection: close\r$/im);
    const ended = once(client.resume(), 'end');
    await promisify((done: (error?: Error | null) => void) => client.write('x'.repeat(REST), done))();
    await ended;
  });

  it('leaves the connection open after a request that was heard', async () => {
    const heard = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
    client.write(heard);
    await answered(/no$/);
    client.write(heard);
    await answered(/no$/);
  });
});

/** What arrives, one chunk after the other. */
async function* on(client: Socket): AsyncGenerator<[string]> {
  while (client.readable) yield (await once(client, 'data')) as [string];
}
