import { randomUUID } from 'node:crypto';
import { callApi, sharedStack } from '@shipyard/testing';
import { Participant, type ProjectView } from './participant';
import { staffParty } from './staff-party';

interface WaitingProject extends ProjectView {
  review: (ProjectView['review'] & { status: string }) | null;
  claim: { by: string; expires_at: string } | null;
  changed_since_review: boolean;
}

interface StaffProject {
  project: ProjectView;
  review: { status: string } | null;
  flags: unknown[];
  audit: { at: string; actor: string; action: string; from: string | null; to: string; reason: string | null }[];
}

/** The queue omits these states by default. */
const UNQUEUED = ['draft', 'approved_to_ship', 'shipment_submitted', 'shipped', 'rejected'];

describe('staff', () => {
  const stack = sharedStack();
  const { credentials } = stack;
  const { url, logins, owner, other, reviewer, fulfilment, admin, setState, inState, anotherReviewer } =
    staffParty(stack);

  describe('the queue', () => {
    const listWaiting = async (query: string) =>
      (await reviewer.call<{ projects: WaitingProject[] }>('GET', `/admin/reviews${query}`)).body.data.projects;

    it('shows recommended projects first, then the longest waiting ones, including private ones, with their claims', async () => {
      const [first, second, third] = [
        await inState('interviewing'),
        await inState('recommended'),
        await inState('recommended'),
      ];
      await owner.call('PATCH', `/projects/${third}`, { json: { visibility: 'private' } });
      await reviewer.call('POST', `/admin/projects/${third}/claim`);
      const projects = await listWaiting('?limit=500');
      const slugs = projects.map(({ slug }) => slug);
      expect([second, third, first].map((slug) => slugs.indexOf(slug))).not.toContain(-1);
      expect(slugs.indexOf(second)).toBeLessThan(slugs.indexOf(third));
      expect(slugs.indexOf(third)).toBeLessThan(slugs.indexOf(first));
      expect(projects.find(({ slug }) => slug === second)).toMatchObject({
        state: 'recommended',
        review: null,
        claim: null,
        changed_since_review: false,
        creator: { handle: credentials.participant.handle },
      });
      expect(projects.find(({ slug }) => slug === third)?.claim).toEqual({
        by: 'demo-reviewer',
        expires_at: expect.any(String) as string,
      });
      const afterRecommended = projects.slice(projects.findIndex(({ state }) => state !== 'recommended'));
      expect(afterRecommended.map(({ state }) => state)).not.toContain('recommended');
    });

    it('filters by state', async () => {
      for (const state of UNQUEUED) {
        const slug = await owner.createProject();
        await stack.query(
          'submission',
          `UPDATE projects SET state = $2, shipped_at = CASE WHEN $2 = 'shipped' THEN now() END WHERE slug = $1`,
          [slug, state],
        );
        const projects = await listWaiting(`?state=${state}&limit=500`);
        expect(new Set(projects.map((project) => project.state))).toEqual(new Set([state]));
      }
      expect(await reviewer.refused('GET', '/admin/reviews?state=done')).toMatchObject({
        status: 400,
        body: { error: 'VALIDATION_FAILED' },
      });
    });
  });

  describe('claims', () => {
    const claim = (who: Participant, slug: string) =>
      who.call<{ claim: { by: string; expires_at: string } | null }>('POST', `/admin/projects/${slug}/claim`);
    const free = (who: Participant, slug: string) => who.refused('DELETE', `/admin/projects/${slug}/claim`);

    it('last ten minutes, are renewed by their holder, and keep others from deciding and from freeing', async () => {
      const slug = await inState('recommended');
      const { participant: rival } = await anotherReviewer();
      const claimed = await claim(reviewer, slug);
      expect([claimed.status, claimed.body.data.claim?.by]).toEqual([200, 'demo-reviewer']);
      const [row] = await stack.query(
        'submission',
        `SELECT claimed_until - now() BETWEEN interval '9 minutes' AND interval '10 minutes' AS lasts FROM projects WHERE slug = $1`,
        [slug],
      );
      expect(row).toEqual({ lasts: true });
      expect((await claim(reviewer, slug)).status).toBe(200);

      const conflict = {
        status: 409,
        body: {
          error: 'STATE_CONFLICT',
          details: { state: 'recommended', allowed: ['rerun_review', 'approve', 'request_changes', 'reject'] },
        },
      };
      expect(await rival.refused('POST', `/admin/projects/${slug}/claim`)).toMatchObject(conflict);
      expect(await free(rival, slug)).toMatchObject(conflict);
      for (const [path, json] of [
        ['approve'],
        ['request-changes', { reason: 'a' }],
        ['reject', { reason: 'a' }],
        ['review/rerun'],
      ] as const) {
        expect(await rival.refused('POST', `/admin/projects/${slug}/${path}`, { json })).toMatchObject(conflict);
      }
      expect((await reviewer.call('POST', `/admin/projects/${slug}/approve`)).status).toBe(200);
    });

    it('do not bind the owner, and end by their holder, an admin or time', async () => {
      const slug = await inState('changes_requested');
      const { participant: rival } = await anotherReviewer();
      await owner.putReadme(slug, '# A');
      await owner.appendLog(slug, 'A', 'a');
      await claim(reviewer, slug);
      expect((await owner.refused('POST', `/projects/${slug}/review/request`)).status).toBe(202);
      await setState(slug, 'recommended');

      const freed = await free(reviewer, slug);
      expect([freed.status, freed.body]).toEqual([200, { ok: true, data: { claim: null } }]);
      expect((await free(reviewer, slug)).status).toBe(200);
      expect((await claim(rival, slug)).status).toBe(200);
      expect((await free(admin, slug)).status).toBe(200);
      expect((await claim(reviewer, slug)).status).toBe(200);
      await stack.query('submission', `UPDATE projects SET claimed_until = now() WHERE slug = $1`, [slug]);
      expect((await rival.call('POST', `/admin/projects/${slug}/approve`)).status).toBe(200);
    });

    it('go to one of twenty simultaneous requests', async () => {
      const slug = await inState('recommended');
      const rivals = await Promise.all(Array.from({ length: 4 }, () => anotherReviewer()));
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => claim(rivals[index % 4]?.participant ?? reviewer, slug)),
      );
      const winners = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.data.claim?.by));
      expect(winners.size).toBe(1);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(15);
    });
  });

  it('see a project with its review, flags and history, also a private one', async () => {
    const slug = await inState('recommended');
    await owner.call('PATCH', `/projects/${slug}`, { json: { visibility: 'private' } });
    await reviewer.call('POST', `/admin/projects/${slug}/request-changes`, {
      json: { reason: 'Say how it\r\nis powered.' },
    });
    for (const who of [reviewer, fulfilment, admin]) {
      const { status, body } = await who.call<StaffProject>('GET', `/admin/projects/${slug}`);
      expect([status, body.data.project.slug, body.data.review, body.data.flags]).toEqual([200, slug, null, []]);
      expect(body.data.audit.map(({ actor, action, from, to, reason }) => [actor, action, from, to, reason])).toEqual([
        [credentials.participant.handle, 'create', null, 'draft', null],
        ['demo-reviewer', 'request_changes', 'recommended', 'changes_requested', 'Say how it\nis powered.'],
      ]);
    }
    expect((await reviewer.refused('GET', '/admin/projects/nowhere')).body.error).toBe('PROJECT_NOT_FOUND');
  });

  it('admits nobody else, and each role only for its own work', async () => {
    const slug = await inState('recommended');
    const calls: [method: string, path: string, allowed: Participant[]][] = [
      ['GET', '/admin/reviews', [reviewer]],
      ['POST', `/admin/projects/${slug}/claim`, [reviewer]],
      ['DELETE', `/admin/projects/${slug}/claim`, [reviewer, admin]],
      ['GET', `/admin/projects/${slug}`, [reviewer, fulfilment, admin]],
      ['POST', `/admin/projects/${slug}/approve`, [reviewer]],
      ['POST', `/admin/projects/${slug}/request-changes`, [reviewer]],
      ['POST', `/admin/projects/${slug}/reject`, [reviewer]],
      ['POST', `/admin/projects/${slug}/review/rerun`, [reviewer]],
      ['POST', `/admin/projects/${slug}/reship`, [fulfilment]],
      ['GET', '/admin/programs', [admin]],
      ['POST', '/admin/programs', [admin]],
      ['PATCH', '/admin/programs/nowhere', [admin]],
      ['PUT', '/admin/programs/nowhere/docs/a', [admin]],
      ['DELETE', '/admin/programs/nowhere/docs/a', [admin]],
      ['GET', '/admin/accounts', [admin]],
      ['PATCH', `/admin/accounts/${randomUUID()}`, [admin]],
      ['POST', `/admin/accounts/${randomUUID()}/reset-link`, [admin]],
    ];
    for (const [method, path, allowed] of calls) {
      for (const who of [owner, other, reviewer, fulfilment, admin].filter((each) => !allowed.includes(each))) {
        const call = method === 'GET' || method === 'DELETE' ? {} : { json: { nonsense: true } };
        expect([method, path, (await who.refused(method, path, call)).body.error]).toEqual([method, path, 'FORBIDDEN']);
      }
      expect((await callApi<{ error: string }>(url, method, path)).body.error).toBe('AUTH_TOKEN_MISSING');
    }
  });

  it.each<[string, unknown]>([
    ['no reason', {}],
    ['an empty one', { reason: ' \n' }],
    ['a number', { reason: 1 }],
    ['2,001 characters', { reason: 'x'.repeat(2_001) }],
    ['control characters', { reason: 'a\u0007' }],
  ])('need a reason, and refuse %s', async (_, json) => {
    const slug = await inState('recommended');
    for (const path of ['request-changes', 'reject']) {
      const { status, body } = await reviewer.refused('POST', `/admin/projects/${slug}/${path}`, { json });
      expect([status, body.error, JSON.stringify(body.details)]).toEqual([
        400,
        'VALIDATION_FAILED',
        expect.stringContaining('"field":"reason"'),
      ]);
    }
    expect((await fulfilment.refused('POST', `/admin/projects/${slug}/reship`, { json })).body.error).toBe(
      'VALIDATION_FAILED',
    );
  });

  it('decides once under one Idempotency-Key', async () => {
    const slug = await inState('recommended');
    const approve = () =>
      reviewer.call<{ project: ProjectView }>('POST', `/admin/projects/${slug}/approve`, {
        headers: { 'idempotency-key': `approve-${slug}` },
      });
    const [first, second] = [await approve(), await approve()];
    expect([first.status, second.status, second.headers.get('idempotency-replayed')]).toEqual([200, 200, 'true']);
    expect(second.text).toBe(first.text);
  });

  it('can act with a session, whose writes need its CSRF token', async () => {
    const slug = await inState('recommended');
    const login = await callApi<{ data: { csrf_token: string } }>(url, 'POST', '/accounts/login', {
      json: logins.reviewer,
    });
    const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? '';
    const approve = (headers: Record<string, string>) =>
      callApi<{ error?: string }>(url, 'POST', `/admin/projects/${slug}/approve`, { headers: { cookie, ...headers } });
    expect((await approve({})).body.error).toBe('CSRF_INVALID');
    expect((await approve({ 'x-csrf-token': login.body.data.csrf_token })).status).toBe(200);
  });
});
