import { randomUUID } from 'node:crypto';
import { callApi, ServiceReplica, sharedStack } from '@shipyard/testing';
import { AccountHolder } from './account-holder';
import { type Failure, LONG_README, Participant } from './participant';
import { assetIdOf, codeOf, type Hidden, pngOf, takedownParty, WHY } from './takedown-party';

describe('takedowns', () => {
  const stack = sharedStack();
  const {
    url,
    staff,
    participant,
    other,
    owner,
    stranger,
    reviewer,
    admin,
    fulfilment,
    as,
    hide,
    unhide,
    removeLog,
    removeImage,
    detail,
    anonymous,
    open,
    audit,
  } = takedownParty(stack);

  describe('the right to take down', () => {
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
      const { log } = (await by.appendLog(slug, 'A', 'a', [await pngOf('#777777')])).body.data;
      return { slug, assetId: assetIdOf(log.image_urls[0]) };
    };

    it('belongs to reviewers and admins, and never for their own project', async () => {
      const { slug, assetId } = await ready(owner);
      for (const by of [owner, stranger, fulfilment])
        for (const answer of await each(slug, assetId, by)) expect(codeOf(answer)).toEqual([403, 'FORBIDDEN']);
      const member = as((await AccountHolder.register(stack, { roles: ['reviewer'] })).account.token);
      const own = await ready(member);
      for (const answer of await each(own.slug, own.assetId, member)) {
        expect(codeOf(answer)).toEqual([403, 'FORBIDDEN']);
        expect(answer.text).toContain('your own project');
      }
      expect((await audit(own.slug)).map(({ action }) => action)).toEqual(['create']);
    });

    it('needs a token of an account that is not suspended', async () => {
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
    ])('needs a reason: %s is refused before the project is looked up', async (_, json) => {
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

  describe('a hidden project', () => {
    it('is missing for everyone except its owner and staff, in every read and on every replica', async () => {
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
        await maker.appendLog(slug, 'With a picture', 'a', [await pngOf('#123456')]);
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

    it('shows its owner when and why it was hidden, and keeps the visibility that the owner chose', async () => {
      const slug = await owner.createProject();
      expect((await detail(slug)).hidden).toBeNull();
      const { body } = await hide(slug);
      const seen = await detail(slug);
      expect(seen).toEqual(body.data.project);
      expect([seen.visibility, seen.state, seen.hidden]).toEqual([
        'public',
        'draft',
        { by: 'staff', at: expect.stringMatching(/Z$/) as string, reason: WHY.reason },
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

    it('is hidden once, even by two parallel calls, and each change is audited with its reason', async () => {
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

  it('cannot get around the database function and the CHECK', async () => {
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
