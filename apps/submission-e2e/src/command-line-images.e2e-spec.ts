import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { judgeImage, readImageSize } from '@shipyard/contracts';
import { drawImage, drawPhonePhoto, sharedStack } from '@shipyard/testing';
import { CommandLine } from './command-line';
import { register } from './newcomer';

const MB = 1024 * 1024;

describe('The command line and images that the service refuses', () => {
  const stack = sharedStack();
  let shipyard: CommandLine;
  let environment: NodeJS.ProcessEnv;
  let cwd: string;

  beforeAll(async () => {
    shipyard = await CommandLine.at(stack.submissionUrl);
    environment = { SHIPYARD_TOKEN: (await register(`${stack.submissionUrl}/api/v1`)).token };
    cwd = path.join(shipyard.folder, 'images');
    await mkdir(cwd);
    const slug = `images-${Date.now().toString(36)}`;
    const args = ['--program', stack.credentials.program_id, '--slug', slug, '--name', 'Images'];
    await shipyard.json(['init', ...args], { cwd, environment });
  });

  afterAll(() => shipyard.remove());

  const write = (name: string, content: string | Buffer) => writeFile(path.join(cwd, name), content);
  const read = (name: string) => readFile(path.join(cwd, name));
  const run = (...args: string[]) => shipyard.run(args, { cwd, environment });

  it('makes them smaller if it is told to, and keeps the originals', async () => {
    // What follows the end of an image is read by nobody, and counts.
    const photo = Buffer.concat([await drawPhonePhoto(), Buffer.alloc(6 * MB)]);
    const wide = await drawImage({ width: 8_001, height: 5_000, color: '#336699' });
    await write('photo.jpg', photo);
    await write('wide.png', wide);
    await write('README.md', '# Images\n\n![a](photo.jpg)\n![b](wide.png)\n');
    const refused = await run('sync');
    expect([refused.status, refused.stderr]).toEqual([
      3,
      expect.stringContaining(
        'photo.jpg: The image is larger than 5 MB. Make it smaller, or run shipyard sync --resize',
      ),
    ]);
    expect((await run('check')).stdout).toContain(
      'more than 40 megapixels. Make it smaller, or run shipyard sync --resize. README.md:4',
    );
    expect((await run('sync', '--resize', '--dry-run')).status).toBe(2);
    expect(await read('wide.png')).toEqual(wide);

    const sent = await run('sync', '--resize');
    expect([sent.status, sent.stdout]).toEqual([0, expect.stringContaining('Sent: README, 2 images.')]);
    expect(sent.stderr).toMatch(/photo\.jpg is smaller now: \d+ bytes, 40 × 60, before 6 MB\./);
    expect([judgeImage(await read('photo.jpg')).kind, readImageSize(await read('photo.jpg'), 'jpg')]).toEqual([
      'ok',
      // Upright, because what turned it is gone.
      { width: 40, height: 60, frames: 1 },
    ]);
    expect(readImageSize(await read('wide.png'), 'png')).toEqual({ width: 2_560, height: 1_600, frames: 1 });
    const kept = (await readdir(path.join(cwd, '.shipyard/replaced'))).sort();
    const originals = await Promise.all(kept.map((name) => read(`.shipyard/replaced/${name}`)));
    expect(new Set(originals.map(({ length }) => length))).toEqual(new Set([photo.length, wide.length]));
    const plan = await shipyard.json(['sync', '--dry-run'], { cwd, environment });
    expect(plan).toEqual({ plan: { readme: 'same', config: {}, logs: [], images: [] } });
  });

  it('says which one it cannot make smaller, and which the service refused', async () => {
    await write('moving.gif', Buffer.concat([await drawImage({ format: 'gif' }), Buffer.alloc(6 * MB)]));
    await write('README.md', '![a](moving.gif)\n');
    const large = await run('sync', '--resize');
    expect([large.status, large.stderr]).toEqual([
      3,
      expect.stringContaining('moving.gif cannot be made smaller here.'),
    ]);
    // Only decoding it shows that it is damaged.
    const whole = await drawImage({ color: '#778899' });
    await write('broken.png', whole.subarray(0, 60));
    await write('README.md', '![a](broken.png)\n');
    const broken = await run('sync');
    expect([broken.status, broken.stderr]).toEqual([
      3,
      expect.stringMatching(/The service refused broken\.png\. .* is damaged/),
    ]);
  });
});
