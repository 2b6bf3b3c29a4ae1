import dns, { type LookupAddress } from 'node:dns';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AddressRefused } from '@shipyard/egress';
import { readJson, SupplierHttp } from './supplier-http';

describe('the way out to a supplier', () => {
  let server: Server;
  let port: number;
  let asked: string[];
  let answer: { status: number; headers: Record<string, string> };
  const open: SupplierHttp[] = [];

  beforeEach(async () => {
    asked = [];
    answer = { status: 200, headers: {} };
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(answer.status, answer.headers).end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });

  afterEach(async () => {
    jest.restoreAllMocks();
    await Promise.all(open.splice(0).map((http) => http.close()));
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const forever = () => ({ signal: new AbortController().signal, deadlineAt: Infinity });
  const ask = async (baseUrl: string, internal = false) => {
    const http = new SupplierHttp({ baseUrl, internal }, { connect_ms: 5_000 });
    open.push(http);
    const got = await http.get('/models', {}, forever());
    await readJson(got);
    return got.status;
  };

  /** Each call returns the next answer. */
  const resolveTo = (...answers: string[][]) =>
    jest.spyOn(dns, 'lookup').mockImplementation(((
      _: string,
      __: unknown,
      callback: (error: null, found: LookupAddress[]) => void,
    ) => {
      const addresses = (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    }) as never);

  const refusal = { fault: 'failed', mayBeAccepted: false, cause: expect.any(AddressRefused) as AddressRefused };

  it.each([
    '127.0.0.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.1',
    '１２７.0.0.1',
    '[::ffff:127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[::1]',
    '0.0.0.0',
    'localhost',
  ])('does not connect to http://%s', async (host) => {
    await expect(ask(`http://${host}:${port}`)).rejects.toMatchObject(refusal);
    await expect(ask(`https://${host}:${port}`)).rejects.toMatchObject(refusal);
    expect(asked).toEqual([]);
  });

  it('connects to the origin of a supplier that is marked internal', async () => {
    expect(await ask(`http://127.0.0.1:${port}/v1`, true)).toBe(200);
    expect(await ask(`http://localhost:${port}/v1`, true)).toBe(200);
    expect(asked).toEqual(['/v1/models', '/v1/models']);
  });

  it.each([[['127.0.0.1']], [['10.0.0.1', '::1', '169.254.169.254']], [['fe80::1%lo']], [[]]])(
    'goes not where a name stands for %j',
    async (addresses) => {
      resolveTo(addresses);
      await expect(ask(`http://supplier.example:${port}`)).rejects.toMatchObject(refusal);
      expect(asked).toEqual([]);
    },
  );

  it('connects only to the address that it checked, even if DNS changes', async () => {
    // A second look-up, between the check and the connection, would return loopback.
    const lookup = resolveTo(['192.0.2.1'], ['127.0.0.1']);
    await expect(ask(`http://supplier.example:${port}`)).rejects.toMatchObject(refusal);
    expect(lookup).toHaveBeenCalledTimes(1);
    await expect(ask(`http://supplier.example:${port}`)).rejects.toMatchObject(refusal);
    expect(lookup).toHaveBeenCalledTimes(2);
    expect(asked).toEqual([]);
  });

  it('checks each new connection again', async () => {
    resolveTo(['127.0.0.1']);
    const http = new SupplierHttp({ baseUrl: `http://supplier.example:${port}`, internal: true });
    open.push(http);
    expect((await http.get('/', {}, forever())).status).toBe(200);
    await expect(ask(`http://supplier.example:${port}`)).rejects.toMatchObject(refusal);
    expect(asked).toEqual(['/']);
  });

  it.each([301, 302, 303, 307, 308])('follows no redirect (%i)', async (status) => {
    answer = { status, headers: { location: `http://127.0.0.1:${port}/secret` } };
    expect(await ask(`http://127.0.0.1:${port}`, true)).toBe(status);
    expect(asked).toEqual(['/models']);
  });
});
