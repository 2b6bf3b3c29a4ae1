import { randomUUID } from 'node:crypto';
import { type ApiAnswer, callApi, drawImage, ServiceReplica, sharedStack } from '@shipyard/testing';
import { type Newcomer, register } from './newcomer';
import { type Failure, logForm, Participant, readmeForm, uploadForm } from './participant';

describe('the quotas of an account', () => {
  const stack = sharedStack();
  const { submission_url: url, program_id: programId } = stack.credentials;
  let account: Newcomer;
  let participant: Participant;

  beforeEach(async () => {
    account = await register(url);
    participant = new Participant(url, account.token, programId);
  });

  afterAll(() => ServiceReplica.endAll());

  const limit = (quota: string, most: number) =>
    stack.query('submission', 'INSERT INTO account_quotas (account_id, quota, quota_limit) VALUES ($1, $2, $3)', [
      account.id,
      quota,
      most,
    ]);
  const create = (base = url) =>
    callApi<Failure>(base, 'POST', '/projects', {
      token: account.token,
      json: { program_id: programId, slug: `q-${randomUUID().slice(0, 20)}`, name: 'A' },
    });
  const codesOf = (answers: ApiAnswer<Failure>[]) =>
    answers.map(({ status, body }) => body.error ?? String(status)).sort();
  const exceeded = (quota: string, most: number, advice: RegExp) => ({
    status: 403,
    body: {
      ok: false,
      error: 'QUOTA_EXCEEDED',
      message: expect.stringMatching(advice) as string,
      details: { quota, limit: most },
    },
  });

  describe('for projects', () => {
    it('hold against simultaneous requests, and free a place when a project is deleted', async () => {
      await limit('projects', 3);
      expect(codesOf(await Promise.all(Array.from({ length: 10 }, () => create())))).toEqual([
        ...Array.from({ length: 3 }, () => '201'),
        ...Array.from({ length: 7 }, () => 'QUOTA_EXCEEDED'),
      ]);
      expect(await create()).toMatchObject(exceeded('projects', 3, /3 projects\. Delete one/));
      const [one] = await stack.query('submission', 'SELECT slug FROM projects WHERE owner_id = $1', [account.id]);
      expect((await participant.call('DELETE', `/projects/${String(one?.slug)}`)).status).toBe(200);
      expect(codesOf([await create(), await create()])).toEqual(['201', 'QUOTA_EXCEEDED']);
    });

    it('are checked last: a taken slug is reported first', async () => {
      await limit('projects', 1);
      const slug = await participant.createProject();
      const again = await participant.refused('POST', '/projects', {
        json: { program_id: programId, slug, name: 'A' },
      });
      expect(again.body.error).toBe('SLUG_TAKEN');
    });

    it('are 100 without the demo', async () => {
      const { url: ordinary } = await ServiceReplica.start(stack, { environment: { DEMO: '0' } });
      await stack.query(
        'submission',
        `INSERT INTO projects (id, slug, program_id, owner_id, name, color)
         SELECT gen_random_uuid(), 'q-' || left(gen_random_uuid()::text, 20), $1, $2, 'A', 'red' FROM generate_series(1, 99)`,
        [programId, account.id],
      );
      expect(codesOf([await create(ordinary)])).toEqual(['201']);
      expect(await create(ordinary)).toMatchObject(exceeded('projects', 100, /100 projects/));
      expect(codesOf([await create()])).toEqual(['201']);
    });
  });

  describe('for images', () => {
    const imageOf = (red: number) => drawImage({ color: `#${red}4141e` });
    const stored = async () =>
      Number(
        (
          await stack.query('submission', 'SELECT sum(image_bytes) AS bytes FROM projects WHERE owner_id = $1', [
            account.id,
          ])
        )[0]?.bytes,
      );

    it('count the images of all projects, by every way of upload', async () => {
      const [one, other] = [await participant.createProject(), await participant.createProject()];
      const [oneId, otherId] = [await participant.projectId(one), await participant.projectId(other)];
      await participant.uploadAsset(oneId, await imageOf(1));
      await participant.putReadme(one, '![a](a.png)', { 'a.png': await imageOf(2) });
      await participant.appendLog(other, 'A', 'a', [await imageOf(3)]);
      const used = await stored();
      expect(
        await stack.query(
          'submission',
          'SELECT sum(bytes)::integer AS bytes FROM assets WHERE project_id = ANY ($1::uuid[])',
          [[oneId, otherId]],
        ),
      ).toEqual([{ bytes: used }]);

      await limit('image_bytes', used);
      const files = await stack.countStoredFiles('submission');
      const refused = [
        await participant.refused('POST', '/assets/upload', { form: uploadForm(otherId, await imageOf(4)) }),
        await participant.refused('PUT', `/projects/${other}/readme`, {
          form: readmeForm('![a](a.png)', { 'a.png': await imageOf(5) }),
        }),
        await participant.refused('POST', `/projects/${one}/logs`, { form: logForm('A', 'a', [await imageOf(6)]) }),
      ];
      for (const answer of refused)
        expect(answer).toMatchObject(exceeded('image_bytes', used, /bytes\. Delete a project/));
      expect([await stored(), await stack.countStoredFiles('submission')]).toEqual([used, files]);
      // Known images, and logs without images, use no quota.
      expect((await participant.uploadAsset(oneId, await imageOf(1))).status).toBe(201);
      expect((await participant.appendLog(one, 'A', 'a')).status).toBe(201);

      expect((await participant.call('DELETE', `/projects/${one}`)).status).toBe(200);
      expect((await participant.uploadAsset(otherId, await imageOf(7))).status).toBe(201);
    });

    it('hold against simultaneous uploads to any project', async () => {
      const slugs = await Promise.all([1, 2, 3].map(() => participant.createProject()));
      const ids = await Promise.all(slugs.map((slug) => participant.projectId(slug)));
      const first = await participant.uploadAsset(ids[0] ?? '', await imageOf(0));
      // One more image fits, but not two.
      await limit('image_bytes', Math.floor(first.body.data.bytes * 2.5));
      const images = await Promise.all(Array.from({ length: 9 }, (_, red) => imageOf(red + 1)));
      const answers = await Promise.all(
        images.map((image, index) =>
          participant.refused('POST', '/assets/upload', { form: uploadForm(ids[index % 3] ?? '', image) }),
        ),
      );
      expect(codesOf(answers)).toEqual(['201', ...Array.from({ length: 8 }, () => 'QUOTA_EXCEEDED')]);
    });
  });

  describe('for requests of reviews', () => {
    const request = (slug: string, base = url) =>
      callApi<Failure>(base, 'POST', `/projects/${slug}/review/request`, { token: account.token });
    /** The audit trail cannot be changed, so requests are inserted in the past. */
    const requestedBefore = (hours: number, count: number, slug: string) =>
      stack.query(
        'submission',
        `INSERT INTO audit_entries (project_id, actor, actor_id, action, from_state, to_state, at)
         SELECT project.id, 'owner', owner_id, 'request_review', 'draft', 'review_pending', now() - make_interval(hours => $2)
         FROM projects project CROSS JOIN generate_series(1, $3::integer) WHERE slug = $1`,
        [slug, hours, count],
      );

    it('hold against simultaneous requests, and leave the projects unchanged', async () => {
      const slugs = await Promise.all(Array.from({ length: 5 }, () => participant.createReadyProject('# Ready')));
      await limit('reviews_a_day', 2);
      const answers = await Promise.all(slugs.map((slug) => request(slug)));
      expect(codesOf(answers)).toEqual(['202', '202', 'QUOTA_EXCEEDED', 'QUOTA_EXCEEDED', 'QUOTA_EXCEEDED']);
      for (const [index, slug] of slugs.entries())
        if (answers[index]?.status === 403)
          expect(await participant.status(slug)).toMatchObject({ state: 'draft', review: null });
    });

    it('count the last 24 hours, and the message says when there is room', async () => {
      const slug = await participant.createReadyProject('# Ready');
      await limit('reviews_a_day', 2);
      await requestedBefore(25, 5, slug);
      await requestedBefore(20, 1, slug);
      await requestedBefore(3, 1, slug);
      const refused = await request(slug);
      expect(refused).toMatchObject(
        exceeded('reviews_a_day', 2, /2 reviews in 24 hours\. Try again after 2.*Z, or ask the staff/),
      );
      // When the older of the two counted requests is a day old.
      const again = Date.parse(/after (\S+Z)/.exec(refused.body.message)?.[1] ?? '');
      expect(Math.round((again - Date.now()) / 3_600_000)).toBe(4);
    });

    it('are not restored when a project is deleted', async () => {
      const [slug, other] = [
        await participant.createReadyProject('# Ready'),
        await participant.createReadyProject('# Ready'),
      ];
      await limit('reviews_a_day', 1);
      await requestedBefore(1, 1, slug);
      expect((await participant.call('DELETE', `/projects/${slug}`)).status).toBe(200);
      expect((await request(other)).body.error).toBe('QUOTA_EXCEEDED');
    });

    it('are checked after state and readiness', async () => {
      const slug = await participant.createProject();
      await limit('reviews_a_day', 0);
      expect((await request(slug)).body.error).toBe('REVIEW_NOT_READY');
      await stack.query('submission', `UPDATE projects SET state = 'rejected' WHERE slug = $1`, [slug]);
      expect((await request(slug)).body.error).toBe('STATE_CONFLICT');
    });

    it('are 20 without the demo', async () => {
      const { url: ordinary } = await ServiceReplica.start(stack, { environment: { DEMO: '0' } });
      const [one, other] = [
        await participant.createReadyProject('# Ready'),
        await participant.createReadyProject('# Ready'),
      ];
      await requestedBefore(1, 19, one);
      expect(codesOf([await request(one, ordinary)])).toEqual(['202']);
      expect(await request(other, ordinary)).toMatchObject(exceeded('reviews_a_day', 20, /20 reviews/));
    });
  });
});
