import { type ApiAnswer, drawImage, ServiceReplica, sharedStack } from '@shipyard/testing';
import sharp from 'sharp';
import { type Failure, logForm, Participant, readmeForm, uploadForm } from './participant';

/** Enough for the requests, but too little for one cleaned image. */
const FILE_BLOCKS = 128;

const noise = (width: number) =>
  sharp({
    create: {
      width,
      height: width,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });

/** A limit on file sizes fills the store's disk, and Postgres raises its own error. */
describe('while the disk is full', () => {
  const stack = sharedStack();
  const { credentials } = stack;
  const owner = new Participant(credentials.submission_url, credentials.participant.token, credentials.program_id);
  let replica: ServiceReplica;
  let onFullDisk: Participant;
  /** Small when sent, but too large when stored at a better quality. */
  let swelling: Buffer;
  let slug: string;
  let projectId: string;

  beforeAll(async () => {
    replica = await ServiceReplica.start(stack, { fileBlocks: FILE_BLOCKS });
    onFullDisk = new Participant(replica.url, credentials.participant.token, credentials.program_id);
    swelling = await noise(700).jpeg({ quality: 15 }).toBuffer();
    slug = await owner.createProject();
    projectId = await owner.projectId(slug);
    await owner.putReadme(slug, '---\ntagline: As before\n---\n![a](a.png)', { 'a.png': await drawImage() });
    await owner.appendLog(slug, 'As before', 'a');
  });

  afterAll(() => {
    ServiceReplica.endAll();
  });

  const everything = async () => [
    (await owner.call('GET', `/projects/${slug}`)).body.data,
    (await owner.call('GET', `/projects/${slug}/readme`)).body.data,
    await stack.query('submission', 'SELECT id FROM assets WHERE project_id = $1', [projectId]),
    await stack.countStoredFiles('submission'),
  ];

  async function expectUnavailable(send: () => Promise<ApiAnswer<Failure>>): Promise<void> {
    const before = await everything();
    const answer = await send();
    expect([answer.status, answer.body.error, answer.headers.get('retry-after')]).toEqual([
      503,
      'SERVICE_UNAVAILABLE',
      '2',
    ]);
    expect(await everything()).toEqual(before);
  }

  it.each<[string, (image: Buffer) => Promise<ApiAnswer<Failure>>]>([
    [
      'PUT readme, at its third image',
      async (image) => {
        const images = {
          'a.png': await drawImage({ width: 60 }),
          'b.png': await drawImage({ width: 61 }),
          'c.png': image,
        };
        const markdown = '---\ntagline: No\n---\n![a](a.png) ![b](b.png) ![c](c.png)';
        return onFullDisk.refused('PUT', `/projects/${slug}/readme`, { form: readmeForm(markdown, images) });
      },
    ],
    [
      'POST logs, at its second image',
      async (image) =>
        onFullDisk.refused('POST', `/projects/${slug}/logs`, {
          form: logForm('No', 'a', [await drawImage({ width: 62 }), image]),
        }),
    ],
    ['an upload', (image) => onFullDisk.refused('POST', '/assets/upload', { form: uploadForm(projectId, image) })],
  ])('%s is refused and leaves nothing', async (_, send) => {
    expect(swelling.length).toBeLessThan(FILE_BLOCKS * 512);
    await expectUnavailable(() => send(swelling));
  });

  it('refuses a request that does not fit on the disk', async () => {
    const image = await noise(700).jpeg({ quality: 90 }).toBuffer();
    expect(image.length).toBeGreaterThan(FILE_BLOCKS * 512);
    await expectUnavailable(() => onFullDisk.refused('POST', '/assets/upload', { form: uploadForm(projectId, image) }));
  });

  it('refuses a sync when the disk of Postgres fills up at log 100 of 200', async () => {
    await stack.query(
      'submission',
      `CREATE FUNCTION fill_disk() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN
         RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full';
       END $$`,
    );
    try {
      await stack.query(
        'submission',
        `CREATE TRIGGER fill_disk BEFORE INSERT ON logs FOR EACH ROW WHEN (NEW.sequence = 100) EXECUTE FUNCTION fill_disk()`,
      );
      await expectUnavailable(() =>
        owner.refused('POST', '/projects/sync', {
          json: {
            project_id: projectId,
            config: { name: 'No' },
            readme_markdown: '# No',
            new_logs: Array.from({ length: 200 }, (_, at) => ({ sequence: at + 2, title: 'A', content_md: 'a' })),
          },
        }),
      );
    } finally {
      await stack.query('submission', 'DROP FUNCTION fill_disk() CASCADE');
    }
  });
});
