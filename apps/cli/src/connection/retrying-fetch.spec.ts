import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CliFailure } from '../failure';
import { en } from '../words/en';
import { PendingKeys } from './pending-keys';
import { retryingFetch } from './retrying-fetch';

type Outcome = Response | Error | (() => Response);

const TOKEN = { authorization: 'Bearer pst_a' };

describe('a request of the command line', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'keys-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  function sender(outcomes: Outcome[], controller = new AbortController()) {
    const sent: { key: string | null; body: string }[] = [];
    const pauses: number[] = [];
    const told: string[] = [];
    const fetch = retryingFetch({
      fetch: async (_, init) => {
        sent.push({
          key: new Headers(init.headers).get('idempotency-key'),
          body: await new Response(init.body).text(),
        });
        const outcome = outcomes.shift();
        if (outcome === undefined) throw new Error('Nothing is left to answer');
        if (outcome instanceof Error) throw outcome;
        return typeof outcome === 'function' ? outcome() : outcome;
      },
      keys: new PendingKeys(folder),
      signal: controller.signal,
      words: en,
      trace: () => undefined,
      tell: (line) => void told.push(line),
      pause: (ms) => {
        pauses.push(ms);
        return Promise.resolve();
      },
    });
    const pending = () => readdir(path.join(folder, 'pending')).catch(() => []);
    return { fetch, sent, pauses, told, pending };
  }

  const reset = () =>
    Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error(), { code: 'ECONNRESET' }) });
  const silent = () =>
    Object.assign(new TypeError('fetch failed'), {
      cause: Object.assign(new Error(), { code: 'UND_ERR_HEADERS_TIMEOUT' }),
    });
  const get = () => new Request('https://build.example/a');
  const post = (body = 'b', headers: Record<string, string> = TOKEN) =>
    new Request('https://build.example/a', { method: 'POST', body, headers });
  const status = (code: number, headers: Record<string, string> = {}) => new Response('', { status: code, headers });
  const failureOf = (answer: Promise<Response>) =>
    answer.then(
      () => null,
      (error: unknown) => (error instanceof CliFailure ? error.facts : error),
    );

  it('is repeated after a lost connection and a 5xx, a little later each time', async () => {
    const { fetch, sent, pauses } = sender([reset(), status(503), status(500), status(200)]);
    expect((await fetch(get())).status).toBe(200);
    expect(sent).toHaveLength(4);
    expect(pauses.every((ms, index) => ms >= 200 * 2 ** index && ms <= 400 * 2 ** index)).toBe(true);
  });

  it('is given up after four repetitions', async () => {
    const lost = sender(Array.from({ length: 5 }, reset));
    expect(await failureOf(lost.fetch(get()))).toMatchObject({
      exit: 6,
      error: 'NETWORK',
      hint: expect.stringContaining('--url https://') as unknown,
    });
    expect(lost.told).toEqual(['https://build.example cannot be reached (ECONNRESET). Trying again.']);
    const { fetch, sent } = sender(Array.from({ length: 5 }, () => status(503)));
    expect((await fetch(get())).status).toBe(503);
    expect(sent).toHaveLength(5);
  });

  it('is not repeated after a minute without an answer', async () => {
    const { fetch, sent } = sender([silent()]);
    expect(await failureOf(fetch(get()))).toMatchObject({ exit: 6, error: 'TIMEOUT' });
    expect(sent).toHaveLength(1);
  });

  it.each([400, 401, 404, 409, 422])('is not repeated after a %d', async (code) => {
    const { fetch, sent } = sender([status(code)]);
    expect((await fetch(post())).status).toBe(code);
    expect(sent).toHaveLength(1);
  });

  it('waits as Retry-After says, for a minute at most', async () => {
    const { fetch, pauses } = sender([status(429, { 'retry-after': '60' }), status(200)]);
    await fetch(get());
    expect(pauses).toEqual([60_000]);
    const tooLong = sender([status(503, { 'retry-after': '61' })]);
    expect(await failureOf(tooLong.fetch(get()))).toMatchObject({ exit: 7, details: { retry_after_seconds: 61 } });
    expect(tooLong.pauses).toEqual([]);
  });

  it('has one key in all repetitions, which is forgotten once there is an answer', async () => {
    const { fetch, sent, pending } = sender([reset(), status(409, { 'retry-after': '1' }), status(201)]);
    await fetch(post());
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
    expect(sent.map(({ body }) => body)).toEqual(['b', 'b', 'b']);
    expect(sent[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
    expect(await pending()).toEqual([]);
  });

  it('takes the key of the equal request that got no answer, in another process', async () => {
    const first = sender(Array.from({ length: 5 }, reset));
    await failureOf(first.fetch(post()));
    expect(await first.pending()).toHaveLength(1);
    const second = sender([status(201), status(201), status(201)]);
    await second.fetch(post('another'));
    await second.fetch(post());
    await second.fetch(post());
    const [other, same, fresh] = second.sent.map(({ key }) => key);
    expect(same).toBe(first.sent[0]?.key);
    expect(new Set([other, same, fresh]).size).toBe(3);
  });

  it('knows an equal form, whose boundary differs each time', async () => {
    const form = () => {
      const data = new FormData();
      data.set('file', new Blob(['a']), 'a.png');
      return new Request('https://build.example/a', { method: 'POST', body: data, headers: TOKEN });
    };
    const first = sender(Array.from({ length: 5 }, reset));
    await failureOf(first.fetch(form()));
    const second = sender([status(201)]);
    await second.fetch(form());
    expect(second.sent[0]?.key).toBe(first.sent[0]?.key);
  });

  it('has no key and is not repeated if it writes without a token', async () => {
    const { fetch, sent } = sender([reset()]);
    expect(await failureOf(fetch(post('b', {})))).toMatchObject({ exit: 6 });
    expect(sent).toEqual([{ key: null, body: 'b' }]);
  });

  it('is repeated without a key in an interview, whose answers name their question', async () => {
    const { fetch, sent } = sender([reset(), status(200)]);
    await fetch(post('b', { authorization: 'Bearer ivs_a' }));
    expect(sent.map(({ key }) => key)).toEqual([null, null]);
  });

  it('is not repeated once its own signal ended it', async () => {
    const controller = new AbortController();
    const { fetch, sent } = sender([
      () => {
        controller.abort(new Error('held back'));
        throw reset();
      },
      status(200),
    ]);
    await expect(fetch(new Request('https://build.example/a', { signal: controller.signal }))).rejects.toThrow(
      'held back',
    );
    expect(sent).toHaveLength(1);
  });

  it('ends with 130 if it is interrupted', async () => {
    const controller = new AbortController();
    controller.abort();
    expect(await failureOf(sender([reset()], controller).fetch(get()))).toMatchObject({ exit: 130 });
  });
});
