import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { drawImage, ServiceReplica, sharedStack, waitUntil } from '@shipyard/testing';
import sharp from 'sharp';
import { Participant } from './participant';

const FRAMES = 300;
const SIDE = 500;
/** A service that decodes one of the animations itself would grow by more than 300 MB. */
const GROWTH_LIMIT_MB = 150;
/** More than a process that has decoded nothing. */
const DECODING_MB = 150;

jest.setTimeout(300_000);

/** 300 frames of 500 × 500 pixels in about 100 KB. */
function animation(seed: number): Promise<Buffer> {
  const frameBytes = SIDE * SIDE * 3;
  const pixels = Buffer.alloc(frameBytes * FRAMES);
  for (let index = 0; index < FRAMES; index += 1) {
    const color = Buffer.from([(index * 37) % 256, (index * 7 + seed) % 256, index % 256]);
    pixels.fill(color, index * frameBytes, (index + 1) * frameBytes);
  }
  return sharp(pixels, { raw: { width: SIDE, height: SIDE * FRAMES, channels: 3, pageHeight: SIDE } })
    .webp({ lossless: true, effort: 0 })
    .toBuffer();
}

/** Null if the system does not tell. */
async function peakMb(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmHWM:\s+(\d+)/m.exec(status)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / 1024;
}

const cleanersOf = (pid: number, aboveMb = 0) =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(
      ([, parent, kilobytes, ...args]) =>
        parent === String(pid) && Number(kilobytes) > aboveMb * 1024 && args.join(' ').includes('clean-images'),
    )
    .map(([child]) => Number(child));

function killAll(pids: number[]): void {
  for (const pid of pids) process.kill(pid, 'SIGKILL');
}

describe('the memory of the process that serves HTTP', () => {
  const stack = sharedStack();
  const { credentials } = stack;
  let replica: ServiceReplica;
  let owner: Participant;
  let other: Participant;
  let [ownId, otherId] = ['', ''];

  beforeAll(async () => {
    replica = await ServiceReplica.start(stack);
    owner = new Participant(replica.url, credentials.participant.token, credentials.program_id);
    other = new Participant(replica.url, credentials.other_participant.token, credentials.program_id);
    ownId = await owner.projectId(await owner.createProject());
    otherId = await other.projectId(await other.createProject());
    await owner.uploadAsset(ownId, await drawImage({ color: '#818181' }));
  });

  afterAll(() => ServiceReplica.endAll());

  it('stays constant while animations of 300 frames are uploaded', async () => {
    const [first, second] = [await animation(1), await animation(2)];
    const before = await peakMb(replica.pid);
    const answers = await Promise.all([owner.uploadAsset(ownId, first), other.uploadAsset(otherId, second)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[0].body.data).toMatchObject({ content_type: 'image/webp', width: SIDE, height: SIDE });
    const after = await peakMb(replica.pid);
    if (before !== null && after !== null) expect(after - before).toBeLessThan(GROWTH_LIMIT_MB);
  });

  it('loses only the image in progress when a decoding process is killed', async () => {
    // A new process is small until it decodes.
    killAll(cleanersOf(replica.pid));
    const uploading = owner.refused('POST', '/assets/upload', { form: formOf(ownId, await animation(3)) });
    const decoding = await waitUntil(
      () => Promise.resolve(cleanersOf(replica.pid, DECODING_MB)),
      (pids) => pids.length > 0,
      { askEveryMs: 20 },
    );
    killAll(decoding);
    const { status, body } = await uploading;
    expect([status, body.error]).toEqual([400, 'IMAGE_TYPE_UNSUPPORTED']);
    expect((await other.uploadAsset(otherId, await drawImage({ color: '#828282' }))).status).toBe(201);
  });
});

function formOf(projectId: string, image: Buffer): FormData {
  const form = new FormData();
  form.set('project_id', projectId);
  form.set('file', new Blob([new Uint8Array(image)]), 'picture');
  return form;
}
