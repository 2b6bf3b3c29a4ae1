import { callCode, type ShownCall } from './call-code';

const chat: ShownCall = {
  site: 'https://gateway.example',
  path: '/v1/chat/completions',
  body: { model: 'm', messages: [{ role: 'user', content: `It's "a"\nline` }], max_tokens: 5 },
};
const search: ShownCall = { site: 'https://gateway.example', path: '/v1/searches', body: { query: '天气' } };

describe('a call as code', () => {
  it('ends its text in a shell only where the text ends', () => {
    const code = callCode('curl', chat);
    expect(code).toContain(`"It'\\''s \\"a\\"\\nline"`);
    expect(code.replaceAll(`'\\''`, '').split("'")).toHaveLength(5);
  });

  it("uses the methods of OpenAI's client, and its general one for a search", () => {
    expect(callCode('python', chat)).toContain(
      `client.chat.completions.create(\n    model="m",\n    messages=[{"role":"user","content":"It's \\"a\\"\\nline"}],\n    max_tokens=5,\n)`,
    );
    expect(callCode('python', search)).toContain(`client.post("/searches", cast_to=object, body={"query":"天气"})`);
    expect(callCode('typescript', chat)).toContain('await client.chat.completions.create({\n  "model": "m"');
    expect(callCode('typescript', search)).toContain(`await client.post('/searches', { body: {\n  "query": "天气"`);
  });
});
