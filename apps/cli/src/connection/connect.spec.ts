import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
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

  const open = (environment: NodeJS.ProcessEnv) =>
    connect({
      configFolder: tmpdir(),
      url: 'https://shipyard.example',
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

  it('is refused if no header can hold the token', async () => {
    expect(await factsOf(open({ SHIPYARD_TOKEN: 'pst_é' }))).toMatchObject({ exit: 4, error: 'AUTH_TOKEN_INVALID' });
  });
});
