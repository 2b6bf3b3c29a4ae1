import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { PackedText } from './packed-text';
import { ScriptFiles } from './script-files';

describe('the scripts of a folder', () => {
  const code = 'export const one = 1;\n';
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'scripts-'));
    await writeFile(path.join(folder, 'main-1a2b.js'), code);
    await writeFile(path.join(folder, 'notes.txt'), 'no script');
    const manifest = { 'src/main.ts': { file: 'main-1a2b.js' }, 'src/lost.ts': { file: 'lost.js' } };
    await writeFile(path.join(folder, 'manifest.json'), JSON.stringify(manifest));
  });

  afterAll(() => rm(folder, { recursive: true }));

  it('are found by entry, with a URL and the hash of their bytes', () => {
    const hash = createHash('sha256').update(code).digest('base64');
    expect(new ScriptFiles(folder, '/files').script('src/main.ts')).toEqual({
      url: '/files/main-1a2b.js',
      integrity: `sha256-${hash}`,
    });
  });

  it('are served, and nothing else of the folder is', () => {
    const files = new ScriptFiles(folder, '/files');
    expect(files.find('main-1a2b.js')?.text).toEqual(new PackedText(code));
    for (const name of ['manifest.json', 'notes.txt', '../main-1a2b.js', 'main.js'])
      expect(files.find(name)).toBeNull();
  });

  it('name what is missing: an entry, its file, the folder', () => {
    const files = new ScriptFiles(folder, '/files');
    for (const entry of ['src/other.ts', 'src/lost.ts', 'constructor'])
      expect(() => files.script(entry)).toThrow(`has no ${entry}`);
    const absent = path.join(folder, 'absent');
    expect(() => new ScriptFiles(absent, '/files').script('src/main.ts')).toThrow(`${absent} is missing`);
  });
});
