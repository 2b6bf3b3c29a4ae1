import { randomUUID } from 'node:crypto';
import { access, mkdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { drawImage, ServiceReplica, sharedStack, waitUntil } from '@shipyard/testing';
import { Participant } from './participant';

const MINUTE_MS = 60_000;
/** On each side of the hour that the sweeper waits. */
const [OLD, YOUNG] = [61, 50].map((minutes) => new Date(Date.now() - minutes * MINUTE_MS)) as [Date, Date];

describe('the sweep of files', () => {
  const stack = sharedStack();
  const { credentials, dataDir } = stack;
  const owner = new Participant(credentials.submission_url, credentials.participant.token, credentials.program_id);
  const store = path.join(dataDir, 'store/submission');

  afterAll(() => ServiceReplica.endAll());

  const isThere = (file: string) =>
    access(file).then(
      () => true,
      () => false,
    );
  const aged = async (file: string, date: Date) => {
    await utimes(file, date, date);
    return file;
  };
  const file = async (key: string, date: Date) => {
    await mkdir(path.dirname(path.join(store, key)), { recursive: true });
    await writeFile(path.join(store, key), 'left behind');
    return aged(path.join(store, key), date);
  };
  const form = async (date: Date) => {
    const folder = path.join(dataDir, 'uploads', randomUUID());
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'part'), 'left behind');
    return aged(folder, date);
  };

  it('removes old files without a row, and nothing else', async () => {
    const projectId = await owner.projectId(await owner.createProject());
    const named = async (color: string) =>
      (await owner.uploadAsset(projectId, await drawImage({ color }))).body.data.file_id.replace('cloud://', 'assets/');
    const [kept, erased] = [await named('#010203'), await named('#030201')];
    const erasedId = path.basename(erased, '.png');
    await stack.query('submission', 'DELETE FROM assets WHERE id = $1', [erasedId]);
    const orphan = () => `assets/${projectId}/${randomUUID()}.png`;
    const stays = [
      await aged(path.join(store, kept), OLD),
      await file(orphan(), YOUNG),
      await file(`.tmp/${randomUUID()}`, YOUNG),
      await form(YOUNG),
    ];
    const goes = [
      await aged(path.join(store, erased), OLD),
      await file(orphan(), OLD),
      await file(`.tmp/${randomUUID()}`, OLD),
      await form(OLD),
    ];

    await ServiceReplica.start(stack, { entry: 'worker' });
    // Forms are swept last.
    await waitUntil(
      () => Promise.all(goes.map(isThere)),
      (there) => !there.includes(true),
    );
    expect(await Promise.all(stays.map(isThere))).toEqual(stays.map(() => true));
  });
});
