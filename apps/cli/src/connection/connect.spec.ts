import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { version } from '../../package.json';
import { CliFailure } from '../failure';
import { Output } from '../output';
import { en } from '../words/en';
import { connect } from './connect';

/** Without a token a write is sent once. */
const write = () => new Request('https://shipyard.example/a', { method: 'POST', body: 'b' });

describe('a connection by a proxy', () => {
  let proxy: Server;
  const asked: Socket[] = [];

  beforeAll(async () => {
    proxy = createServer((socket) => {
      asked.push(socket);
      socket.on('error', () => undefined).end();
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  });

  afterAll(() => {
    for (const socket of asked) socket.destroy();
    return new Promise((resolve) => proxy.close(resolve));
  });

  const open = (environment: NodeJS.ProcessEnv, configFolder = tmpdir(), url?: string) =>
    connect({
      configFolder,
      url: url ?? 'https://shipyard.example',
      environment,
      output: new Output({ json: false, quiet: true, environment }),
      verbose: false,
      signal: new AbortController().signal,
      words: en,
    });
  const factsOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: unknown) => (error instanceof CliFailure ? error.facts : error),
    );

  it('fails at once if the proxy closes it', async () => {
    const { port } = proxy.address() as AddressInfo;
    const { fetch } = await open({ HTTPS_PROXY: `http://127.0.0.1:${port}` });
    expect(await factsOf(fetch(write()))).toMatchObject({ exit: 6, error: 'NETWORK' });
    expect(asked).toHaveLength(1);
  });

  it('is refused if the variable holds no proxy', async () => {
    expect(await factsOf(open({ HTTPS_PROXY: 'ftp://a' }))).toMatchObject({ exit: 2, error: 'USAGE' });
  });

  it('is made with the token of the environment if the kept sign-in cannot be read', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'connect-'));
    await mkdir(path.join(folder, 'login.json'));
    for (const url of ['', 'https://shipyard.example'])
      expect(await open({ SHIPYARD_TOKEN: 'pst_a' }, folder, url)).toMatchObject({
        token: 'pst_a',
        tokenFrom: 'environment',
      });
    expect(await factsOf(open({}, folder))).toMatchObject({ code: 'EISDIR' });
    await rm(folder, { recursive: true });
  });

  it('is made to https, or to this computer, and never sends a token in plain text to another', async () => {
    const at = (url: string) => open({ SHIPYARD_TOKEN: 'pst_a' }, tmpdir(), url);
    for (const url of ['https://shipyard.example', 'http://localhost:3000', 'http://[::1]:3000'])
      expect(await at(url)).toMatchObject({ origin: url, token: 'pst_a' });
    for (const url of ['http://shipyard.example', 'http://localhost.example', 'http://192.168.0.7:3000/api/v1'])
      expect(await factsOf(at(url))).toMatchObject({
        exit: 2,
        error: 'USAGE',
        message: expect.stringContaining('is not encrypted') as string,
      });
  });

  it('to this computer goes through no proxy, and says who asks', async () => {
    const { port } = proxy.address() as AddressInfo;
    const before = asked.length;
    let agent = '';
    const answering = createHttpServer(({ headers }, response) => {
      agent = headers['user-agent'] ?? '';
      response.end('here');
    });
    await new Promise<void>((resolve) => answering.listen(0, '127.0.0.1', resolve));
    const here = `http://127.0.0.1:${(answering.address() as AddressInfo).port}`;
    try {
      const { fetch } = await open({ HTTP_PROXY: `http://127.0.0.1:${port}` }, tmpdir(), here);
      const answer = await fetch(new Request(here, { method: 'POST', body: 'b' }));
      expect(await answer.text()).toBe('here');
      expect(agent).toBe(`shipyard-cli/${version} (${process.platform}; Node ${process.versions.node})`);
      expect(asked).toHaveLength(before);
    } finally {
      answering.closeAllConnections();
      await new Promise((resolve) => answering.close(resolve));
    }
  });

  it('is refused if no header can hold the token', async () => {
    expect(await factsOf(open({ SHIPYARD_TOKEN: 'pst_é' }))).toMatchObject({ exit: 4, error: 'AUTH_TOKEN_INVALID' });
  });
});
