import { randomUUID } from 'node:crypto';
import { callApi, drawImage, ServiceReplica, sharedStack, waitUntil } from '@shipyard/testing';
import { AccountHolder } from './account-holder';
import { type Failure, LONG_README, Participant, type ProjectView } from './participant';

interface Hidden extends ProjectView {
  hidden: { at: string; reason: string } | null;
}

describe('takedowns', () => {
  const stack = sharedStack();
  const {
    submission_url: url,
    program_id: programId,
    staff,
    participant,
    other_participant: other,
  } = stack.credentials;
  const as = (token: string) => new Participant(url, token, programId);
  const [owner, stranger, reviewer, admin] = [
    as(participant.token),
    as(other.token),
    as(staff.reviewer),
    as(staff.admin),
  ];
  const WHY = { reason: 'It shows a stranger.\nTake it down.' };
  const hide = (slug: string, by = reviewer, json: unknown = WHY, headers = {}) =>
    by.call<{ project: Hidden }>('POST', `/admin/projects/${slug}/hide`, { json, headers });
  const unhide = (slug: string, by = reviewer) =>
    by.call<{ project: Hidden }>('POST', `/admin/projects/${slug}/unhide`, { json: { reason: 'A mistake.' } });
  const removeLog = (slug: string, sequence: unknown, by = reviewer, json: unknown = WHY, headers = {}) =>
    by.call<{ project: Hidden }>('DELETE', `/admin/projects/${slug}/logs/${String(sequence)}`, { json, headers });
  const removeImage = (id: string, by = reviewer, json: unknown = WHY) =>
    by.call<{ project: Hidden }>('DELETE', `/admin/assets/${id}`, { json });
  const detail = async (slug: string, by = owner) => (await by.call<Hidden>('GET', `/projects/${slug}`)).body.data;
  const anonymous = (path: string, headers = {}) => callApi<Failure>(url, 'GET', path, { headers });
  const open = (address: string, token?: string, headers = {}) =>
    callApi(stack.submissionUrl, 'GET', address, { token, headers });
  const audit = async (slug: string) =>
    (await admin.call<{ audit: Record<string, unknown>[] }>('GET', `/admin/projects/${slug}`)).body.data.audit;
  const codeOf = ({ status, body }: { status: number; body: unknown }) => [status, (body as Failure).error];
  const assetIdOf = (address: string | null | undefined) => /assets\/([0-9a-f-]{36})/.exec(address ?? '')?.[1] ?? '';
  const picture = (color: string) => drawImage({ color });

  describe('a hidden project', () => {
    it('is gone for everyone but its owner and staff, through every door and on every replica', async () => {
      const replica = await ServiceReplica.start(stack);
      try {
        // A program and an owner of its own, whose counts no other suite changes.
        const program = `td-${randomUUID().slice(0, 12)}`;
        expect((await admin.call('POST', '/admin/programs', { json: { id: program, name: 'A' } })).status).toBe(201);
        const { account } = await AccountHolder.register(stack);
        const maker = new Participant(url, account.token, program);
        const slug = await maker.createReadyProject(LONG_README);
        const word = `w${randomUUID().slice(0, 12)}`;
        await maker.call('PATCH', `/projects/${slug}`, { json: { tagline: word, tags: [word] } });
        await maker.appendLog(slug, 'With a picture', 'a', [await picture('#123456')]);
        const before = await detail(slug, maker);
        const images = [before.header_image_url ?? '', before.logs[0]?.image_urls[0] ?? ''];
        const counts = async () => {
          const reads = [`/programs/${program}`, `/creators/${account.handle}`];
          const count = /"project_count":(\d+)/;
          return (await Promise.all(reads.map((path) => anonymous(path)))).map(({ text }) =>
            Number(count.exec(text)?.[1]),
          );
        };
        const lists = ['/projects?limit=100', `/projects?q=${word}`, `/projects?tag=${word}`, '/projects?sort=updated'];
        lists.push(`/programs/${program}/projects`, `/creators/${account.handle}`);
        const listed = async () =>
          Promise.all([url, replica.url].flatMap((base) => lists.map((path) => callApi(base, 'GET', path)))).then(
            (answers) => answers.filter(({ text }) => text.includes(slug)).length,
          );
        expect(await listed()).toBe(2 * lists.length);
        expect(await counts()).toEqual([1, 1]);
        const etag = (await open(images[0] ?? '')).headers.get('etag') ?? '';

        expect((await hide(slug)).status).toBe(200);

        expect(await listed()).toBe(0);
        expect(await counts()).toEqual([0, 0]);
        for (const base of [url, replica.url])
          for (const path of ['', '/readme', '/logs', '/logs?limit=1'])
            for (const token of [undefined, other.token]) {
              const answer = await callApi<Failure>(base, 'GET', `/projects/${slug}${path}`, { token });
              expect([path, ...codeOf(answer)]).toEqual([path, 404, 'PROJECT_NOT_FOUND']);
            }
        for (const image of images) {
          for (const headers of [{}, { range: 'bytes=0-9' }, { 'if-none-match': etag }])
            expect((await open(image, undefined, headers)).status).toBe(404);
          expect((await open(image, other.token)).status).toBe(404);
          for (const token of [account.token, staff.reviewer]) {
            const { status, headers } = await open(image, token);
            expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
          }
        }
        expect(codeOf(await stranger.refused('PATCH', `/projects/${slug}`, { json: { name: 'B' } }))).toEqual([
          404,
          'PROJECT_NOT_FOUND',
        ]);
        expect(codeOf(await stranger.refused('GET', `/projects/${slug}/status`))).toEqual([404, 'PROJECT_NOT_FOUND']);

        expect((await unhide(slug)).status).toBe(200);
        expect([await listed(), await counts()]).toEqual([2 * lists.length, [1, 1]]);
        expect((await open(images[0] ?? '')).headers.get('cache-control')).toMatch(/^public/);
      } finally {
        ServiceReplica.endAll();
      }
    });

    it('does not open by signed URLs, not even by those from before', async () => {
      const slug = await owner.createReadyProject(LONG_README);
      await owner.call('PATCH', `/projects/${slug}`, { json: { visibility: 'private' } });
      const signed = (await detail(slug)).header_image_url ?? '';
      expect((await open(signed)).status).toBe(200);
      await hide(slug);
      const after = (await detail(slug)).header_image_url ?? '';
      for (const address of [signed, after]) {
        expect((await open(address)).status).toBe(404);
        expect((await open(address, participant.token)).status).toBe(200);
      }
      await unhide(slug);
      expect((await open(signed)).status).toBe(200);
    });

    it('tells its owner since when and why, and keeps the visibility that the owner chose', async () => {
      const slug = await owner.createProject();
      expect((await detail(slug)).hidden).toBeNull();
      const { body } = await hide(slug);
      const seen = await detail(slug);
      expect(seen).toEqual(body.data.project);
      expect([seen.visibility, seen.state, seen.hidden]).toEqual([
        'public',
        'draft',
        { at: expect.stringMatching(/Z$/) as string, reason: WHY.reason },
      ]);
      const patched = await owner.call<{ project: Hidden }>('PATCH', `/projects/${slug}`, {
        json: { visibility: 'unlisted', name: 'Another name' },
      });
      expect(patched.body.data.project.visibility).toBe('unlisted');
      await owner.sync({ project_id: seen.id, config: { visibility: 'public' }, readme_markdown: '# A' });
      expect((await anonymous(`/projects/${slug}`)).status).toBe(404);
      expect((await unhide(slug)).body.data.project).toMatchObject({ visibility: 'public', hidden: null });
      expect((await anonymous(`/projects/${slug}`)).status).toBe(200);
    });

    it('is hidden once, also by two at once, and each change is audited with its reason', async () => {
      const slug = await owner.createProject();
      const answers = await Promise.all([hide(slug), hide(slug, admin), hide(slug), hide(slug, admin)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
      expect(codeOf(await hide(slug))).toEqual([409, 'STATE_CONFLICT']);
      await unhide(slug, admin);
      expect(codeOf(await unhide(slug))).toEqual([409, 'STATE_CONFLICT']);
      expect((await audit(slug)).slice(1)).toMatchObject([
        { action: 'hide', from: 'draft', to: 'draft', reason: WHY.reason },
        { action: 'unhide', actor: 'demo-admin', from: 'draft', to: 'draft', reason: 'A mistake.' },
      ]);
    });

    it('replays the answer to an Idempotency-Key', async () => {
      const slug = await owner.createProject();
      const key = { 'idempotency-key': randomUUID() };
      const first = await hide(slug, reviewer, WHY, key);
      const again = await hide(slug, reviewer, WHY, key);
      expect([again.status, again.headers.get('idempotency-replayed'), again.body]).toEqual([200, 'true', first.body]);
      expect(codeOf(await hide(slug, reviewer, { reason: 'Other' }, key))).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    });

    it('can be hidden while another reviewer has claimed it', async () => {
      const slug = await owner.createProject();
      await stack.query('submission', `UPDATE projects SET state = 'recommended' WHERE slug = $1`, [slug]);
      expect((await reviewer.call('POST', `/admin/projects/${slug}/claim`)).status).toBe(200);
      expect((await hide(slug, admin)).status).toBe(200);
    });
  });

  describe('a removed log', () => {
    it('keeps its sequence and reads "removed", without its images, wherever the project shows them', async () => {
      const slug = await owner.createProject();
      const word = `secret-${randomUUID().slice(0, 8)}`;
      const shared = await picture('#0a0b0c');
      const appended = await owner.appendLog(slug, word, `${word} text`, [shared, await picture('#0d0e0f')]);
      const images = appended.body.data.log.image_urls;
      const fileId = await owner
        .uploadAsset(appended.body.data.project.id, shared)
        .then(({ body }) => body.data.file_id);
      await owner.putReadme(slug, `# A\n\nBefore ![x](${fileId}) after`);
      await owner.sync({
        project_id: appended.body.data.project.id,
        new_logs: [{ sequence: 7, title: 'Another', content_md: `See ![y](${fileId}) here` }],
      });
      expect((await detail(slug)).header_image).toBe(fileId);

      const answer = await removeLog(slug, 1);

      expect(answer.status).toBe(200);
      const seen = await detail(slug);
      expect(answer.body.data.project).toEqual(seen);
      expect(seen.logs.find(({ sequence }) => sequence === 1)).toMatchObject({
        title: 'removed',
        text: 'removed',
        content_md: 'removed',
        content_html: '<p>removed</p>',
        image_urls: [],
        removed_at: expect.any(String) as string,
      });
      expect([seen.header_image, seen.log_count, seen.logs.length]).toEqual([null, 1, 2]);
      expect(seen.readme_html).toMatch(/Before\s+after/);
      // The Markdown of another log keeps the name of the image, because logs are append-only. Nothing shows the image.
      const shown = [seen.readme_html, ...seen.logs.flatMap((log) => [log.content_html, ...log.image_urls])];
      expect(shown.join()).not.toContain(assetIdOf(images[0]));
      expect(seen.logs.find(({ sequence }) => sequence === 7)?.content_html).toMatch(/See\s+here/);
      for (const image of images)
        for (const token of [undefined, participant.token, staff.admin])
          expect((await open(image, token)).status).toBe(404);
      for (const path of ['', '/logs', '/readme'])
        expect((await owner.call('GET', `/projects/${slug}${path}`)).text).not.toContain(word);
      const rows = await stack.query('submission', `SELECT FROM logs WHERE position($1 IN to_jsonb(logs)::text) > 0`, [
        word,
      ]);
      expect(rows).toEqual([]);
      expect((await audit(slug)).at(-1)).toMatchObject({
        actor: 'demo-reviewer',
        action: 'remove_log',
        subject: 'log 1',
        reason: WHY.reason,
      });

      const clash = await owner.refused('POST', '/projects/sync', {
        json: { project_id: seen.id, new_logs: [{ sequence: 1, title: 'A', content_md: 'a' }] },
      });
      expect([...codeOf(clash), clash.body.details]).toEqual([
        409,
        'LOG_SEQUENCE_EXISTS',
        { sequences: [1], next_sequence: 8 },
      ]);
      expect((await owner.appendLog(slug, 'Next', 'a')).body.data.log.sequence).toBe(8);
    });

    it('does not count for a review, and what a review has read has changed', async () => {
      const slug = await owner.createReadyProject(LONG_README);
      await owner.call('POST', `/projects/${slug}/review/request`);
      await waitUntil(
        () => owner.status(slug),
        ({ state }) => state === 'recommended',
      );
      await removeLog(slug, 1);
      await removeLog(slug, 2);
      expect((await owner.status(slug)).missing).toEqual(['logs']);
      const { changed_since_review: changed } = (
        await reviewer.call<{ changed_since_review: boolean }>('GET', `/admin/projects/${slug}`)
      ).body.data;
      expect(changed).toBe(true);
    });

    it('is removed once, also by two at once', async () => {
      const slug = await owner.createReadyProject('# A');
      const answers = await Promise.all([removeLog(slug, 1), removeLog(slug, 1, admin), removeLog(slug, 1)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
      expect((await detail(slug)).log_count).toBe(1);
    });

    it('replays the answer to an Idempotency-Key', async () => {
      const slug = await owner.createReadyProject('# A');
      const key = { 'idempotency-key': randomUUID() };
      const first = await removeLog(slug, 1, reviewer, WHY, key);
      const again = await removeLog(slug, 1, reviewer, WHY, key);
      expect([again.status, again.headers.get('idempotency-replayed'), again.body]).toEqual([200, 'true', first.body]);
    });

    it.each(['0', '3', '-1', '1.0', 'one', '99999999999999999999', '01'])('is not found as %s', async (sequence) => {
      const slug = await owner.createReadyProject('# A');
      expect(codeOf(await removeLog(slug, sequence))).toEqual([404, 'NOT_FOUND']);
    });

    it('loses to or wins over writes that show its image at the same moment, but is never shown', async () => {
      const slug = await owner.createProject();
      const image = await picture('#010203');
      const { log, project } = (await owner.appendLog(slug, 'A', 'a', [image])).body.data;
      const fileId = `cloud://${project.id}/${assetIdOf(log.image_urls[0])}.png`;
      const writes = () => [
        owner.putReadme(slug, `![a](${fileId})`),
        owner.putReadme(slug, '![a](a.png)', { 'a.png': image }),
        owner.appendLog(slug, 'B', 'b', [image]),
      ];
      const answers = await Promise.all([...writes(), removeLog(slug, 1), ...writes()]);
      for (const { status } of answers) expect([200, 201, 400]).toContain(status);
      expect((await open(log.image_urls[0] ?? '')).status).toBe(404);
      await waitUntil(
        () => detail(slug),
        (seen) => !JSON.stringify(seen).includes(assetIdOf(log.image_urls[0])),
      );
    });
  });

  describe('a removed image', () => {
    it('is gone from README, logs and header, and the same bytes are a new asset', async () => {
      const slug = await owner.createProject();
      const bytes = await picture('#222222');
      await owner.putReadme(slug, '# A\n\nx ![a](a.png) y ![b](b.png) z', {
        'a.png': bytes,
        'b.png': await picture('#333333'),
      });
      const logged = await owner.appendLog(slug, 'Kept', 'kept text', [bytes, await picture('#444444')]);
      const address = logged.body.data.log.image_urls[0] ?? '';
      const assetId = assetIdOf(address);
      expect((await open(address)).status).toBe(200);

      const answer = await removeImage(assetId, admin);

      const seen = await detail(slug);
      expect([answer.status, answer.body.data.project]).toEqual([200, seen]);
      expect([seen.header_image, seen.log_count, seen.logs[0]?.image_urls.length]).toEqual([null, 1, 1]);
      expect([seen.logs[0]?.title, seen.logs[0]?.text]).toEqual(['Kept', 'kept text']);
      expect(seen.readme_html.match(/<img/g)).toHaveLength(1);
      expect(JSON.stringify(seen)).not.toContain(assetId);
      for (const token of [undefined, participant.token, staff.admin])
        expect((await open(address, token)).status).toBe(404);
      expect((await audit(slug)).at(-1)).toMatchObject({
        actor: 'demo-admin',
        action: 'remove_image',
        subject: `image ${assetId}`,
        reason: WHY.reason,
      });

      const again = (await owner.uploadAsset(seen.id, bytes)).body.data;
      expect(assetIdOf(again.url)).not.toBe(assetId);
      expect((await open(again.url)).status).toBe(200);
      expect((await open(address)).status).toBe(404);
    });

    it('leaves no file', async () => {
      const slug = await owner.createProject();
      const { url: address } = (await owner.uploadAsset(await owner.projectId(slug), await picture('#565656'))).body
        .data;
      const before = await stack.countStoredFiles('submission');
      expect((await removeImage(assetIdOf(address))).status).toBe(200);
      expect(await stack.countStoredFiles('submission')).toBe(before - 1);
    });

    it('is removed once, and an unknown or malformed id is not found', async () => {
      const slug = await owner.createProject();
      const { url: address } = (await owner.uploadAsset(await owner.projectId(slug), await picture('#575757'))).body
        .data;
      const id = assetIdOf(address);
      const answers = await Promise.all([removeImage(id), removeImage(id, admin), removeImage(id)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
      for (const unknown of [id, randomUUID(), 'nothing', `${id}.png`])
        expect(codeOf(await removeImage(unknown))).toEqual([404, 'ASSET_NOT_FOUND']);
    });
  });

  describe('who may take down', () => {
    const each = (slug: string, assetId: string, by: Participant, json: unknown = WHY) =>
      Promise.all([
        hide(slug, by, json),
        show(slug, by, json),
        removeLog(slug, 1, by, json),
        removeImage(assetId, by, json),
      ]);
    const show = (slug: string, by: Participant, json: unknown) =>
      by.call<{ project: Hidden }>('POST', `/admin/projects/${slug}/unhide`, { json });
    const ready = async (by: Participant) => {
      const slug = await by.createProject();
      const { log } = (await by.appendLog(slug, 'A', 'a', [await picture('#777777')])).body.data;
      return { slug, assetId: assetIdOf(log.image_urls[0]) };
    };

    it('is a reviewer or an admin, and nobody for their own project', async () => {
      const { slug, assetId } = await ready(owner);
      for (const by of [owner, stranger, as(staff.fulfilment)])
        for (const answer of await each(slug, assetId, by)) expect(codeOf(answer)).toEqual([403, 'FORBIDDEN']);
      const member = as((await AccountHolder.register(stack, { roles: ['reviewer'] })).account.token);
      const own = await ready(member);
      for (const answer of await each(own.slug, own.assetId, member)) {
        expect(codeOf(answer)).toEqual([403, 'FORBIDDEN']);
        expect(answer.text).toContain('your own project');
      }
      expect((await audit(own.slug)).map(({ action }) => action)).toEqual(['create']);
    });

    it('is nobody without a token, nor with a suspended account', async () => {
      const { slug, assetId } = await ready(owner);
      const nobody = await callApi<Failure>(url, 'POST', `/admin/projects/${slug}/hide`, { json: WHY });
      expect(codeOf(nobody)).toEqual([401, 'AUTH_TOKEN_MISSING']);
      const holder = await AccountHolder.register(stack, { roles: ['reviewer'] });
      await admin.call('PATCH', `/admin/accounts/${holder.account.id}`, { json: { suspended: true } });
      for (const answer of await each(slug, assetId, as(holder.account.token)))
        expect(codeOf(answer)).toEqual([403, 'FORBIDDEN']);
    });

    it.each([
      ['no reason', {}],
      ['an empty reason', { reason: ' ' }],
      ['a reason that is too long', { reason: 'x'.repeat(2_001) }],
      ['an unknown field', { reason: 'a', until: 'tomorrow' }],
    ])('says why: %s is refused before the project is looked up', async (_, json) => {
      for (const answer of await each('nowhere-at-all', 'nothing', reviewer, json))
        expect(codeOf(answer)).toEqual([400, 'VALIDATION_FAILED']);
    });

    it('needs a body', async () => {
      const { slug, assetId } = await ready(owner);
      for (const [method, path] of [
        ['POST', `projects/${slug}/hide`],
        ['DELETE', `projects/${slug}/logs/1`],
        ['DELETE', `assets/${assetId}`],
      ] as const)
        expect((await reviewer.refused(method, `/admin/${path}`)).status).toBe(400);
      expect((await audit(slug)).map(({ action }) => action)).toEqual(['create']);
    });

    it('names a project that exists', async () => {
      expect((await each('nowhere-at-all', 'nothing', reviewer)).map(codeOf)).toEqual([
        [404, 'PROJECT_NOT_FOUND'],
        [404, 'PROJECT_NOT_FOUND'],
        [404, 'PROJECT_NOT_FOUND'],
        [404, 'ASSET_NOT_FOUND'],
      ]);
    });
  });

  it('cannot be made or undone past the function of the database and the CHECK', async () => {
    const slug = await owner.createReadyProject('# A');
    await hide(slug);
    for (const statement of [
      `UPDATE logs SET title = 'removed', written_as = 'text', text = 'removed', content_md = 'removed', removed_at = now()`,
      `DO $$ BEGIN DELETE FROM logs /* erase_project(uuid,text,uuid,text,bigint,uuid) */; END $$`,
    ])
      await expect(stack.query('submission', statement)).rejects.toThrow(/append-only/);
    await stack.query('submission', `UPDATE projects SET visibility = 'public' WHERE slug = $1`, [slug]);
    expect((await anonymous(`/projects/${slug}`)).status).toBe(404);
  });
});
