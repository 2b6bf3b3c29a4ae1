import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { MockAgent } from 'undici';
import { downloadImage, DownloadRefused, openImageAgent } from './download-image';

describe('the download of an image', () => {
  let folder: string;
  let file: string;
  let agent: MockAgent;
  const { signal } = new AbortController();

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'download-'));
    file = path.join(folder, 'image');
    agent = new MockAgent();
    agent.disableNetConnect();
  });

  afterEach(async () => {
    await agent.close();
    await rm(folder, { recursive: true });
  });

  const answer = (
    origin: string,
    at: string,
    status: number,
    body: string | Buffer = '',
    headers: Record<string, string> = {},
  ) => agent.get(origin).intercept({ path: at }).reply(status, body, { headers });
  const refusal = async (url: string) => {
    const refused: unknown = await downloadImage(url, file, agent, signal).catch((error: unknown) => error);
    if (!(refused instanceof DownloadRefused)) throw new Error('was not refused', { cause: refused });
    return refused.isFinal;
  };

  it('follows three redirects and writes the file', async () => {
    answer('https://a.example', '/1', 302, '', { location: '/2' });
    answer('https://a.example', '/2', 307, '', { location: 'https://b.example/3?x=1' });
    answer('https://b.example', '/3?x=1', 301, '', { location: '/4' });
    answer('https://b.example', '/4', 200, 'image');
    await downloadImage('https://a.example/1', file, agent, signal);
    expect(await readFile(file, 'utf8')).toBe('image');
  });

  it('accepts exactly 5 MB', async () => {
    answer('https://a.example', '/1', 200, Buffer.alloc(5 * 1024 * 1024));
    await downloadImage('https://a.example/1', file, agent, signal);
    answer('https://a.example', '/2', 200, Buffer.alloc(5 * 1024 * 1024 + 1));
    expect(await refusal('https://a.example/2')).toBe(true);
  });

  it.each([
    [404, true],
    [410, true],
    [204, true],
    [304, true],
    [408, false],
    [429, false],
    [500, false],
    [503, false],
  ])('fails with status %i, permanently: %s', async (status, isFinal) => {
    answer('https://a.example', '/1', status);
    expect(await refusal('https://a.example/1')).toBe(isFinal);
  });

  it('follows no redirect to http, without a location, or after three others', async () => {
    answer('https://a.example', '/1', 302, '', { location: 'http://a.example/2' });
    answer('https://a.example', '/2', 302, '', { location: 'https://' });
    agent
      .get('https://a.example')
      .intercept({ path: '/3' })
      .reply(302, '', { headers: { location: '/3' } })
      .times(4);
    for (const at of ['/1', '/2', '/3']) expect(await refusal(`https://a.example${at}`)).toBe(true);
  });

  it.each(['http://a.example/1', 'https://user@a.example/1', 'https://:word@a.example/1'])(
    'does not request %s',
    async (url) => {
      expect(await refusal(url)).toBe(true);
    },
  );

  it.each(['https://127.0.0.1/1', 'https://[::1]/1', 'https://10.0.0.1/1', 'https://localhost/1'])(
    'connects to no private address: %s',
    async (url) => {
      const guarded = openImageAgent();
      const refused: unknown = await downloadImage(url, file, guarded, signal).catch((error: unknown) => error);
      await guarded.destroy();
      expect(refused).toMatchObject({
        isFinal: true,
        cause: { message: expect.stringContaining('no globally routable address') as unknown },
      });
    },
  );

  it("fails with the signal's reason when its worker stops", async () => {
    const stop = AbortSignal.abort(new Error('stops'));
    await expect(downloadImage('https://a.example/1', file, agent, stop)).rejects.toThrow('stops');
  });
});
