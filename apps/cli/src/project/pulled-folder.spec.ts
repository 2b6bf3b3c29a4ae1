import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PulledFolder, takesFolder } from './pulled-folder';

describe('a folder that gets a project', () => {
  let folder: string;

  beforeEach(async () => {
    folder = path.join(await mkdtemp(path.join(tmpdir(), 'pulled-')), 'lamp');
  });

  afterEach(() => rm(path.dirname(folder), { recursive: true }));

  async function open(projectId = 'one'): Promise<PulledFolder> {
    const pulled = await PulledFolder.open(folder, projectId);
    if (pulled === null) throw new Error('It holds something else');
    return pulled;
  }
  const textOf = (file: string) => readFile(path.join(folder, file), 'utf8');

  it('is finished by a second pull of the same project alone', async () => {
    const first = await open();
    await first.write('README.md', '# Lamp\n');
    await writeFile(path.join(folder, 'a.md'), 'It is half wri');
    expect(await PulledFolder.open(folder, 'two')).toBeNull();
    const second = await open();
    await second.write('README.md', '# Lamp\n');
    await second.write('a.md', 'It is half written.\n');
    await second.finish();
    expect([await textOf('README.md'), await textOf('a.md')]).toEqual(['# Lamp\n', 'It is half written.\n']);
    expect((await readdir(folder)).sort()).toEqual(['README.md', 'a.md', 'logs']);
    expect(await PulledFolder.open(folder, 'one')).toBeNull();
  });

  it('keeps what a person wrote in between', async () => {
    await (await open()).write('README.md', '# Lamp\n');
    await writeFile(path.join(folder, 'README.md'), '# My lamp\n');
    await expect((await open()).write('README.md', '# Lamp\n')).rejects.toThrow('EEXIST');
    expect(await textOf('README.md')).toBe('# My lamp\n');
  });

  it.each(['../a', 'a/../../b', '/a', '.', ''])('gets no file outside of it: %j', async (file) => {
    await expect((await open()).write(file, 'x')).rejects.toThrow('outside');
  });

  it.each([
    { platform: 'win32', at: 'C:\\projects\\con', isTaken: false },
    { platform: 'win32', at: 'C:\\projects\\lpt1', isTaken: false },
    { platform: 'win32', at: 'C:\\con\\garden', isTaken: true },
    { platform: 'win32', at: 'C:\\', isTaken: true },
    { platform: 'linux', at: '/home/noor/con', isTaken: true },
  ] as const)('can have the name of $at on $platform: $isTaken', ({ platform, at, isTaken }) => {
    expect(takesFolder(platform, at)).toBe(isTaken);
  });
});
