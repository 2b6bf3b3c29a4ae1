import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, request } from 'undici';
import { AddressRefused, guardedConnector } from './guarded-connector';

describe('a connector that is free for one internal origin', () => {
  let server: Server;
  let port: number;

  beforeAll(async () => {
    server = createServer((_, response) => response.end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });

  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const ask = async (url: string, internalOrigin: string | null) => {
    const dispatcher = new Agent({ connect: guardedConnector({ internalOrigin, timeoutMs: 5_000 }) });
    try {
      const { statusCode, body } = await request(url, { dispatcher });
      await body.dump();
      return statusCode;
    } finally {
      await dispatcher.close();
    }
  };

  it('connects to the allowed origin only: another port, scheme or spelling is another origin', async () => {
    const own = `http://127.0.0.1:${port}`;
    expect(await ask(`${own}/any`, own)).toBe(200);
    await expect(ask(own, 'http://127.0.0.1')).rejects.toBeInstanceOf(AddressRefused);
    await expect(ask(own, `http://127.0.0.1:${port + 1}`)).rejects.toBeInstanceOf(AddressRefused);
    await expect(ask(own, `https://127.0.0.1:${port}`)).rejects.toBeInstanceOf(AddressRefused);
    await expect(ask(`http://localhost:${port}`, own)).rejects.toBeInstanceOf(AddressRefused);
    await expect(ask(own, `http://localhost:${port}`)).rejects.toBeInstanceOf(AddressRefused);
    await expect(ask(own, null)).rejects.toBeInstanceOf(AddressRefused);
  });
});
