import { Agent, createServer, request, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { endConnections } from './end-connections';

describe('endConnections', () => {
  let server: Server;
  let answered: number;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });

  beforeEach(async () => {
    answered = 0;
    server = createServer((_, response) => {
      answered += 1;
      response.end('here');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });

  afterEach(() => {
    agent.destroy();
    server.closeAllConnections();
  });

  const port = () => (server.address() as AddressInfo).port;

  const ask = (at: number) =>
    new Promise<{ status: number | undefined; isReused: boolean }>((resolve, reject) => {
      const asked = request({ port: at, host: '127.0.0.1', method: 'POST', agent }, (response) => {
        response.resume().on('end', () => resolve({ status: response.statusCode, isReused: asked.reusedSocket }));
      });
      asked.on('error', reject).end('{}');
    });

  it('answers on a connection that was idle when the port closed, and then closes it', async () => {
    const at = port();
    await ask(at);
    const { haveEnded } = await endConnections(server);
    expect(server.listening).toBe(false);
    expect(await ask(at)).toEqual({ status: 200, isReused: true });
    await haveEnded();
    await expect(ask(at)).rejects.toThrow('ECONNREFUSED');
    expect(answered).toBe(2);
  });

  it('takes the connections that wait in the port', async () => {
    const at = port();
    const sockets: Socket[] = [];
    const opened = Array.from(
      { length: 20 },
      () => new Promise<void>((resolve) => sockets.push(connect(at, '127.0.0.1', resolve))),
    );
    // The kernel connects them while this thread is busy, so none is taken yet.
    const ending = endConnections(server);
    await Promise.all(opened);
    await ending;
    const answers = sockets.map(
      (socket) =>
        new Promise<string>((resolve) => {
          socket
            .once('data', (data: Buffer) => resolve(data.toString().slice(0, 15)))
            .on('error', () => resolve('reset'));
          socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n');
        }),
    );
    expect(await Promise.all(answers)).toEqual(sockets.map(() => 'HTTP/1.1 200 OK'));
    for (const socket of sockets) socket.destroy();
  });
});
