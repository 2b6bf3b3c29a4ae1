import { persistentFetch } from './persistent-fetch';

const URL = 'https://build.example/api/v1/projects';
const write = (headers: Record<string, string> = { authorization: 'Bearer pst_a' }) =>
  new Request(URL, { method: 'POST', headers, body: '{"a":1}' });

/** Answers in turn. An Error is a connection that is lost. */
function serving(...answers: (Response | Error)[]) {
  const sent: { key: string | null; body: string }[] = [];
  const pauses: number[] = [];
  const fetch = persistentFetch(
    async (request) => {
      sent.push({ key: request.headers.get('idempotency-key'), body: await request.text() });
      const answer = answers.shift();
      if (answer instanceof Error || !answer) throw answer ?? new Error('No more answers');
      return answer;
    },
    {
      pause: (ms) => {
        pauses.push(ms);
        return Promise.resolve();
      },
    },
  );
  return { fetch, sent, pauses };
}

const answer = (status: number, headers: Record<string, string> = {}) => new Response('{}', { status, headers });

describe('a request that is repeated', () => {
  it('is a write with one key, whatever went wrong before', async () => {
    const { fetch, sent, pauses } = serving(
      new Error('reset'),
      answer(503, { 'retry-after': '2' }),
      answer(409, { 'retry-after': '1' }),
      answer(201),
    );
    expect((await fetch(write())).status).toBe(201);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
    expect(sent[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
    expect(sent.map(({ body }) => body)).toEqual(Array(4).fill('{"a":1}'));
    expect(pauses.slice(1)).toEqual([2_000, 1_000]);
  });

  it('keeps a key that it was given, and gives each write another one', async () => {
    const { fetch, sent } = serving(answer(201), answer(201), answer(201));
    await fetch(write({ authorization: 'Bearer a', 'idempotency-key': 'mine' }));
    await fetch(write());
    await fetch(write());
    expect([sent[0]?.key, sent[1]?.key === sent[2]?.key]).toEqual(['mine', false]);
  });

  it.each([
    { title: 'a write without a token', request: write({}), first: answer(503) },
    { title: 'what is refused', request: write(), first: answer(400) },
    { title: 'a conflict', request: write(), first: answer(409) },
    { title: 'what must wait for more than a minute', request: write(), first: answer(429, { 'retry-after': '61' }) },
  ])('is not $title', async ({ request, first }) => {
    const { fetch, sent } = serving(first, answer(200));
    expect((await fetch(request)).status).toBe(first.status);
    expect(sent).toHaveLength(1);
  });

  it('ends after four repetitions, with the last answer or the last error', async () => {
    const answers = Array.from({ length: 5 }, () => answer(500));
    const { fetch, sent } = serving(...answers);
    expect((await fetch(new Request(URL))).status).toBe(500);
    expect(sent).toHaveLength(5);
    const lost = serving(...Array.from({ length: 5 }, () => new Error('reset')));
    await expect(lost.fetch(new Request(URL))).rejects.toThrow('reset');
  });
});
