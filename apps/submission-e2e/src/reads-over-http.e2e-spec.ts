import { callApi, drawImage, sharedStack, waitUntil } from '@shipyard/testing';
import { Participant } from './participant';

describe('reads over HTTP', () => {
  const stack = sharedStack();
  const { credentials } = stack;
  const url = credentials.submission_url;
  const owner = new Participant(url, credentials.participant.token, credentials.program_id);
  let slug: string;
  let image: string;
  let size: number;
  let reads: string[];

  beforeAll(async () => {
    slug = await owner.createProject();
    const { body } = await owner.putReadme(slug, '![a](a.png)', { 'a.png': await drawImage() });
    image = new URL(body.data.images[0]?.url ?? '', url).href;
    size = (await (await fetch(image)).arrayBuffer()).byteLength;
    // A list changes when the small sizes of an image are made.
    await waitUntil(
      () => stack.query('submission', `SELECT FROM asset_variant_tasks WHERE status = 'pending'`),
      (waiting) => waiting.length === 0,
    );
    const { program_id: program, participant } = credentials;
    reads = [
      '/projects',
      `/projects/${slug}`,
      `/projects/${slug}/readme`,
      `/projects/${slug}/logs`,
      '/programs',
      `/programs/${program}`,
      `/programs/${program}/projects`,
      `/docs/${program}`,
      `/creators/${participant.handle}`,
    ];
  });

  const headersOf = ({ headers }: Response, ...names: string[]) =>
    Object.fromEntries(names.map((name) => [name, headers.get(name)]));
  const ask = (address: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(address.startsWith('/') ? url + address : address, { method, headers });

  it('answer HEAD like GET, without the body', async () => {
    for (const read of [...reads, image]) {
      // A compressed answer has no length before its end.
      const plain = { 'accept-encoding': 'identity' };
      const [get, head] = [await ask(read, plain), await ask(read, plain, 'HEAD')];
      const names = ['etag', 'cache-control', 'content-type', 'content-length', 'access-control-allow-origin'];
      expect([read, head.status, headersOf(head, ...names)]).toEqual([read, 200, headersOf(get, ...names)]);
      expect(await head.text()).toBe('');
    }
  });

  it('send the same cache and CORS headers with 304 as with 200', async () => {
    for (const read of [...reads, image]) {
      const whole = await ask(read);
      const etag = whole.headers.get('etag') ?? '';
      for (const sent of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const answer = await ask(read, { 'if-none-match': sent });
        const names = ['etag', 'cache-control', 'access-control-allow-origin', 'content-security-policy'];
        expect([read, answer.status, headersOf(answer, ...names)]).toEqual([read, 304, headersOf(whole, ...names)]);
        expect(await answer.text()).toBe('');
      }
      expect((await ask(read, { 'if-none-match': '"other"' })).status).toBe(200);
    }
  });

  it('are open to every origin, even when they fail; nothing else is', async () => {
    const origin = { origin: 'https://elsewhere.example' };
    const allowed = async (address: string, method = 'GET') =>
      (await ask(address, origin, method)).headers.get('access-control-allow-origin');
    for (const read of [...reads, image, '/projects/nowhere', '/projects?limit=0', '/assets/nothing.png'])
      expect([read, await allowed(read)]).toEqual([read, '*']);
    for (const [method, path] of [
      ['GET', '/nowhere'],
      ['GET', '/accounts/me'],
      ['GET', `/projects/${slug}/status`],
      ['POST', '/projects'],
      ['POST', '/accounts'],
      ['POST', '/accounts/login'],
      ['PUT', `/projects/${slug}/readme`],
      ['DELETE', `/projects/${slug}`],
    ] as const) {
      expect([method, path, await allowed(path, method)]).toEqual([method, path, null]);
    }
  });

  it('allow no preflight, so that no origin can ask for more', async () => {
    for (const path of ['/projects', `/projects/${slug}`, '/accounts/login', '/nowhere']) {
      const answer = await ask(
        path,
        {
          origin: 'https://elsewhere.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization',
        },
        'OPTIONS',
      );
      expect([
        path,
        answer.status,
        answer.headers.get('access-control-allow-origin'),
        answer.headers.get('access-control-allow-methods'),
      ]).toEqual([path, path === '/nowhere' ? 404 : 405, null, null]);
      expect(await answer.json()).toMatchObject({ ok: false });
    }
  });

  it('refuse a method that a URL does not have, and name those that it has', async () => {
    for (const [method, path] of [
      ['DELETE', '/projects'],
      ['PUT', `/projects/${slug}`],
      ['POST', `/projects/${slug}/readme`],
      ['PATCH', `/projects/${slug}/readme`],
    ] as const) {
      const { body, headers } = await owner.refused(method, path);
      expect([body.error, headers.get('allow')]).toEqual(['METHOD_NOT_ALLOWED', expect.not.stringContaining(method)]);
    }
  });

  it('serve ranges of an image', async () => {
    const etag = (await ask(image)).headers.get('etag') ?? '';
    const bytes = Buffer.from(await (await ask(image)).arrayBuffer());
    const rows: [Record<string, string>, number, string | null, Buffer][] = [
      [{ range: 'bytes=0-9' }, 206, `bytes 0-9/${size}`, bytes.subarray(0, 10)],
      [{ range: 'bytes=10-' }, 206, `bytes 10-${size - 1}/${size}`, bytes.subarray(10)],
      [{ range: 'bytes=-5' }, 206, `bytes ${size - 5}-${size - 1}/${size}`, bytes.subarray(-5)],
      [{ range: `bytes=0-${size + 50}` }, 206, `bytes 0-${size - 1}/${size}`, bytes],
      [{ range: `bytes=${size - 1}-${size - 1}` }, 206, `bytes ${size - 1}-${size - 1}/${size}`, bytes.subarray(-1)],
      [{ range: `bytes=${size}-` }, 416, `bytes */${size}`, Buffer.alloc(0)],
      [{ range: 'bytes=-0' }, 416, `bytes */${size}`, Buffer.alloc(0)],
      [{ range: 'bytes=0-1,4-5' }, 200, null, bytes],
      [{ range: 'bytes=9-0' }, 200, null, bytes],
      [{ range: 'items=0-1' }, 200, null, bytes],
      [{ range: 'bytes=0-9', 'if-range': etag }, 206, `bytes 0-9/${size}`, bytes.subarray(0, 10)],
      [{ range: 'bytes=0-9', 'if-range': '"other"' }, 200, null, bytes],
    ];
    for (const [sent, status, range, body] of rows) {
      const answer = await ask(image, sent);
      expect([
        sent,
        answer.status,
        answer.headers.get('content-range'),
        Buffer.from(await answer.arrayBuffer()).equals(body),
      ]).toEqual([sent, status, range, true]);
      expect(headersOf(answer, 'accept-ranges', 'etag', 'x-content-type-options', 'content-security-policy')).toEqual({
        'accept-ranges': 'bytes',
        etag,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      });
    }
    const head = await ask(image, { range: 'bytes=0-9' }, 'HEAD');
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([206, '10', '']);
  });

  it('serve an image under one extension only', async () => {
    expect(
      (await callApi(url, 'GET', new URL(image).pathname.replace('/api/v1', '').replace('.png', '.jpg'))).status,
    ).toBe(404);
  });
});
