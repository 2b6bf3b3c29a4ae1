import { randomUUID } from 'node:crypto';
import { callApi, sharedStack } from '@shipyard/testing';
import { Participant, type ProjectView } from './participant';

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
  const { submission_url: url, program_id: programId, staff, staff_logins: logins } = credentials;
  const as = (token: string) => new Participant(url, token, programId);
  const owner = as(credentials.participant.token);
  const other = as(credentials.other_participant.token);
  const reviewer = as(staff.reviewer);
  const fulfilment = as(staff.fulfilment);
  const admin = as(staff.admin);

  const setState = (slug: string, state: string) =>
    stack.query('submission', 'UPDATE projects SET state = $2 WHERE slug = $1', [slug, state]);
  const inState = async (state: string) => {
    const slug = await owner.createProject();
    await setState(slug, state);
    return slug;
  };
  const register = async (name: string) => {
    const handle = `${name}-${randomUUID().slice(0, 8)}`;
    const json = { handle, display_name: name, email: `${handle}@example.com`, password: 'correct horse battery' };
    const { body } = await callApi<{ data: { token: string; account: { id: string } } }>(url, 'POST', '/accounts', {
      json,
    });
    return { ...json, id: body.data.account.id, token: body.data.token };
  };
  /** Creates a second reviewer as admin. */
  const anotherReviewer = async () => {
    const account = await register('reviewer');
    const answer = await admin.call('PATCH', `/admin/accounts/${account.id}`, { json: { roles: ['reviewer'] } });
    expect(answer.status).toBe(200);
    return { ...account, participant: as(account.token) };
  };

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

  describe('programs', () => {
    const program = (id: string, more: object = {}) => ({ id, name: 'Weather', ...more });
    const newId = () => `p-${randomUUID().slice(0, 12)}`;

    it('are created, changed, opened and closed by admins', async () => {
      const id = newId();
      const full = {
        tagline: 'Look up',
        description_md: '# Sky\n\n[a](javascript:alert(1)) **bold**\n\n<script>alert(2)</script>',
        starts_at: '2020-01-01T00:00:00Z',
        ends_at: '2090-01-01T00:00:00.5+02:00',
        logs_required: 3,
        interview_questions: 0,
        rubric: [{ id: 'craft', label: 'How well it is made' }],
        prize: { name: 'A kit', hardware: true },
      };
      const made = await admin.call<{ program: Record<string, unknown> }>('POST', '/admin/programs', {
        json: program(id, full),
      });
      expect(made.status).toBe(201);
      expect(made.body.data.program).toMatchObject({
        ...full,
        id,
        open: true,
        closed: false,
        docs: [],
        project_count: 0,
        starts_at: '2020-01-01T00:00:00.000Z',
        ends_at: '2089-12-31T22:00:00.500Z',
        description_html: expect.stringContaining('<strong>bold</strong>') as string,
      });
      expect(made.text).not.toMatch(/href="javascript|"description_html":"[^"]*alert\(2\)/);

      const slug = async () =>
        (await owner.refused('POST', '/projects', { json: { program_id: id, slug: newId(), name: 'A' } })).body.error;
      expect(await slug()).toBeUndefined();
      const closed = await admin.call<{ program: Record<string, unknown> }>('PATCH', `/admin/programs/${id}`, {
        json: { closed: true, prize: null, ends_at: null },
      });
      expect(closed.body.data.program).toMatchObject({
        name: 'Weather',
        logs_required: 3,
        open: false,
        closed: true,
        prize: null,
        ends_at: null,
      });
      expect(await slug()).toBe('PROGRAM_CLOSED');
      await admin.call('PATCH', `/admin/programs/${id}`, {
        json: { closed: false, starts_at: '2089-01-01T00:00:00Z' },
      });
      expect(await slug()).toBe('PROGRAM_CLOSED');
      await admin.call('PATCH', `/admin/programs/${id}`, { json: { starts_at: null } });
      expect(await slug()).toBeUndefined();
      expect(
        (await callApi<{ data: { program: object } }>(url, 'GET', `/programs/${id}`)).body.data.program,
      ).not.toHaveProperty('rubric');
      const all = await admin.call<{ programs: { id: string }[] }>('GET', '/admin/programs');
      expect(all.body.data.programs.map((each) => each.id)).toContain(id);
    });

    it.each<[string, object, string]>([
      ['no name', { name: undefined }, 'name'],
      ['an id of other characters', { id: 'A b' }, 'id'],
      ['an end before the start', { starts_at: '2030-01-02T00:00:00Z', ends_at: '2030-01-01T00:00:00Z' }, 'ends_at'],
      ['a time that is none', { starts_at: 'tomorrow' }, 'starts_at'],
      ['no logs', { logs_required: 0 }, 'logs_required'],
      ['21 questions', { interview_questions: 21 }, 'interview_questions'],
      ['half a question', { interview_questions: 1.5 }, 'interview_questions'],
      [
        'a rubric with an id twice',
        {
          rubric: [
            { id: 'a', label: 'A' },
            { id: 'a', label: 'B' },
          ],
        },
        'rubric',
      ],
      ['a rubric item without a label', { rubric: [{ id: 'a' }] }, 'rubric[0].label'],
      ['a prize without a name', { prize: { hardware: true } }, 'prize.name'],
      ['a prize that is a text', { prize: 'a kit' }, 'prize'],
      ['an unknown field', { prizes: [] }, 'prizes'],
    ])('refuse %s', async (_, fields, field) => {
      const { status, body } = await admin.refused('POST', '/admin/programs', { json: program(newId(), fields) });
      expect([status, body.error, body.details?.fields]).toEqual([
        400,
        'VALIDATION_FAILED',
        [expect.objectContaining({ field })],
      ]);
    });

    it('have unique ids, and are not found under unknown ones', async () => {
      expect((await admin.refused('POST', '/admin/programs', { json: program(programId) })).body).toMatchObject({
        error: 'VALIDATION_FAILED',
        details: { fields: [{ field: 'id' }] },
      });
      for (const path of ['nowhere', 'NO%00', 'x'.repeat(65)]) {
        expect((await admin.refused('PATCH', `/admin/programs/${path}`, { json: { name: 'A' } })).body.error).toBe(
          'PROGRAM_NOT_FOUND',
        );
      }
    });

    it('have documents that are written, replaced and removed', async () => {
      const id = newId();
      await admin.call('POST', '/admin/programs', { json: program(id) });
      const path = `/admin/programs/${id}/docs/start`;
      const doc = { title: 'Start', url: 'https://example.org/start' };
      expect((await admin.call('PUT', path, { json: { ...doc, title: 'Old' } })).body.data).toEqual({
        doc: { id: 'start', ...doc, title: 'Old' },
      });
      expect((await admin.call('PUT', path, { json: doc })).status).toBe(200);
      const shown = await callApi<{ data: { docs: object[] } }>(url, 'GET', `/docs/${id}`);
      expect(shown.body.data.docs).toEqual([{ id: 'start', ...doc }]);
      for (const bad of [
        { ...doc, url: 'javascript:alert(1)' },
        { ...doc, url: 'ftp://a' },
        { ...doc, title: '' },
      ]) {
        expect((await admin.refused('PUT', path, { json: bad })).body.error).toBe('VALIDATION_FAILED');
      }
      expect((await admin.call('DELETE', path)).body.data).toEqual({ doc: { id: 'start', ...doc } });
      expect((await admin.refused('DELETE', path)).body.error).toBe('DOC_NOT_FOUND');
      expect((await admin.refused('PUT', '/admin/programs/nowhere/docs/a', { json: doc })).body.error).toBe(
        'PROGRAM_NOT_FOUND',
      );
    });
  });

  describe('accounts', () => {
    interface Standing {
      account: {
        id: string;
        handle: string;
        roles: string[];
        suspended: boolean;
        minor: boolean | null;
        quotas: Record<string, number>;
      };
    }
    const change = (accountId: string, json: object, who = admin) =>
      who.call<Standing>('PATCH', `/admin/accounts/${accountId}`, { json });

    it('are found by handle, name and email', async () => {
      const account = await register('findme');
      for (const q of [account.handle, account.email.toUpperCase(), account.handle.slice(2)]) {
        const { body } = await admin.call<{ accounts: { id: string }[] }>(
          'GET',
          `/admin/accounts?q=${encodeURIComponent(q)}`,
        );
        expect(body.data.accounts[0]?.id).toBe(account.id);
      }
      expect(
        (await admin.call<{ accounts: object[] }>('GET', '/admin/accounts?q=100%25_nobody')).body.data.accounts,
      ).toEqual([]);
    });

    it('gain and lose roles immediately', async () => {
      const { id, participant } = await anotherReviewer();
      expect((await participant.call('GET', '/admin/reviews')).status).toBe(200);
      expect((await change(id, { roles: [] })).body.data.account.roles).toEqual(['participant']);
      expect((await participant.refused('GET', '/admin/reviews')).body.error).toBe('FORBIDDEN');
    });

    it('can do nothing by token or session while they are suspended', async () => {
      const account = await register('gone');
      const participant = as(account.token);
      const signIn = () =>
        callApi<{ error?: string }>(url, 'POST', '/accounts/login', {
          json: { email: account.email, password: account.password },
        });
      const cookie = (await signIn()).headers.get('set-cookie')?.split(';')[0] ?? '';
      const bySession = () => callApi<{ error?: string }>(url, 'GET', '/accounts/me', { headers: { cookie } });
      expect((await bySession()).status).toBe(200);
      expect((await change(account.id, { suspended: true })).body.data.account.suspended).toBe(true);
      expect((await participant.refused('GET', '/accounts/me')).body.error).toBe('FORBIDDEN');
      expect((await bySession()).status).toBe(401);
      expect((await signIn()).body.error).toBe('FORBIDDEN');
      expect((await change(account.id, { suspended: false })).body.data.account.suspended).toBe(false);
      expect((await participant.call('GET', '/accounts/me')).status).toBe(200);
    });

    it('have their date of birth corrected, and the audit entry omits the date', async () => {
      const account = await register('born');
      await change(account.id, { birth_date: '2001-02-03', roles: ['fulfilment'], suspended: true });
      expect((await change(account.id, { birth_date: '2001-02-04' })).body.data.account).toMatchObject({
        minor: false,
        roles: ['participant', 'fulfilment'],
      });
      const rows = await stack.query(
        'submission',
        'SELECT action, roles_after, entry::text AS line FROM account_audit_entries entry WHERE account_id = $1 AND actor_id <> $1 ORDER BY id',
        [account.id],
      );
      expect(rows.map(({ action }) => action)).toEqual(['set_roles', 'suspend', 'set_birth_date', 'set_birth_date']);
      expect(JSON.stringify(rows)).not.toContain('2001-02');
      for (const statement of [
        'DELETE FROM account_audit_entries',
        `UPDATE account_audit_entries SET action = 'suspend'`,
        'TRUNCATE account_audit_entries',
      ]) {
        await expect(stack.query('submission', statement)).rejects.toThrow(/append-only/);
      }
    });

    it('show whether they belong to a minor, and the birth date only to the admin who just set it', async () => {
      const { id, handle } = await register('minor');
      const shown = async () =>
        (await admin.call<{ accounts: Standing['account'][] }>('GET', `/admin/accounts?q=${handle}`)).body.data
          .accounts[0];
      const thisYear = new Date().getUTCFullYear();
      for (const [birth_date, minor] of [
        [null, null],
        [`${thisYear - 10}-01-01`, true],
        [`${thisYear - 30}-01-01`, false],
      ] as const) {
        expect((await change(id, { birth_date })).body.data.account).toMatchObject({ minor, birth_date });
        for (const account of [(await change(id, {})).body.data.account, await shown()]) {
          expect(account?.minor).toBe(minor);
          expect(account).not.toHaveProperty('birth_date');
        }
      }
    });

    it('have quotas that admins set and reset', async () => {
      const { id, token } = await register('quota');
      const usual = { tokens: 50, projects: 10_000, image_bytes: 500_000_000_000, reviews_a_day: 2_000 };
      expect((await change(id, { quotas: {} })).body.data.account.quotas).toEqual(usual);
      expect((await change(id, { quotas: { tokens: 2, projects: 7 } })).body.data.account.quotas).toEqual({
        ...usual,
        tokens: 2,
        projects: 7,
      });
      const make = () =>
        callApi<{ error?: string; details?: object }>(url, 'POST', '/accounts/tokens', { token, json: { name: 'A' } });
      const made = [await make(), await make()];
      expect(made.map(({ body }) => body.error)).toEqual([undefined, 'QUOTA_EXCEEDED']);
      expect(made[1]?.body.details).toEqual({ quota: 'tokens', limit: 2 });
      expect((await change(id, { quotas: { tokens: null } })).body.data.account.quotas).toEqual({
        ...usual,
        projects: 7,
      });
      expect((await make()).status).toBe(201);
      const rows = await stack.query(
        'submission',
        `SELECT details FROM account_audit_entries WHERE account_id = $1 AND action = 'set_quotas' ORDER BY id`,
        [id],
      );
      expect(rows.map(({ details }) => details)).toMatchObject([
        { before: usual, after: { tokens: 2, projects: 7 } },
        { before: { tokens: 2 }, after: { tokens: 50 } },
      ]);
    });

    it.each<[string, object]>([
      ['an unknown quota', { quotas: { logs: 1 } }],
      ['a quota below nothing', { quotas: { tokens: -1 } }],
      ['half a quota', { quotas: { projects: 1.5 } }],
      ['quotas that are a number', { quotas: 5 }],
      ['an unknown role', { roles: ['owner'] }],
      ['roles that are a text', { roles: 'admin' }],
      ['a word for suspended', { suspended: 'yes' }],
      ['a day that is none', { birth_date: '2001-02-30' }],
      ['a field of their holder', { email: 'a@example.com' }],
    ])('refuse %s', async (_, json) => {
      const { id } = await register('same');
      expect((await admin.refused('PATCH', `/admin/accounts/${id}`, { json })).body.error).toBe('VALIDATION_FAILED');
    });

    it('are not found under unknown ids', async () => {
      for (const id of [randomUUID(), 'nobody'])
        expect((await admin.refused('PATCH', `/admin/accounts/${id}`, { json: {} })).body.error).toBe('NOT_FOUND');
    });

    it('keep one admin, even if two demote each other at once', async () => {
      const [me] = await stack.query('submission', `SELECT id FROM accounts WHERE handle = 'demo-admin'`);
      const myId = String(me?.id);
      // Other suites leave admins behind.
      await stack.query('submission', `UPDATE accounts SET roles = array_remove(roles, 'admin') WHERE id <> $1`, [
        myId,
      ]);
      for (const json of [{ roles: ['reviewer'] }, { suspended: true }]) {
        expect((await admin.refused('PATCH', `/admin/accounts/${myId}`, { json })).body).toMatchObject({
          error: 'FORBIDDEN',
          message: expect.stringContaining('last admin') as string,
        });
      }
      const second = await register('second');
      await change(second.id, { roles: ['admin'] });
      const both = await Promise.all([change(second.id, { roles: [] }), change(myId, { roles: [] }, as(second.token))]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
      await stack.query('submission', `UPDATE accounts SET roles = '{participant,admin}' WHERE id = $1`, [myId]);
      await stack.query('submission', `UPDATE accounts SET roles = '{participant}' WHERE id = $1`, [second.id]);
    });
  });
});
