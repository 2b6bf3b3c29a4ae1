import { createHash } from 'node:crypto';
import { uuidv7 } from '@shipyard/platform/ids';
import type { ObjectStore } from '@shipyard/platform/object-store';
import { createLogger } from '@shipyard/platform/logger';
import { openSpecDatabase } from '@shipyard/testing';
import fc from 'fast-check';
import type { DataSource } from 'typeorm';
import { submissionDataSource } from '../database/data-source';
import { migrateDatabase } from '../database/migrate-schema';
import { type DueImage, ForeignImageQueue } from './foreign-image-queue';
import { ForeignImagesService } from './foreign-images.service';

jest.setTimeout(120_000);

describe('the queue of images of other hosts', () => {
  let dataSource: DataSource;
  let queue: ForeignImageQueue;

  beforeAll(async () => {
    const { ownerUrl } = await openSpecDatabase('submission', migrateDatabase);
    dataSource = await submissionDataSource(ownerUrl, createLogger('specs'), 'specs').initialize();
    await dataSource.query(`INSERT INTO programs (id, name) VALUES ('program', 'Program')`);
  });

  afterAll(() => dataSource.destroy());

  beforeEach(async () => {
    await dataSource.query('DELETE FROM readme_foreign_images');
    await dataSource.query('DELETE FROM foreign_images');
    queue = new ForeignImageQueue(dataSource);
  });

  const projects = new Map<string, string>();
  /** The project of an account, whose ids are the same. */
  async function projectOf(name: string): Promise<string> {
    const known = projects.get(name);
    if (known !== undefined) return known;
    const id = uuidv7();
    projects.set(name, id);
    await dataSource.query(
      `INSERT INTO accounts (id, handle, display_name, email, password_hash) VALUES ($1, $2, 'A', $2 || '@example.org', '')`,
      [id, name],
    );
    await dataSource.query(
      `INSERT INTO projects (id, slug, program_id, owner_id, name, color) VALUES ($1, $2, 'program', $1, 'A', '#000000')`,
      [id, name],
    );
    return id;
  }

  /** Images that were asked for in this order. */
  async function ask(name: string, urls: string[]): Promise<void> {
    await dataSource.query(
      `WITH asked AS (
         INSERT INTO foreign_images (id, url, url_sha256, next_attempt_at)
         SELECT id, url, sha256, now() - interval '1 hour' FROM unnest($2::uuid[], $3::text[], $4::bytea[]) AS image (id, url, sha256)
         RETURNING id
       ) INSERT INTO readme_foreign_images (project_id, image_id) SELECT $1, id FROM asked`,
      [
        await projectOf(name),
        urls.map(() => uuidv7()),
        urls.map((url) => `https://${url}`),
        urls.map((url) => createHash('sha256').update(`https://${url}`).digest()),
      ],
    );
  }

  const takeAll = async (): Promise<DueImage[]> => {
    const taken = await queue.take();
    return taken ? [taken, ...(await takeAll())] : [];
  };
  const pathOf = (image: DueImage | undefined) => image?.url.slice('https://'.length);
  const many = (count: number, urlOf: (index: number) => string) => Array.from({ length: count }, (_, n) => urlOf(n));

  it('leaves those of a private project to their owner, and takes them once one is allowed or it is public', async () => {
    const shy = await projectOf('shy');
    await dataSource.query(`UPDATE projects SET declared_visibility = 'private' WHERE id = $1`, [shy]);
    await ask('shy', ['evil.example/words', 'good.example/boat']);
    expect(await takeAll()).toEqual([]);
    const service = new ForeignImagesService(dataSource, {} as ObjectStore, { IMAGE_PROXY: true });
    const [, boat] = await service.waiting(shy);
    expect(boat?.url).toBe('https://good.example/boat');
    const other = await projectOf('other');
    await service.allow(other, [boat?.id ?? '']);
    expect(await takeAll()).toEqual([]);
    await service.allow(shy, [boat?.id ?? '', 'nonsense']);
    expect((await takeAll()).map(pathOf)).toEqual(['good.example/boat']);
    expect((await service.waiting(shy)).map(({ url }) => url)).toEqual(['https://evil.example/words']);
    await dataSource.query(`UPDATE projects SET declared_visibility = 'unlisted' WHERE id = $1`, [shy]);
    expect([(await takeAll()).map(pathOf), await service.waiting(shy)]).toEqual([['evil.example/words'], []]);
  });

  const makePrivate = async (name: string) => {
    const id = await projectOf(name);
    await dataSource.query(`UPDATE projects SET declared_visibility = 'private' WHERE id = $1`, [id]);
    return id;
  };
  const countDue = async () => {
    const [row] = await dataSource.query<{ count: number }[]>(
      `SELECT count(*)::integer AS count FROM foreign_images WHERE status = 'pending' AND next_attempt_at <= now()`,
    );
    return row?.count;
  };

  it('looks no more at 2,000 that wait for their owner, and goes on with others', async () => {
    await makePrivate('patient');
    await ask(
      'patient',
      many(2_000, (n) => `waits-${n}.example/a`),
    );
    await ask('quick', ['quick.example/due']);
    await queue.setAside();
    await queue.setAside();
    expect(await countDue()).toBe(1);
    expect((await takeAll()).map(pathOf)).toEqual(['quick.example/due']);
  });

  it.each<[string, (project: string, image: string) => Promise<unknown>]>([
    [
      'the owner allows it',
      (project, image) =>
        new ForeignImagesService(dataSource, {} as ObjectStore, { IMAGE_PROXY: true }).allow(project, [image]),
    ],
    [
      'the project becomes unlisted',
      (project) => dataSource.query(`UPDATE projects SET declared_visibility = 'unlisted' WHERE id = $1`, [project]),
    ],
    [
      'the project is hidden no longer',
      async (project) => {
        const hide = `UPDATE projects SET declared_visibility = 'public', hidden_at = now() WHERE id = $1`;
        await dataSource.query(hide, [project]);
        expect(await countDue()).toBe(0);
        await dataSource.query('UPDATE projects SET hidden_at = NULL WHERE id = $1', [project]);
      },
    ],
    [
      'a public project shows it too',
      async (_, image) =>
        dataSource.query<unknown>('INSERT INTO readme_foreign_images (project_id, image_id) VALUES ($1, $2)', [
          await projectOf('open'),
          image,
        ]),
    ],
  ])('takes one that was set aside once %s', async (_, release) => {
    const project = await makePrivate('patient');
    await ask('patient', ['waits.example/a']);
    await queue.setAside();
    expect(await countDue()).toBe(0);
    const [image] = await dataSource.query<{ id: string }[]>('SELECT id FROM foreign_images');
    await release(project, image?.id ?? '');
    await queue.setAside();
    expect((await takeAll()).map(pathOf)).toEqual(['waits.example/a']);
  });

  it.each([
    ['the publishing of its project', `UPDATE projects SET declared_visibility = 'public' WHERE id = $1`],
    [
      'the answer of its owner',
      'INSERT INTO allowed_foreign_images (project_id, image_id) SELECT project_id, image_id FROM readme_foreign_images WHERE project_id = $1',
    ],
  ])('keeps one that is set aside before %s commits', async (_, change) => {
    const project = await makePrivate('patient');
    await ask('patient', ['waits.example/a']);
    await dataSource.transaction(async (manager) => {
      await manager.query(change, [project]);
      await queue.setAside();
    });
    expect((await takeAll()).map(pathOf)).toEqual(['waits.example/a']);
  });

  it('leaves what was asked for a moment ago, because its document may still be in writing', async () => {
    await makePrivate('patient');
    await ask('patient', ['waits.example/a']);
    await dataSource.query('UPDATE foreign_images SET next_attempt_at = now()');
    await queue.setAside();
    expect(await countDue()).toBe(1);
  });

  it('takes the image of another account at once while 2,000 slow ones of one account wait', async () => {
    await ask(
      'slow',
      many(2_000, (n) => `slow-${n}.example/a.png`),
    );
    expect(await takeAll()).toHaveLength(3);
    await ask('quick', ['quick.example/a.png']);
    expect((await takeAll()).map(pathOf)).toEqual(['quick.example/a.png']);
    expect(await takeAll()).toEqual([]);
  });

  it('takes images of another host at once while one host of many accounts is slow', async () => {
    for (const name of ['a', 'b', 'c', 'd'])
      await ask(`slow-${name}`, [`slow.example/${name}-1`, `slow.example/${name}-2`]);
    expect(await takeAll()).toHaveLength(4);
    await ask('quick', ['slow.example/quick', 'quick.example/quick']);
    expect((await takeAll()).map(pathOf)).toEqual(['quick.example/quick']);
  });

  it('keeps taking the images of an account that are not on its slow host', async () => {
    await ask('mixed', [...many(20, (n) => `slow.example/${n}`), 'quick.example/1', 'quick.example/2']);
    const taken = await takeAll();
    for (const image of taken) if (image.host === 'quick.example') queue.end(image);
    taken.push(...(await takeAll()));
    expect(taken.filter(({ host }) => host === 'quick.example')).toHaveLength(2);
  });

  it('lets accounts take turns, however many images each has', async () => {
    for (const name of ['one', 'two', 'three'])
      await ask(
        name,
        many(4, (n) => `${name}-${n}.example/a`),
      );
    const order: string[] = [];
    for (let image = await queue.take(); image; image = await queue.take()) {
      order.push(image.ownerId);
      queue.end(image);
    }
    const turns = many(3, (n) => projects.get(['one', 'two', 'three'][n] ?? '') ?? '');
    for (let at = 0; at < order.length; at += 3) expect([...order.slice(at, at + 3)].sort()).toEqual([...turns].sort());
    expect(order).toHaveLength(12);
  });

  it('takes each image that is due once, and none that nothing shows', async () => {
    await ask('one', ['one.example/a', 'one.example/b']);
    await ask('two', ['two.example/a']);
    await dataSource.query(
      `UPDATE foreign_images SET next_attempt_at = now() + interval '1 minute' WHERE url LIKE '%/b'`,
    );
    await dataSource.query('DELETE FROM readme_foreign_images WHERE project_id = $1', [projects.get('two')]);
    const other = new ForeignImageQueue(dataSource);
    expect([await queue.take(), await other.take()].map(pathOf)).toEqual(['one.example/a', undefined]);
  });

  it('never runs more for an account or a host than it may, and ends with nothing due', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ owner: fc.integer({ min: 0, max: 3 }), host: fc.integer({ min: 0, max: 3 }) }), {
          minLength: 1,
          maxLength: 30,
        }),
        fc.infiniteStream(fc.nat()),
        async (asked, choices) => {
          await dataSource.query('DELETE FROM readme_foreign_images');
          await dataSource.query('DELETE FROM foreign_images');
          queue = new ForeignImageQueue(dataSource);
          for (const [n, { owner, host }] of asked.entries())
            await ask(`owner-${owner}`, [`host-${host}.example/${n}`]);
          const running: DueImage[] = [];
          let done = 0;
          for (let isOver = false; !isOver;) {
            running.push(...(await takeAll()));
            expect(running.length).toBeLessThanOrEqual(8);
            for (const [key, most] of [
              ['ownerId', 3],
              ['host', 4],
            ] as const)
              for (const value of new Set(running.map((image) => image[key])))
                expect(running.filter((image) => image[key] === value).length).toBeLessThanOrEqual(most);
            isOver = running.length === 0;
            const [ended] = running.splice((choices.next().value ?? 0) % Math.max(1, running.length), 1);
            if (ended) {
              queue.end(ended);
              done += 1;
            }
          }
          expect(done).toBe(asked.length);
        },
      ),
      { numRuns: 15 },
    );
  });
});
