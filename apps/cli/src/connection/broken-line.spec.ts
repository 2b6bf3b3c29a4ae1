import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createShipyardClient, dataOf } from '@shipyard/client';
import { CliFailure } from '../failure';
import { sync } from '../project/sync';
import { en } from '../words/en';
import { apiFetch } from './api-answer';
import { PendingKeys } from './pending-keys';
import { retryingFetch } from './retrying-fetch';

const PROJECT = {
  id: '1',
  slug: 'lamp',
  program_id: 'demo',
  name: 'Lamp',
  tagline: '',
  tags: [],
  demo_urls: [],
  color: 'red',
};
const ANSWERS: Record<string, object> = {
  'GET /api/v1/projects/lamp': PROJECT,
  'GET /api/v1/projects/lamp/logs': { logs: [], next_cursor: null },
  'GET /api/v1/projects/lamp/assets': { assets: [] },
  'POST /api/v1/projects/sync': { readme_updated: true, logs_added: [] },
  'GET /api/v1/projects/lamp/status': { project: PROJECT, next_sequence: 1 },
};

const NO_README = '{"ok":false,"error":"README_NOT_FOUND","message":"None."}';

const FRAMES: Record<string, (body: string) => string> = {
  'that says its length': (body) => `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  'in chunks': (body) => `Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  'that ends with the connection': (body) => `\r\n${body}`,
};

const answerWith = (frame: string, body: string, status = '200 OK', type = 'application/json') =>
  `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: ${type}\r\n${FRAMES[frame]?.(body)}`;

describe('a connection that breaks', () => {
  let server: Server;
  let folder: string;
  let answer: (line: string, isFirst: boolean) => string;
  let asked: Map<string, number>;
  let keys: Set<string>;
  let bases: Set<unknown>;

  beforeAll(async () => {
    server = createServer((socket) => read(socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    folder = await mkdtemp(path.join(tmpdir(), 'broken-'));
    await mkdir(path.join(folder, 'logs'));
    await writeFile(path.join(folder, 'shipyard.yaml'), 'program: demo\nslug: lamp\nname: Lamp\n');
    await writeFile(path.join(folder, 'README.md'), '# Bright\n');
  });

  beforeEach(() => {
    asked = new Map();
    keys = new Set();
    bases = new Set();
  });

  afterAll(async () => {
    await rm(folder, { recursive: true });
    await new Promise((resolve) => server.close(resolve));
  });

  function read(socket: Socket): void {
    let text = '';
    socket
      .on('error', () => undefined)
      .on('data', (chunk) => {
        text += chunk.toString('latin1');
        const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
        const head = text.indexOf('\r\n\r\n');
        if (head < 0 || text.length < head + 4 + length) return;
        const line = /^\w+ [^ ?]+/.exec(text)?.[0] ?? '';
        const key = /idempotency-key: (\S+)/i.exec(text)?.[1];
        if (key !== undefined) keys.add(key);
        if (line.endsWith('/sync')) bases.add(baseIn(text.slice(head + 4)));
        const count = (asked.get(line) ?? 0) + 1;
        asked.set(line, count);
        socket.end(answer(line, count === 1));
      });
  }

  const baseIn = (body: string) => (JSON.parse(body) as { base_updated_at?: string }).base_updated_at;

  function open() {
    const fetch = retryingFetch({
      fetch: (url, init) => globalThis.fetch(url, init),
      keys: new PendingKeys(folder),
      signal: new AbortController().signal,
      words: en,
      trace: () => undefined,
      tell: () => undefined,
      pause: () => Promise.resolve(),
    });
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return { client: createShipyardClient({ baseUrl, token: 'pst_a', fetch: apiFetch(fetch, en) }) };
  }

  const reporter = { step: () => undefined, uploaded: () => undefined };
  const body = (line: string) => JSON.stringify({ ok: true, data: ANSWERS[line] });
  const whoAmI = () =>
    dataOf(open().client.GET('/api/v1/accounts/me')).then(
      () => null,
      (error: unknown) => (error instanceof CliFailure ? error.facts : error),
    );

  // A sync for every byte would take too long. The next test breaks a GET (`whoAmI`) at every byte.
  it('at every third byte of its answers ends in a whole sync', async () => {
    const whole = (line: string) =>
      line in ANSWERS
        ? answerWith('that says its length', body(line))
        : answerWith('that says its length', NO_README, '404 Not Found');
    const longest = Math.max(...Object.keys(ANSWERS).map((line) => whole(line).length));
    for (let bytes = 0; bytes < longest; bytes += 3) {
      asked.clear();
      keys.clear();
      answer = (line, isFirst) => (isFirst ? whole(line).slice(0, bytes) : whole(line));
      const { outcome } = await sync(folder, open(), reporter, en);
      expect([bytes, outcome.readme_updated, outcome.next_sequence]).toEqual([bytes, true, 1]);
      expect([bytes, keys.size, Math.max(...asked.values())]).toEqual([bytes, 1, 2]);
    }
    // Somebody may write the first README just now.
    expect(bases).toEqual(new Set(['1970-01-01T00:00:00.000Z']));
  });

  it.each(Object.keys(FRAMES))('at any byte of an answer %s is tried again', async (frame) => {
    const whole = answerWith(frame, '{"ok":true,"data":{"account":{}}}');
    // What follows the last chunk tells nothing.
    const needed = whole.lastIndexOf('}') + 1;
    for (let bytes = 0; bytes < needed; bytes++) {
      asked.clear();
      answer = (_, isFirst) => (isFirst ? whole.slice(0, bytes) : whole);
      expect([bytes, await whoAmI(), ...asked.values()]).toEqual([bytes, null, 2]);
    }
  });

  it.each(Object.keys(FRAMES))('for good in an answer %s is a failure of the network', async (frame) => {
    const whole = answerWith(frame, '{"ok":true,"data":{"account":{}}}');
    const bodyFrom = whole.indexOf('{');
    for (const bytes of [0, 9, bodyFrom - 1, bodyFrom, bodyFrom + 1, whole.lastIndexOf('}')]) {
      asked.clear();
      answer = () => whole.slice(0, bytes);
      expect([bytes, await whoAmI()]).toEqual([bytes, expect.objectContaining({ exit: 6, error: 'NETWORK' })]);
      expect(Math.max(...asked.values())).toBe(5);
    }
  });

  it.each([
    { what: 'a page', text: '<html>Sign in to the Wi-Fi</html>', type: 'text/html' },
    { what: 'a page that says to be JSON', text: '<html>', type: 'application/json' },
    { what: 'JSON of another form', text: '{"hello":1}', type: 'application/json' },
    { what: 'a success without data', text: '{"ok":true}', type: 'application/json' },
    { what: 'a list', text: '[]', type: 'application/json' },
    { what: 'an answer of the API with another type', text: '{"ok":true,"data":{}}', type: 'text/plain' },
    { what: 'a page that refuses', text: '<html>', type: 'text/html', status: '403 Forbidden' },
    { what: 'a page that is not there', text: '<html>', type: 'text/html', status: '404 Not Found' },
    { what: 'a gateway that is down', text: '<html>', type: 'text/html', status: '502 Bad Gateway' },
    { what: 'a way to another page', text: '', type: 'text/html', status: '302 Found' },
  ])('says that $what is not the API', async ({ text, type, status }) => {
    answer = () => answerWith('that says its length', text, status, type);
    expect(await whoAmI()).toMatchObject({
      exit: 6,
      message: expect.stringContaining('not the API of Shipyard') as string,
      hint: en.connection.noServiceHint,
    });
  });
});
