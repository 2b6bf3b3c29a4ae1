import fc from 'fast-check';
import { FakeServer } from './__fixtures__/fake-server';
import { bytesOf, imageBytes, NOW } from './__fixtures__/project-files';
import { readProject } from './check-project';
import { isPortableName } from './portable-path';
import { planPull } from './pull-plan';
import { isEmptyPlan, planSync } from './sync-plan';
import type { ProjectFiles } from './types';

const pathsOf = (server: FakeServer): string[] => {
  const { texts, images } = planPull(server.state);
  return [...texts.keys(), ...images.flatMap(({ paths }) => paths)];
};

function pull(server: FakeServer): ProjectFiles {
  const { texts, images } = planPull(server.state);
  return new Map([
    ...[...texts].map(([path, text]) => [path, bytesOf(text)] as const),
    ...images.flatMap(({ file_id, paths }) => paths.map((path) => [path, server.download(file_id)] as const)),
  ]);
}

describe('the name of a pulled image', () => {
  const server = (...paths: (string | null)[]) => {
    const made = new FakeServer();
    const ids = paths.map((path, at) => made.upload(imageBytes(String(at)), path));
    made.state.readme = ids.map((id) => `![x](${id})`).join('\n');
    return made;
  };
  const OWN = /^images\/[0-9a-f]{12}\.png$/;

  it('is the one that it was sent with', () => {
    const made = server('photos/a@2x (1).png', 'b+c.jpg', '图/灯.png');
    expect(pathsOf(made).slice(2)).toEqual(['photos/a@2x (1).png', 'b+c.jpg', '图/灯.png']);
    expect(planPull(made.state).texts.get('README.md')).toBe(
      '![x](photos/a@2x%20%281%29.png)\n![x](b+c.jpg)\n![x](图/灯.png)',
    );
  });

  it.each([
    { path: null },
    { path: 'con.png' },
    { path: 'images/NUL.tar.png' },
    { path: 'com1 .png' },
    { path: 'aux/a.png' },
    { path: 'a:b.png' },
    { path: 'a./b.png' },
    { path: 'a /b.png' },
    { path: 'what?.png' },
    { path: 'a\\b.png' },
    { path: '.git/hooks/a.png' },
    { path: 'node_modules/a.png' },
    { path: 'shipyard.yaml' },
    { path: 'README.md/a.png' },
    { path: 'logs/0001-a.md' },
    { path: 'script.sh' },
    { path: `${'x'.repeat(252)}.png` },
  ])('is a new one instead of $path', ({ path }) => {
    expect(pathsOf(server(path))[2]).toMatch(OWN);
  });

  it('is new where another image has it, also in other letters or as a folder', () => {
    const [, , first, ...others] = pathsOf(server('a.png', 'A.PNG', 'a.png/b.png', 'a.png'));
    expect(first).toBe('a.png');
    expect(others).toEqual([OWN, OWN, OWN].map((own) => expect.stringMatching(own) as unknown));
  });

  it('is the path of the README before all others', () => {
    const made = server('a.png');
    made.upload(imageBytes('named'));
    const [, named] = made.state.assets;
    named?.readme_paths.push('a.png');
    made.state.readme += '\n![x](a.png)';
    expect(planPull(made.state).texts.get('README.md')).toMatch(
      /^!\[x\]\(images\/[0-9a-f]{12}\.png\)\n!\[x\]\(a\.png\)$/,
    );
  });

  it('exists on every system, and no two meet, whatever the paths are', () => {
    const segment = fc.oneof(
      fc.constantFrom(
        'a',
        'A',
        'ß',
        'ẞ',
        'ſ',
        's',
        'é',
        'con',
        'Nul',
        'lpt¹',
        '.git',
        '..',
        'images',
        'logs',
        'a.png',
        'x. ',
      ),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
    );
    const odd = fc
      .tuple(fc.array(segment, { maxLength: 3 }), segment, fc.constantFrom('.png', '.PNG', '.jpg', '', '.png.'))
      .map(([folders, name, ending]) => [...folders, name + ending].join('/').normalize('NFC'));
    const alike = fc.constantFrom(
      'a.png',
      'A.png',
      'a.PNG',
      'a.png/b.png',
      'A.png/B.png',
      'ß.png',
      'ẞ.png',
      'images/a.png',
    );
    const file = fc.oneof(odd, alike);
    const images = fc.array(fc.record({ path: fc.option(file), named: fc.option(file) }), { maxLength: 6 });
    fc.assert(
      fc.property(images, (given) => {
        const made = new FakeServer();
        const ids = given.map(({ path }, at) => made.upload(imageBytes(String(at)), path));
        given.forEach(({ named }, at) => {
          const isTaken = made.state.assets.some(({ readme_paths: paths }) => paths.includes(named ?? ''));
          if (named !== null && !isTaken) made.state.assets[at]?.readme_paths.push(named);
        });
        const named = made.state.assets.flatMap(({ readme_paths: paths }) => paths);
        made.state.readme = [...ids, ...named.map((path) => path.split('/').map(encodeURIComponent).join('/'))]
          .map((address) => `![x](<${address}>)`)
          .join('\n\n');
        const paths = pathsOf(made);
        for (const path of paths) expect(path.split('/').every(isPortableName)).toBe(true);
        const folded = paths.map((path) => path.normalize('NFC').toUpperCase());
        for (const one of folded)
          for (const other of folded) expect(one !== other && `${other}/`.startsWith(`${one}/`)).toBe(false);
        expect(new Set(folded).size).toBe(folded.length);
      }),
      { numRuns: 200 },
    );
  });

  it('leaves a folder that a sync has nothing to do in', () => {
    const made = server('con.png', 'a.png', 'A.png');
    const { project } = readProject(pull(made), NOW);
    expect(project && isEmptyPlan(planSync(project, made.state))).toBe(true);
  });
});

describe('a pulled log with images beside its text', () => {
  const withBeside = (content_md: string) => {
    const made = new FakeServer();
    const [shown, beside] = ['shown', 'beside'].map((name) => made.upload(imageBytes(name), `${name}.png`));
    made.take({
      bodies: [
        { project_id: 'x', new_logs: [{ sequence: 1, title: 'One', content_md: `${content_md}![a](${shown ?? ''})` }] },
      ],
      patch: null,
    });
    const [log] = made.state.logs;
    const urls = made.state.assets.map(({ url }) => url);
    if (log) Object.assign(log, { image_urls: [...urls, urls[1]], captions: ['', 'The [bow]', ''] });
    expect(beside).toBeDefined();
    return made;
  };

  it('shows them behind it, and a sync has nothing to do', () => {
    const made = withBeside('Text.\n\n');
    const text = planPull(made.state).texts.get('logs/0001-one.md');
    expect(text).toMatch(/\n\nText\.\n\n!\[a\]\(\.\.\/shown\.png\)\n\n!\[The \\\[bow\\\]\]\(\.\.\/beside\.png\)\n$/);
    for (const files of [
      pull(made),
      new Map([...pull(made), ['logs/0001-one.md', bytesOf((text ?? '').replace(/\n\n!\[The.*/, ''))]]),
    ]) {
      const { project } = readProject(files, NOW);
      expect(project && isEmptyPlan(planSync(project, made.state))).toBe(true);
    }
  });

  it('has them as files only, where the text has no place for them', () => {
    const made = withBeside('Text.\n\n');
    const [log] = made.state.logs;
    if (log) log.content_md = '```\nText.';
    expect(planPull(made.state).texts.get('logs/0001-one.md')).toMatch(/```\nText\.\n$/);
    expect(pathsOf(made)).toContain('beside.png');
  });
});

describe('the date of a pulled log', () => {
  it.each([
    { at: '2026-05-04T00:00:00.000Z', date: 'date: 2026-05-04' },
    { at: '2026-05-04T18:30:00.000Z', date: 'date: 2026-05-04T18:30:00Z' },
    { at: '2026-05-04T18:30:00.120Z', date: 'date: 2026-05-04T18:30:00.120Z' },
  ])('is $date', ({ at, date }) => {
    const made = new FakeServer();
    made.take({
      bodies: [
        { project_id: 'x', new_logs: [{ sequence: 1, title: 'One', content_md: 'Text.', created_at: Date.parse(at) }] },
      ],
      patch: null,
    });
    expect(planPull(made.state).texts.get('logs/0001-one.md')).toContain(`\n${date}\n`);
  });
});
