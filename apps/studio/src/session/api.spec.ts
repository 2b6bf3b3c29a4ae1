import { answerOf } from './api';

describe('an answer of the API', () => {
  it('is its data', async () => {
    const call = Promise.resolve({ data: { ok: true as const, data: { free: true } }, response: new Response('{}') });
    expect(await answerOf(call)).toEqual({ kind: 'ok', data: { free: true } });
  });

  it('is what the service refuses, with what a page shows of it', async () => {
    const refusal = { error: 'RATE_LIMITED', message: 'Wait.', details: { retry_after_seconds: 7 } };
    const response = new Response('', { status: 429, headers: { 'retry-after': '7', 'x-request-id': 'r1' } });
    expect(await answerOf(Promise.resolve({ error: { ok: false, ...refusal }, response }))).toEqual({
      kind: 'refused',
      status: 429,
      ...refusal,
      requestId: 'r1',
      retryAfter: 7,
    });
  });

  it.each([
    { title: 'a lost connection', failure: new TypeError('Failed to fetch') },
    { title: 'a page of a proxy', failure: new SyntaxError('Unexpected token <') },
  ])('is none for $title', async ({ failure }) => {
    expect(await answerOf(Promise.reject(failure))).toEqual({ kind: 'unreachable' });
  });
});
