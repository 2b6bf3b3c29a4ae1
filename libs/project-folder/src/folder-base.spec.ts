import { FakeServer } from './__fixtures__/fake-server';
import { CONFIG, imageBytes, NOW, projectOf } from './__fixtures__/project-files';
import { readProject } from './check-project';
import { baseOf, findDivergences } from './folder-base';
import { planPull } from './pull-plan';
import { planSync, syncRequests } from './sync-plan';

function read(files: Record<string, string | Uint8Array>) {
  const { project, errors } = readProject(projectOf(files), NOW);
  if (!project) throw new Error(JSON.stringify(errors));
  return project;
}

const README = '# Lamp\n\n![Pole](pole.png)\n';
const FILES = { 'README.md': README, 'pole.png': imageBytes('a'), 'shipyard.yaml': `${CONFIG}tagline: Bright\n` };

/** A folder that was sent, and what both have in common since. */
function sent() {
  const server = new FakeServer();
  const local = read(FILES);
  const uploaded = new Map([['pole.png', server.receive(imageBytes('a'), 'pole.png')]]);
  server.take(syncRequests(local, server.state, planSync(local, server.state), uploaded));
  return { server, base: baseOf(server.state, README) };
}

const MINE = { ...FILES, 'README.md': `${README}Mine.\n`, 'shipyard.yaml': `${CONFIG}tagline: Mine\n` };

describe('what a sync would overwrite', () => {
  it('is nothing while only the folder changed', () => {
    const { server, base } = sent();
    expect(findDivergences(read(FILES), server.state, base)).toEqual([]);
    expect(findDivergences(read(MINE), server.state, base)).toEqual([]);
  });

  it('is what the server changed, alone or too', () => {
    const { server, base } = sent();
    server.state.readme += 'Theirs.\n';
    Object.assign(server.state.project, { tagline: 'Theirs', color: 'blue' });
    expect(findDivergences(read(FILES), server.state, base)).toEqual([
      { file: 'README.md', side: 'server', keys: [] },
      { file: 'shipyard.yaml', side: 'server', keys: ['tagline'] },
    ]);
    expect(findDivergences(read(MINE), server.state, base)).toEqual([
      { file: 'README.md', side: 'both', keys: [] },
      { file: 'shipyard.yaml', side: 'both', keys: ['tagline'] },
    ]);
  });

  it('is nothing where both changed it to the same', () => {
    const { server, base } = sent();
    server.state.readme += 'Mine.\n';
    server.state.project.tagline = 'Mine';
    expect(findDivergences(read(MINE), server.state, base)).toEqual([]);
  });

  it('is without a base a README that differs', () => {
    const { server } = sent();
    expect(findDivergences(read(FILES), server.state, null)).toEqual([]);
    expect(findDivergences(read(MINE), server.state, null)).toEqual([{ file: 'README.md', side: 'both', keys: [] }]);
  });
});

describe('a pull into a folder that has images', () => {
  it('names each by the file that has its bytes, and fetches only the others', () => {
    const { server } = sent();
    const fileId = server.receive(imageBytes('b'), 'pole.png');
    server.state.readme += `![New](${fileId})\n`;
    const { images } = read({ ...FILES, 'README.md': '![](photos/x.png)', 'photos/x.png': imageBytes('a') });
    const plan = planPull(server.state, images);
    expect(plan.texts.get('README.md')).toBe('# Lamp\n\n![Pole](photos/x.png)\n![New](pole.png)\n');
    expect(plan.images.map(({ paths }) => paths)).toEqual([['pole.png']]);
  });
});
