import fc from 'fast-check';
import { dump } from 'js-yaml';
import { YamlLines } from './yaml-lines';

describe('the lines of a YAML text', () => {
  it.each<[string, number]>([
    ['suppliers', 2],
    ['suppliers[0]', 4],
    ['suppliers[0].api_keys', 5],
    ['suppliers[0].api_keys[1]', 6],
    ['suppliers[1].id', 9],
    ['suppliers[2]', 10],
    ['models[0].prices[1].b', 12],
    ['models[0].prices', 11],
    ['models[0].prices[7].b.c', 11],
    ['models[0].routes', 11],
    ['nothing[0].at.all', 1],
    ['', 1],
  ])('have %s in line %i', (path, line) => {
    const text = [
      '# a comment',
      'suppliers:',
      '  # another',
      '  - id: a',
      '    api_keys: [x,',
      '      y]',
      '',
      '  -',
      '    "id": b',
      '  - { id: c, note: {} }',
      'models: [{ id: m, prices: [ { a: 1 },',
      '    { b: 2 } ] }]',
    ].join('\n');
    expect(new YamlLines(text).of(path)).toBe(line);
  });

  it.each<[string, string]>([
    ['nothing', ''],
    ['only a comment', '# a'],
    ['a single value', 'a'],
    ['an empty member', 'a:\n  -\n  - b'],
    ['a mapping as a key', '? { b: c }\n: d'],
  ])('are found in %s', (_, text) => {
    expect(new YamlLines(text).of('a')).toBe(1);
  });

  it('are the lines of the values, in any YAML style', () => {
    const { value: tree } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constant('leaf'),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(
          fc.stringMatching(/^[a-z #:"'{é-]{1,6}$/).filter((name) => !name.includes('leaf')),
          tie('value'),
          { maxKeys: 4 },
        ),
      ),
    }));
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('suppliers', 'models'), tree, { minKeys: 1 }),
        fc.constantFrom('block', 'flow', 'json', 'windows'),
        (file, style) => {
          const leaves: string[] = [];
          const marked = mark(file, '', leaves);
          const text = write(marked, style);
          const lines = new YamlLines(text);
          const written = text.split(/\r?\n/);
          for (const [at, path] of leaves.entries()) expect(written[lines.of(path) - 1]).toContain(`leaf-${at}-`);
        },
      ),
    );
  });
});

function mark(value: unknown, path: string, leaves: string[]): unknown {
  if (Array.isArray(value)) return value.map((member: unknown, at) => mark(member, `${path}[${at}]`, leaves));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, member]): [string, unknown] => [
        name,
        mark(member, path === '' ? name : `${path}.${name}`, leaves),
      ]),
    );
  }
  return `leaf-${leaves.push(path) - 1}-`;
}

function write(value: unknown, style: string): string {
  if (style === 'json') return JSON.stringify(value, null, 2);
  const text = `# above\n\n${dump(value, { lineWidth: -1, ...(style === 'flow' && { flowLevel: 2 }) })}`;
  return style === 'windows' ? text.replaceAll('\n', '\r\n') : text;
}
