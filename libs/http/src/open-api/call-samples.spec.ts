import { execFileSync } from 'node:child_process';
import { samplesOf, shipyardCall } from './call-samples';
import type { NamedOperation } from './document-parts';

const operation = (more: Partial<NamedOperation>): NamedOperation => ({
  operationId: 'projects.create',
  tags: ['projects'],
  summary: 'Create',
  security: [{ token: [] }],
  parameters: [{ name: 'slug', in: 'path', required: true, schema: {}, example: 'balcony-garden' }],
  responses: { 201: { description: '', content: { 'application/json': { schema: {}, example: { ok: true } } } } },
  method: 'POST',
  path: '/api/v1/projects/{slug}',
  ...more,
});
const body = (type: string, example: unknown) => ({ requestBody: { content: { [type]: { schema: {}, example } } } });
const PLAIN = { site: 'https://build.example', tokenVariable: 'SHIPYARD_TOKEN' };
const FACTS = {
  ...PLAIN,
  clientCall: (...call: Parameters<typeof shipyardCall>) => ({ typescript: shipyardCall(...call) }),
};

describe('the samples of a call', () => {
  it('send JSON with the token', () => {
    const { curl, typescript, python, answer } = samplesOf(
      operation(body('application/json', { name: "Ada's", open: true, at: null })),
      FACTS,
    );
    expect(curl).toBe(
      `curl 'https://build.example/api/v1/projects/balcony-garden' \\\n  -H "Authorization: Bearer $SHIPYARD_TOKEN" \\\n  -H 'Content-Type: application/json' \\\n  -d '{"name":"Ada'\\''s","open":true,"at":null}'`,
    );
    expect(typescript).toContain(
      `shipyard.api.POST('/api/v1/projects/{slug}', {\n    params: { path: { slug: "balcony-garden" } },`,
    );
    expect(python).toContain('"open": True,');
    expect(python).toContain('"at": None');
    expect(answer).toBe('{\n  "ok": true\n}');
  });

  it('use fetch where there is no client', () => {
    const { typescript } = samplesOf(operation(body('application/json', { n: 1 })), PLAIN);
    expect(typescript).toBe(
      [
        `const answer = await fetch('https://build.example/api/v1/projects/balcony-garden', {`,
        `  method: 'POST',`,
        "  headers: { Authorization: `Bearer ${process.env.SHIPYARD_TOKEN}`, 'Content-Type': 'application/json' },",
        '  body: JSON.stringify({',
        '    "n": 1',
        '  }),',
        '});',
        'if (!answer.ok) throw new Error(await answer.text());',
        'const data = await answer.json();',
      ].join('\n'),
    );
  });

  it('send the files of a form by their names', () => {
    const form = { title: 'First light', 'pots/a.png': '(the bytes of an image)' };
    const { curl, typescript, python } = samplesOf(operation(body('multipart/form-data', form)), FACTS);
    expect(curl).toContain(`-F 'title=First light' \\\n  -F 'pots/a.png=@pots/a.png'`);
    expect(typescript).toContain(`form.set('pots/a.png', await openAsBlob('pots/a.png'), 'pots/a.png');`);
    expect(python).toContain('files={"pots/a.png": open("pots/a.png", "rb")}');
  });

  it('name the method that curl would not choose, and no token where none is needed', () => {
    const { curl } = samplesOf(operation({ method: 'DELETE', security: [{}, { token: [] }] }), FACTS);
    expect(curl).toBe(`curl -X DELETE 'https://build.example/api/v1/projects/balcony-garden'`);
  });

  it('are lines that a shell reads', () => {
    const { curl } = samplesOf(operation(body('application/json', { text: 'a "b" $c `d` \\ e\n' })), FACTS);
    const printed = execFileSync('bash', ['-c', `curl() { printf '%s\\n' "\${@: -1}"; }; ${curl}`], {
      encoding: 'utf8',
    });
    expect(JSON.parse(printed)).toEqual({ text: 'a "b" $c `d` \\ e\n' });
  });
});
