import dns from 'node:dns';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, request } from 'undici';
import { AddressRefused, type ConnectorOptions, guardedConnector } from './guarded-connector';

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
    const dispatcher = new Agent({
      connect: guardedConnector({ hostsNamedBy: 'operators', internalOrigin, timeoutMs: 5_000 }),
    });
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

describe('hosts that people name', () => {
  afterEach(() => jest.restoreAllMocks());

  const connect = (hostsNamedBy: ConnectorOptions['hostsNamedBy'], hostname: string) => {
    const connector = guardedConnector({ hostsNamedBy, internalOrigin: null, timeoutMs: 5_000 });
    const target = { hostname, host: hostname, protocol: 'http:', port: '80' };
    return new Promise((resolve) => connector(target, (...[error]) => resolve(error)));
  };

  it('are kept apart from those of operators', async () => {
    const { prototype } = dns.promises.Resolver;
    jest.spyOn(prototype, 'resolve6').mockResolvedValue([] as never);
    const asked = jest.spyOn(prototype, 'resolve4').mockResolvedValue([{ address: '10.0.0.1', ttl: 60 }] as never);
    for (const hostsNamedBy of ['operators', 'people', 'people', 'operators'] as const)
      expect(await connect(hostsNamedBy, 'both.example')).toBeInstanceOf(AddressRefused);
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it('take no thread of the system', async () => {
    const threads = jest.spyOn(dns.promises, 'lookup').mockResolvedValue([{ address: '10.0.0.1', family: 4 }] as never);
    const { prototype } = dns.promises.Resolver;
    const refused = Object.assign(new Error('No name server'), { code: 'ECONNREFUSED' });
    jest.spyOn(prototype, 'resolve6').mockRejectedValue(refused);
    jest.spyOn(prototype, 'resolve4').mockRejectedValue(refused);
    expect(await connect('people', 'no-dot')).toMatchObject({ code: 'ENOTFOUND' });
    expect(await connect('people', 'some.localhost')).toMatchObject({ code: 'ENOTFOUND' });
    expect(await connect('people', 'no-server.example')).toMatchObject({ code: 'ECONNREFUSED' });
    expect(threads).not.toHaveBeenCalled();
    for (const host of ['no-dot', 'no-server.example'])
      expect(await connect('operators', host)).toBeInstanceOf(AddressRefused);
    expect(threads).toHaveBeenCalledTimes(2);
  });
});
