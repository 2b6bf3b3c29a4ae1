import { partName } from '@shipyard/markdown';
import fc from 'fast-check';
import { FakeServer } from './__fixtures__/fake-server';
import { bytesOf, CONFIG, imageBytes, NOW, projectOf } from './__fixtures__/project-files';
import { readProject } from './check-project';
import { planPull } from './pull-plan';
import { isEmptyPlan, planSync, syncRequests } from './sync-plan';
import type { LocalProject, ProjectFiles, SyncPlan } from './types';

function read(files: ProjectFiles): LocalProject {
  const { project, errors } = readProject(files, NOW);
  if (!project) throw new Error(JSON.stringify(errors));
  return project;
}

const planOf = (files: ProjectFiles, server: FakeServer): SyncPlan => planSync(read(files), server.state);

function sync(files: ProjectFiles, server: FakeServer): SyncPlan {
  const project = read(files);
  const plan = planSync(project, server.state);
  if (plan.conflicts.length > 0) return plan;
  const uploaded = new Map(
    plan.images.map((path) => [path, server.receive(files.get(path) ?? new Uint8Array(), partName(path))]),
  );
  server.take(syncRequests(project, server.state, plan, uploaded));
  return plan;
}

function pull(server: FakeServer): ProjectFiles {
  const { texts, images } = planPull(server.state);
  return new Map([
    ...[...texts].map(([path, text]) => [path, bytesOf(text)] as const),
    ...images.flatMap(({ file_id, paths }) => paths.map((path) => [path, server.download(file_id)] as const)),
  ]);
}

const log = (title: string, text: string) => `---\ntitle: ${title}\n---\n\n${text}\n`;
const FILES = {
  'README.md': '---\ntags: [x]\n---\n# Lamp\n\n![Head](images/a.png)\n\n```\n![no](images/a.png)\n```\n',
  'logs/0001-one.md': log('One', 'It works. ![Pole](../images/b.png)'),
  'logs/0003-three.md': log('Three', 'No images.'),
  'images/a.png': imageBytes('a'),
  'images/b.png': imageBytes('b'),
};

describe('planSync', () => {
  it('plans everything for an empty project, and nothing after that', () => {
    const server = new FakeServer();
    expect(planOf(projectOf(FILES), server)).toEqual({
      readme: 'create',
      config: { name: 'Lamp' },
      logs: [1, 3],
      images: ['images/a.png', 'images/b.png'],
      conflicts: [],
    });
    sync(projectOf(FILES), server);
    expect(isEmptyPlan(planOf(projectOf(FILES), server))).toBe(true);
    expect(server.state.readme).toContain('```\n![no](images/a.png)\n```');
    expect(server.state.readme).toMatch(/!\[Head\]\(cloud:\/\/[^)]+\.png\)/);
  });

  it('sends a changed README, an image of it, and a new log', () => {
    const server = new FakeServer();
    sync(projectOf(FILES), server);
    const changed = projectOf({
      ...FILES,
      'images/a.png': imageBytes('another'),
      'logs/0004-four.md': log('Four', 'Again ![Pole](../images/b.png)'),
    });
    expect(planOf(changed, server)).toMatchObject({
      readme: 'update',
      config: {},
      logs: [4],
      images: ['images/a.png'],
    });
  });

  it.each([
    { what: 'text', file: log('One', 'It does not work. ![Pole](../images/b.png)'), differs: ['text'] },
    { what: 'title', file: log('Uno', 'It works. ![Pole](../images/b.png)'), differs: ['title'] },
    { what: 'image', file: log('One', 'It works. ![Pole](../images/a.png)'), differs: ['text'] },
    { what: 'missing image', file: log('Uno', 'It works.'), differs: ['title', 'text'] },
  ])('names a sent log whose $what differs', ({ file, differs }) => {
    const server = new FakeServer();
    sync(projectOf(FILES), server);
    const { conflicts } = planOf(projectOf({ ...FILES, 'logs/0001-one.md': file }), server);
    expect(conflicts).toMatchObject([
      {
        sequence: 1,
        file: 'logs/0001-one.md',
        differs,
        server: { markdown: expect.stringContaining('It works.') as unknown },
      },
    ]);
  });

  it('shows the text of the server with the images of the folder', () => {
    const server = new FakeServer();
    sync(projectOf(FILES), server);
    const changed = { ...FILES, 'logs/0001-one.md': log('One', 'It rains. ![Pole](../images/b.png)') };
    const [conflict] = planOf(projectOf(changed), server).conflicts;
    expect(conflict?.server.markdown).toBe('It works. ![Pole](../images/b.png)\n');
  });

  it('finds no conflict in a log that moved its image, gained blank lines or was removed by staff', () => {
    const server = new FakeServer();
    sync(projectOf(FILES), server);
    const moved = {
      ...FILES,
      'logs/0001-one.md': log('One', '\nIt works. ![Pole](pole%20one.png)\n\n'),
      'logs/pole one.png': imageBytes('b'),
    };
    expect(isEmptyPlan(planOf(projectOf(moved), server))).toBe(true);
    const [first] = server.state.logs;
    if (first)
      Object.assign(first, { removed_at: '2026-05-06T00:00:00.000Z', title: 'removed', content_md: 'removed' });
    expect(isEmptyPlan(planOf(projectOf(FILES), server))).toBe(true);
  });

  it('finds no difference in the line ends of Windows', () => {
    const server = new FakeServer();
    const withCrlf = (files: ProjectFiles): ProjectFiles =>
      new Map(
        [...files].map(([path, bytes]) => [
          path,
          path.endsWith('.png') ? bytes : bytesOf(new TextDecoder().decode(bytes).replaceAll('\n', '\r\n')),
        ]),
      );
    sync(withCrlf(projectOf(FILES)), server);
    expect(isEmptyPlan(planOf(projectOf(FILES), server))).toBe(true);
    expect(isEmptyPlan(planOf(withCrlf(pull(server)), server))).toBe(true);
    expect(server.state.readme).not.toContain('\r');
  });

  it('keeps the color scheme that an image is for', () => {
    const server = new FakeServer();
    const readme = (mode: string) => `![a](images/a.png#gh-${mode}-mode-only)`;
    const files = projectOf({ ...FILES, 'README.md': readme('dark') });
    sync(files, server);
    expect(server.state.readme).toMatch(/^!\[a\]\(cloud:\/\/[^)]+\.png#gh-dark-mode-only\)$/);
    expect(isEmptyPlan(planOf(files, server))).toBe(true);
    expect(isEmptyPlan(planOf(pull(server), server))).toBe(true);
    const changed = projectOf({ ...FILES, 'README.md': readme('light') });
    expect(planOf(changed, server)).toMatchObject({ readme: 'update', images: [] });
  });

  it('accepts an image that staff removed', () => {
    const server = new FakeServer();
    sync(projectOf(FILES), server);
    server.state.assets.length = 0;
    expect(isEmptyPlan(planOf(projectOf(FILES), server))).toBe(true);
  });

  it('sends the config again where front matter of a README that is sent says otherwise', () => {
    const server = new FakeServer();
    const files = projectOf({ ...FILES, 'shipyard.yaml': `${CONFIG}tags: [y]\ncolor: blue\n` });
    sync(files, server);
    expect(server.state.project.tags).toEqual(['y']);
    const changed = new Map(files).set('README.md', bytesOf('---\ntags: [x]\ncolor: red\n---\n# Lamp, again'));
    const project = read(changed);
    const plan = planSync(project, server.state);
    expect(plan.config).toEqual({});
    expect(syncRequests(project, server.state, plan, new Map())).toMatchObject({
      bodies: [{ config: { tags: ['y'] } }],
      patch: { color: 'blue' },
    });
  });

  it('divides many logs into requests within the limits', () => {
    const many = Object.fromEntries(
      Array.from({ length: 450 }, (_, at) => [
        `logs/${at + 1}-x.md`,
        log(`L${at}`, 'é'.repeat(at < 200 ? 30_000 : 10)),
      ]),
    );
    const server = new FakeServer();
    const project = read(projectOf(many));
    const { bodies } = syncRequests(project, server.state, planSync(project, server.state), new Map());
    expect(bodies.flatMap(({ new_logs = [] }) => new_logs.map(({ sequence }) => sequence))).toEqual(
      Array.from({ length: 450 }, (_, at) => at + 1),
    );
    for (const body of bodies) {
      expect(body.new_logs?.length ?? 0).toBeLessThanOrEqual(200);
      expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(8 * 1024 * 1024);
    }
  });
});

const NAMES = ['a.png', 'b.png', 'deep/c d.png', '图/灯.png'];
const address = fc.constantFrom(...NAMES);
const spelled = (folder: string) =>
  fc
    .tuple(address, fc.constantFrom('md', 'angle', 'html', 'reference', 'code', 'link', 'quote', 'list'))
    .map(([name, how], at = 0) => {
      const path = `${folder}images/${name}`;
      const encoded = path.replaceAll(' ', '%20');
      switch (how) {
        case 'md':
          return `Text ![x](${encoded} "t") text`;
        case 'angle':
          return `![x](<${path}>)`;
        case 'html':
          return `<p><img alt="x" src="${path}"> and <!-- <img src="${path}"> --></p>`;
        case 'reference':
          return `![x][${name.slice(0, 1)}${at}]\n\n[${name.slice(0, 1)}${at}]: ${encoded}`;
        case 'code':
          return `\`![x](${encoded})\`\n\n    ![x](${encoded})`;
        case 'link':
          return `[x](${encoded})`;
        case 'quote':
          return `> quoted ![x](${encoded})\n> more`;
        default:
          return `- item\n  - ![x](${encoded})\n`;
      }
    });
const textOf = (folder: string) =>
  fc.array(spelled(folder), { minLength: 1, maxLength: 5 }).map((pieces) => `Begin.\n\n${pieces.join('\n\n')}\n`);
const folderOf = fc.record({
  readme: fc.option(textOf('')),
  logs: fc.array(fc.record({ title: fc.constantFrom('One', 'Two: three', '第一天'), text: textOf('../') }), {
    maxLength: 3,
  }),
  tags: fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 2 }),
});

function filesOf({ readme, logs, tags }: typeof folderOf extends fc.Arbitrary<infer Value> ? Value : never) {
  return projectOf({
    'shipyard.yaml': `${CONFIG}tags: [${[...new Set(tags)].join(', ')}]\n`,
    ...(readme !== null && { 'README.md': readme }),
    ...Object.fromEntries(
      logs.map(({ title, text }, at) => [
        `logs/000${at + 1}-x.md`,
        `---\ntitle: ${JSON.stringify(title)}\n---\n${text}`,
      ]),
    ),
    ...Object.fromEntries(NAMES.map((name) => [`images/${name}`, imageBytes(name)])),
  });
}

const textsIn = (files: ProjectFiles) => read(files).logs.map(({ title, markdown }) => ({ title, markdown }));

describe('a sync of any folder', () => {
  it('leaves nothing to do, and a pull of it neither', () => {
    fc.assert(
      fc.property(folderOf, (given) => {
        const server = new FakeServer();
        const files = filesOf(given);
        sync(files, server);
        expect(planOf(files, server)).toMatchObject({
          readme: 'same',
          config: {},
          logs: [],
          images: [],
          conflicts: [],
        });
        const pulled = pull(server);
        expect(planOf(pulled, server)).toMatchObject({
          readme: 'same',
          config: {},
          logs: [],
          images: [],
          conflicts: [],
        });
        expect(pulled.get('README.md')).toEqual(files.get('README.md'));
        expect(textsIn(pulled)).toEqual(textsIn(files));
        const images = [...pulled.keys()].filter((path) => path.startsWith('images/'));
        expect([...files.keys()]).toEqual(expect.arrayContaining(images));
      }),
      { numRuns: 60 },
    );
  });

  it('keeps the names of images, whatever signs they have', () => {
    const signs = fc.string({ unit: fc.constantFrom('%', '#', '?', ' ', '灯', '2', '3', '5', 'a'), maxLength: 8 });
    const names = fc.uniqueArray(
      signs.map((text) => `x${text}.png`),
      { minLength: 1, maxLength: 4 },
    );
    const inBrackets = (name: string) => name.replace(/[%#?]/g, encodeURIComponent);
    const encoded = (name: string) => encodeURIComponent(name).replaceAll('%E7%81%AF', '灯');
    fc.assert(
      fc.property(names, (given) => {
        const server = new FakeServer();
        const files = projectOf({
          'README.md': given.map((name) => `![x](<images/${inBrackets(name)}>)\n`).join(''),
          'logs/0001-one.md': log('One', given.map((name) => `![x](../images/${encoded(name)})`).join('\n')),
          ...Object.fromEntries(given.map((name) => [`images/${name}`, imageBytes(name)])),
        });
        sync(files, server);
        expect(isEmptyPlan(planOf(files, server))).toBe(true);
        const pulled = pull(server);
        expect(isEmptyPlan(planOf(pulled, server))).toBe(true);
        // Windows has no name with a question mark.
        const kept = given.filter((name) => !name.includes('?'));
        for (const name of kept)
          expect(pulled.get(`images/${name}`)).toEqual(Uint8Array.from([...imageBytes(name), 0]));
        if (kept.length < given.length) return;
        expect(pulled.get('README.md')).toEqual(files.get('README.md'));
        expect(textsIn(pulled)).toEqual(textsIn(files));
      }),
      { numRuns: 100 },
    );
  });
});
