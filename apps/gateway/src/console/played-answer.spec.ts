import type { IncomingMessage } from 'node:http';
import { readAnswer } from './played-answer';

const read = (body: unknown, headers: Record<string, string> = {}, statusCode = 200) =>
  readAnswer({ statusCode, headers } as unknown as IncomingMessage, Buffer.from(JSON.stringify(body)));

describe('the answer of a call in the playground', () => {
  it('is read as far as the page shows it', () => {
    const headers = { 'x-request-id': 'r', 'x-gateway-cost-cny': '0.000000001' };
    const usage = {
      prompt_tokens: 3,
      completion_tokens: 5,
      cost_cny: 0.1,
      prompt_tokens_details: { cached_tokens: 0 },
    };
    expect(read({ choices: [{ message: { content: 'Hi' } }], usage }, headers)).toMatchObject({
      requestId: 'r',
      costCny: '0.000000001',
      usage: [
        ['prompt_tokens', 3],
        ['completion_tokens', 5],
      ],
      text: 'Hi',
      results: null,
      error: null,
    });
    const images = read({ data: [{ url: 'https://gateway.example/v1/files/a.png?expires=1' }, { b64_json: 'x' }] });
    expect(images.images).toEqual(['/v1/files/a.png?expires=1']);
    expect(read({ results: [{ title: null, url: 'https://a.example', snippet: 'S' }] }).results).toEqual([
      { title: 'https://a.example', url: 'https://a.example', snippet: 'S' },
    ]);
    expect(read({ error: { code: 'insufficient_quota', message: 'No money' } }, {}, 429)).toMatchObject({
      status: 429,
      costCny: null,
      error: { code: 'insufficient_quota', message: 'No money' },
    });
  });

  it('may be of any other shape', () => {
    for (const body of ['x', null, [], { choices: [] }, { choices: [null] }, { data: 'x', results: [1], error: 'x' }])
      expect(() => read(body)).not.toThrow();
  });
});
