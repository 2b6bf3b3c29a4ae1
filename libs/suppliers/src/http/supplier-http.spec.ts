import dns from 'node:dns';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AddressRefused } from '@shipyard/egress';
import type { SupplierTimeouts } from '../contract/supplier-options';
import { readJson, SupplierHttp } from './supplier-http';

describe('the way out to a supplier', () => {
  let server: Server;
  let port: number;
  let asked: string[];
  let answer: { status: number; headers: Record<string, string> };
  /** Instead of `answer`, if a test sets it. */
  let serve: ((response: ServerResponse, url: string) => void) | undefined;
  const open: SupplierHttp[] = [];

  beforeEach(async () => {
    asked = [];
    serve = undefined;
    answer = { status: 200, headers: {} };
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
      if (serve) serve(response, request.url ?? '');
      else response.writeHead(answer.status, answer.headers).end('{}');
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

  /** Each look-up returns the next answer. Answers are kept by name, so each test has a name of its own. */
  const resolveTo = (...answers: string[][]) => {
    const take = (isWanted: (address: string) => boolean) => {
      const found = (answers[0] ?? []).filter(isWanted).map((address) => ({ address, ttl: 0 }));
      return found.length > 0
        ? Promise.resolve(found)
        : Promise.reject(Object.assign(new Error('No data'), { code: 'ENODATA' }));
    };
    const resolver = dns.promises.Resolver.prototype;
    jest.spyOn(resolver, 'resolve6').mockImplementation(() => take((address) => address.includes(':')));
    return jest.spyOn(resolver, 'resolve4').mockImplementation(() => {
      const found = take((address) => !address.includes(':'));
      if (answers.length > 1) answers.shift();
      return found;
    });
  };

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

  it.each([
    ['loopback', ['127.0.0.1']],
    ['private', ['10.0.0.1', '::1', '169.254.169.254']],
    ['local', ['fe80::1%lo']],
  ])('goes not where a name stands for a %s address', async (name, addresses) => {
    resolveTo(addresses);
    await expect(ask(`http://${name}.example:${port}`)).rejects.toMatchObject(refusal);
    expect(asked).toEqual([]);
  });

  it('connects only to the address that it checked, even if DNS changes', async () => {
    // A second look-up, between the check and the connection, would return loopback.
    const lookup = resolveTo(['192.0.2.1'], ['127.0.0.1']);
    const threads = jest.spyOn(dns, 'lookup');
    await expect(ask(`http://changing.example:${port}`)).rejects.toMatchObject(refusal);
    expect([lookup.mock.calls.length, threads.mock.calls.length]).toEqual([1, 0]);
    await expect(ask(`http://changing.example:${port}`)).rejects.toMatchObject(refusal);
    expect(asked).toEqual([]);
  });

  it('checks each new connection again', async () => {
    resolveTo(['127.0.0.1']);
    const http = new SupplierHttp({ baseUrl: `http://own.example:${port}`, internal: true });
    open.push(http);
    expect((await http.get('/', {}, forever())).status).toBe(200);
    await expect(ask(`http://own.example:${port}`)).rejects.toMatchObject(refusal);
    expect(asked).toEqual(['/']);
  });

  describe('with time limits', () => {
    const timeouts = { first_byte_ms: 50, idle_ms: 50 };
    const openHasty = (more: Partial<SupplierTimeouts> = {}) => {
      const http = new SupplierHttp({ baseUrl: `http://127.0.0.1:${port}`, internal: true }, { ...timeouts, ...more });
      open.push(http);
      return http;
    };
    const timedOut = { fault: 'timeout', mayBeAccepted: true };
    const readStream = async (http: SupplierHttp) => {
      const got = await http.postJson('/stream', {}, {}, forever(), 'stream');
      while ((await got.next()) !== null);
    };

    it.each<[string, (response: ServerResponse) => void]>([
      ['its head', () => undefined],
      ['its body after its head', (response) => response.flushHeaders()],
    ])('waits for a whole answer longer than a stream waits for %s', async (_, begin) => {
      const waiting: ServerResponse[] = [];
      serve = (response, url) => {
        begin(response);
        if (url === '/whole') waiting.push(response);
      };
      const http = openHasty();
      const whole = http.postJson('/whole', {}, {}, forever()).then(readJson);
      await expect(readStream(http)).rejects.toMatchObject(timedOut);
      waiting[0]?.end('{"a":1}');
      await expect(whole).resolves.toEqual({ a: 1 });
    });

    it.each<[string, Partial<SupplierTimeouts>, (response: ServerResponse) => void]>([
      ['beyond total_ms', { total_ms: 50 }, () => undefined],
      ['in the middle of its body', {}, (response) => response.write('{"a"')],
    ])('gives up on a whole answer that is silent %s', async (_, more, begin) => {
      serve = begin;
      await expect(openHasty(more).postJson('/', {}, {}, forever()).then(readJson)).rejects.toMatchObject(timedOut);
    });
  });

  it('knows that a supplier without a connection got nothing', async () => {
    const gone = createServer();
    await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
    const { port: unused } = gone.address() as AddressInfo;
    await new Promise((resolve) => gone.close(resolve));
    const unreachable = { mayBeAccepted: false, isUnreachable: true };
    await expect(ask(`http://127.0.0.1:${unused}`, true)).rejects.toMatchObject(unreachable);
    await expect(ask('http://nowhere.invalid', true)).rejects.toMatchObject(unreachable);
    serve = (response) => void response.socket?.resetAndDestroy();
    await expect(ask(`http://127.0.0.1:${port}`, true)).rejects.toMatchObject({
      mayBeAccepted: true,
      isUnreachable: false,
    });
  });

  it('does not blame the supplier when another server cannot be reached', async () => {
    const http = new SupplierHttp({ baseUrl: `http://127.0.0.1:${port}`, internal: true });
    open.push(http);
    const image = http.getNamed(new URL('http://10.0.0.1/image.png'), forever(), 1_000);
    await expect(image).rejects.toMatchObject({ cause: expect.any(AddressRefused) as unknown, isUnreachable: false });
  });

  it.each([301, 302, 303, 307, 308])('follows no redirect (%i)', async (status) => {
    answer = { status, headers: { location: `http://127.0.0.1:${port}/secret` } };
    expect(await ask(`http://127.0.0.1:${port}`, true)).toBe(status);
    expect(asked).toEqual(['/models']);
  });
});
