import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { callApi, drawImage, sharedStack } from '@shipyard/testing';
import { type Break, BreakingLine, type Exchange } from './breaking-line';
import { BUNDLE, CommandLine } from './command-line';
import { CommandThread } from './command-thread';
import { register } from './newcomer';

/** EVERY_BYTE=1 breaks the line at each byte, and EVERY_BYTE=7 at each seventh. */
const STRIDE = Number(process.env.EVERY_BYTE) || 499;
/** Each sync compares all logs, so a project does not get more. */
const SYNCS_PER_PROJECT = 20;
const LONG_MS = process.env.EVERY_BYTE ? 3_600_000 : undefined;
const EMPTY = { plan: { readme: 'same', config: {}, logs: [], images: [] } };
const README = '# Garden\n\nOne.\n\nTwo.\n\n![Front](images/front.png)\n';

type Files = Record<string, string>;

/** Each run of a command has the line break at the same byte of every first request, or of every first answer. */
describe('A line that breaks at any byte', () => {
  const stack = sharedStack();
  let shipyard: CommandLine;
  let thread: CommandThread;
  let line: BreakingLine;
  let token: string;
  let slug: string;
  let count = 0;

  beforeAll(async () => {
    shipyard = await CommandLine.at(stack.submissionUrl);
    thread = new CommandThread(BUNDLE, { hasPauses: false });
    line = await BreakingLine.to(stack.submissionUrl);
  });

  beforeEach(begin);

  /** A participant with a new project, and its folder. */
  async function begin(): Promise<void> {
    ({ token } = await register(`${stack.submissionUrl}/api/v1`));
    slug = `breaks-${Date.now().toString(36)}-${++count}`;
    const json = { program_id: stack.credentials.program_id, slug, name: 'Garden' };
    await call('POST', '/projects', { json });
    await call('PATCH', `/projects/${slug}`, { json: { color: 'red' } });
    const cwd = folder('here');
    await mkdir(path.join(cwd, 'logs'), { recursive: true });
    await mkdir(path.join(cwd, 'images'));
    await writeFile(path.join(cwd, 'shipyard.yaml'), `program: ${json.program_id}\nslug: ${slug}\nname: Garden\n`);
    await writeFile(path.join(cwd, 'images/front.png'), await drawImage({ color: '#102030' }));
    await writeFile(path.join(cwd, 'README.md'), README);
    await writeLog(cwd, 1);
    expect((await straight(['sync'], cwd)).status).toBe(0);
  }

  afterAll(async () => {
    await thread.close();
    await line.close();
    await shipyard.remove();
  });

  const folder = (name: string) => path.join(shipyard.folder, `${slug}-${name}`);
  const through = (url: string) => shipyard.environment({ SHIPYARD_TOKEN: token, SHIPYARD_URL: `${url}/api/v1` });
  const straight = (args: string[], cwd: string) => thread.run(args, cwd, through(stack.submissionUrl));
  const broken = (args: string[], cwd: string, breaks: BreakingLine['breaks']) => {
    line.reset(breaks);
    return thread.run(args, cwd, through(line.url));
  };
  const writeLog = (cwd: string, sequence: number, text = `Text ${sequence}.`) =>
    writeFile(
      path.join(cwd, `logs/${String(sequence).padStart(4, '0')}-day.md`),
      `---\ntitle: Day ${sequence}\n---\n\n${text}\n`,
    );

  async function call<Data>(method: string, to: string, more: object = {}): Promise<Data> {
    const { body, status, text } = await callApi<{ data: Data }>(stack.submissionUrl, method, `/api/v1${to}`, {
      token,
      ...more,
    });
    if (status >= 400) throw new Error(text);
    return body.data;
  }

  /** All files of a folder, without what the command line keeps for itself. */
  async function filesIn(cwd: string): Promise<Files> {
    const entries = await readdir(cwd, { recursive: true, withFileTypes: true }).catch(() => []);
    const files: Files = {};
    for (const entry of entries) {
      const file = path.relative(cwd, path.join(entry.parentPath, entry.name));
      if (entry.isFile() && !file.startsWith('.shipyard')) files[file] = await readFile(path.join(cwd, file), 'latin1');
    }
    return files;
  }

  /** Each place where something begins, the bytes beside it, the last byte of each request and answer, and some between. */
  function placesOf(exchanges: readonly Exchange[]): NonNullable<Break>[] {
    const [{ answer } = { answer: [] as number[] }] = exchanges;
    const begins = [...answer.slice(0, 2), ...exchanges.map((each) => each.answer.at(-2) ?? 0)];
    const ends = {
      request: exchanges.map(({ request }) => request),
      answer: exchanges.map((each) => each.answer.at(-1) ?? 0),
    };
    return (['request', 'answer'] as const).flatMap((side) => {
      const longest = Math.max(...ends[side]);
      const between = Array.from({ length: Math.ceil(longest / STRIDE) }, (_, index) => index * STRIDE);
      const beside = side === 'answer' ? begins.flatMap((mark) => [mark - 1, mark, mark + 1]) : [];
      // A line never breaks behind an end, so the place before is the last one.
      const places = new Set([...between, ...beside, ...ends[side].map((end) => end - 1)]);
      return [...places].filter((bytes) => bytes >= 0 && bytes < longest).map((bytes) => ({ side, bytes }));
    });
  }

  const once = (at: Break) => (_: string, before: number) => (before === 0 ? at : null);
  /** From the first request with `part` on. The end of a chunked answer tells nothing, so it breaks before. */
  const fromThenOn = (part: string, { side, bytes }: NonNullable<Break>) => {
    let isDead = false;
    return (sent: string): Break => ((isDead ||= sent.includes(part)) ? { side, bytes: Math.min(bytes, 400) } : null);
  };
  /** Some places at which the line breaks for good. */
  const someOf = <Place>(places: readonly Place[]) =>
    places.filter((_, index) => process.env.EVERY_BYTE || index % Math.ceil(places.length / 6) === 0);

  it(
    'leaves a sync whole: nothing is lost, and nothing is there twice',
    async () => {
      let cwd = folder('here');
      let last = 1;
      /** A change of everything that a sync sends. */
      async function change(): Promise<void> {
        if (last === SYNCS_PER_PROJECT) {
          await begin();
          [cwd, last] = [folder('here'), 1];
        }
        last += 1;
        await writeFile(
          path.join(cwd, `images/${last}.png`),
          await drawImage({ color: `#${String(last).padStart(6, '0')}` }),
        );
        await writeFile(path.join(cwd, 'README.md'), `${README}\n![](images/${last}.png)\n\nVersion ${last}.\n`);
        await writeLog(cwd, last);
      }
      async function expectAll(at: unknown): Promise<void> {
        const { log_count: logs } = await call<{ log_count: number }>('GET', `/projects/${slug}`);
        const { assets } = await call<{ assets: { path: string }[] }>('GET', `/projects/${slug}/assets`);
        const images = new Set(assets.map(({ path: file }) => file)).size;
        const { markdown } = await call<{ markdown: string }>('GET', `/projects/${slug}/readme`);
        // Each change has one log and one image, and the first image was there.
        expect([at, logs, images, assets.length]).toEqual([at, last, last, last]);
        expect([at, markdown]).toEqual([at, expect.stringContaining(`Version ${last}.`)]);
        expect([at, (await straight(['sync', '--dry-run'], cwd)).answer]).toEqual([at, EMPTY]);
      }
      await change();
      expect((await broken(['sync'], cwd, () => null)).status).toBe(0);
      const places = placesOf(line.seen);
      for (const at of places) {
        await change();
        const { status, answer } = await broken(['sync'], cwd, once(at));
        expect([at, status, answer]).toMatchObject([at, 0, { logs_added: [{ sequence: last }], images_uploaded: 1 }]);
        if (last === SYNCS_PER_PROJECT) await expectAll(at);
      }
      await expectAll('after all');
      for (const at of someOf(places)) {
        await change();
        // What was answered before stays answered.
        const { status } = await broken(['sync'], cwd, fromThenOn('POST', at));
        expect([at, status]).toEqual([at, 6]);
        expect([at, (await straight(['sync'], cwd)).status]).toEqual([at, 0]);
        await expectAll(at);
      }
    },
    LONG_MS,
  );

  it(
    'leaves a pull whole, or no project',
    async () => {
      const reference = folder('whole');
      expect((await broken(['pull', slug, reference], shipyard.folder, () => null)).status).toBe(0);
      const whole = await filesIn(reference);
      expect(Object.keys(whole).sort()).toEqual(
        ['.gitignore', 'README.md', 'images/front.png', 'logs/0001-day-1.md', 'shipyard.yaml'].sort(),
      );
      const places = placesOf(line.seen);
      for (const at of places) {
        const cwd = folder('pulled');
        expect([at, (await broken(['pull', slug, cwd], shipyard.folder, once(at))).status]).toEqual([at, 0]);
        expect([at, await filesIn(cwd)]).toEqual([at, whole]);
        await rm(cwd, { recursive: true });
      }
      for (const at of someOf(places)) {
        const cwd = folder('pulled');
        const dead = fromThenOn('/assets/', at);
        expect([at, (await broken(['pull', slug, cwd], shipyard.folder, dead)).status]).toEqual([at, 6]);
        expect([at, Object.keys(await filesIn(cwd))]).toEqual([at, expect.not.arrayContaining(['shipyard.yaml'])]);
        expect([at, (await straight(['pull', slug, cwd], shipyard.folder)).status]).toEqual([at, 0]);
        expect([at, await filesIn(cwd)]).toEqual([at, whole]);
        await rm(cwd, { recursive: true });
      }
    },
    LONG_MS,
  );

  it(
    'leaves a folder that is merged as it was, or merged',
    async () => {
      const before = folder('here');
      const { markdown } = await call<{ markdown: string }>('GET', `/projects/${slug}/readme`);
      const form = new FormData();
      form.set('readme', `${markdown.replace('One.', 'One, on the web.')}\n![](new.png)\n`);
      form.set('new.png', new Blob([Buffer.from(await drawImage({ color: '#908070' }))]), 'new.png');
      form.set('keep_images', 'true');
      await call('PUT', `/projects/${slug}/readme`, { form });
      await writeFile(path.join(before, 'README.md'), README.replace('Two.', 'Two, here.'));
      const old = await filesIn(before);
      const work = folder('merged');
      const start = async () => {
        await rm(work, { recursive: true, force: true });
        await cp(before, work, { recursive: true });
      };
      await start();
      expect((await broken(['merge'], work, () => null)).status).toBe(0);
      const merged = await filesIn(work);
      expect(merged['README.md']).toMatch(/One, on the web\.\n\nTwo, here\./);
      expect(merged).toHaveProperty(['new.png']);
      const places = placesOf(line.seen);
      for (const at of places) {
        await start();
        expect([at, (await broken(['merge'], work, once(at))).status]).toEqual([at, 0]);
        expect([at, await filesIn(work)]).toEqual([at, merged]);
      }
      for (const part of ['GET', '/assets/'])
        for (const at of someOf(places)) {
          await start();
          const { status } = await broken(['merge'], work, fromThenOn(part, at));
          expect([part, at, status, await filesIn(work)]).toEqual([part, at, 6, old]);
          expect([part, at, (await straight(['merge'], work)).status]).toEqual([part, at, 0]);
          expect([part, at, await filesIn(work)]).toEqual([part, at, merged]);
        }
      expect((await straight(['sync', '--dry-run'], work)).answer).toMatchObject({
        plan: { readme: 'update', images: [] },
      });
    },
    LONG_MS,
  );
});
