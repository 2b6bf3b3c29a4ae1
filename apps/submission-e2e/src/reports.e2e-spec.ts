import { randomUUID } from 'node:crypto';
import { callApi, sharedStack } from '@shipyard/testing';
import { AccountHolder } from './account-holder';
import { demoPeople, type Failure, type ProjectView } from './participant';

interface ReportView {
  id: string;
  project: ProjectView;
  count: number;
  newest_reason: string;
  newest_at: string;
}

interface ReportReasonsView {
  project: ProjectView;
  reasons: { reason: string; at: string }[];
  closed: { id: string }[];
}

describe('reports of visitors', () => {
  const stack = sharedStack();
  const { submission_url: url, staff, other_participant: other } = stack.credentials;
  const { as, owner, other: stranger, reviewer, admin, fulfilment } = demoPeople(stack);
  const report = (slug: string, json: unknown = { reason: 'It is spam.' }, token?: string) =>
    callApi<Failure & { data: object }>(url, 'POST', `/projects/${slug}/report`, { json, token });
  const open = async (by = reviewer) =>
    (await by.call<{ reports: ReportView[] }>('GET', '/admin/reports?limit=500')).body.data.reports;
  const rowOf = async (slug: string) => (await open()).find(({ project }) => project.slug === slug);
  const reasonsOf = async (id: string, by = reviewer) =>
    (await by.call<{ report: ReportReasonsView }>('GET', `/admin/reports/${id}`)).body.data;
  const close = (id: string, by = reviewer, json: unknown = { reason: 'Looked at it: fine.' }, headers = {}) =>
    by.refused('POST', `/admin/reports/${id}/close`, { json, headers });

  it('are received without a token, and counted in one row with the newest reason', async () => {
    const slug = await owner.createProject();
    const { status, body } = await report(slug, { reason: 'It copies mine.' });
    expect([status, body]).toEqual([202, { ok: true, data: { received: true } }]);
    expect((await report(slug, { reason: 'Two\r\nlines <b>\u4e0d\u597d</b>' }, other.token)).status).toBe(202);
    const row = await rowOf(slug);
    expect(row).toEqual({
      id: expect.any(String) as string,
      project: expect.objectContaining({ slug, creator: expect.anything() as object }) as object,
      count: 2,
      newest_reason: 'Two\nlines <b>\u4e0d\u597d</b>',
      newest_at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    });
    expect((await open(admin)).map(({ id }) => id)).toContain(row?.id);
  });

  it('are all counted when they arrive at once', async () => {
    const slug = await owner.createProject();
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => report(slug, { reason: `No. ${n}` })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect((await open()).filter(({ project }) => project.slug === slug).map(({ count }) => count)).toEqual([12]);
  });

  it('store nothing of who sent them', async () => {
    const slug = await owner.createProject();
    await report(slug, { reason: 'a' }, other.token);
    const [row] = await stack.query(
      'submission',
      `SELECT to_jsonb(reports) AS report, to_jsonb(kept) AS reason
       FROM reports JOIN projects ON projects.id = project_id JOIN report_reasons kept ON kept.report_id = reports.id WHERE slug = $1`,
      [slug],
    );
    expect(Object.keys(row?.report as object).sort()).toEqual(
      ['closed_at', 'count', 'id', 'newest_at', 'newest_reason', 'project_id'].sort(),
    );
    expect(Object.keys(row?.reason as object).sort()).toEqual(['at', 'id', 'reason', 'report_id']);
  });

  describe('are read with all their reasons', () => {
    it('the newest first, and a later one does not replace an earlier one', async () => {
      const slug = await owner.createProject();
      const reasons = ['It copies mine.', 'Two\nlines <b>\u4e0d\u597d</b>', 'It copies mine.'];
      for (const reason of reasons) await report(slug, { reason });
      const id = (await rowOf(slug))?.id ?? '';
      for (const by of [reviewer, admin])
        expect((await reasonsOf(id, by)).report).toEqual({
          project: expect.objectContaining({ slug }) as object,
          reasons: reasons.toReversed().map((reason) => ({
            reason,
            at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
          })),
          closed: [],
        });
      const { at } = (await reasonsOf(id)).report.reasons[0] ?? {};
      expect(at).toBe((await rowOf(slug))?.newest_at);
    });

    it('and the newest 100 are kept, also when they arrive at once', async () => {
      const slug = await owner.createProject();
      await report(slug, { reason: 'The first.' });
      const id = (await rowOf(slug))?.id ?? '';
      await stack.query(
        'submission',
        `INSERT INTO report_reasons (report_id, reason, at) SELECT $1, 'No. ' || n, now() FROM generate_series(1, 95) n`,
        [id],
      );
      await Promise.all(Array.from({ length: 12 }, (_, n) => report(slug, { reason: `Late ${n}` })));
      const [kept] = await stack.query(
        'submission',
        'SELECT count(*)::integer AS count FROM report_reasons WHERE report_id = $1',
        [id],
      );
      expect(kept).toEqual({ count: 100 });
      const reasons = (await reasonsOf(id)).report.reasons.map(({ reason }) => reason);
      expect(reasons.slice(0, 12).sort()).toEqual(Array.from({ length: 12 }, (_, n) => `Late ${n}`).sort());
      expect([reasons.length, reasons[12], reasons.at(-1)]).toEqual([100, 'No. 95', 'No. 8']);
    });

    it('after they were closed too, and beside those of the project that were closed before', async () => {
      const slug = await owner.createProject();
      await report(slug, { reason: 'Old.' });
      const old = (await rowOf(slug))?.id ?? '';
      await close(old);
      await report(slug, { reason: 'New.' });
      const id = (await rowOf(slug))?.id ?? '';
      const time = expect.any(String) as string;
      expect((await reasonsOf(id)).report).toMatchObject({
        reasons: [{ reason: 'New.' }],
        closed: [{ id: old, count: 1, newest_reason: 'Old.', newest_at: time, closed_at: time }],
      });
      expect((await reasonsOf(old)).report).toMatchObject({ reasons: [{ reason: 'Old.' }], closed: [] });
    });

    it('by reviewers and admins only, and by an id that is there', async () => {
      const slug = await owner.createProject();
      await report(slug);
      const id = (await rowOf(slug))?.id ?? '';
      for (const by of [owner, stranger, fulfilment])
        expect((await by.refused('GET', `/admin/reports/${id}`)).body.error).toBe('FORBIDDEN');
      for (const absent of [randomUUID(), 'nothing'])
        expect((await reviewer.refused('GET', `/admin/reports/${absent}`)).body.error).toBe('NOT_FOUND');
    });
  });

  it.each([
    ['no reason', {}],
    ['an empty reason', { reason: ' \n ' }],
    ['a reason that is too long', { reason: 'x'.repeat(2_001) }],
    ['a reason with control characters', { reason: 'a\u001b[31m' }],
    ['a reason that is no text', { reason: ['a'] }],
    ['an unknown field', { reason: 'a', email: 'ada@example.com' }],
  ])('are refused with %s, before the project is looked up', async (_, json) => {
    const { status, body } = await report('nowhere-at-all', json);
    expect([status, body.error]).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('accept a reason of 2,000 characters', async () => {
    expect((await report(await owner.createProject(), { reason: '\u{1F600}'.repeat(2_000) })).status).toBe(202);
  });

  it('get the same 404 for private, hidden and missing projects, except from owner and staff', async () => {
    const [isPrivate, hidden] = [await owner.createProject(), await owner.createProject()];
    await owner.call('PATCH', `/projects/${isPrivate}`, { json: { visibility: 'private' } });
    await reviewer.call('POST', `/admin/projects/${hidden}/hide`, { json: { reason: 'a' } });
    const refusals = await Promise.all(
      [isPrivate, hidden, 'nowhere-at-all', 'No_Slug'].flatMap((slug) => [
        report(slug),
        report(slug, undefined, other.token),
      ]),
    );
    for (const { status, body } of refusals) expect([status, body.error]).toEqual([404, 'PROJECT_NOT_FOUND']);
    expect(new Set(refusals.map(({ body }) => body.message)).size).toBe(1);
    expect((await report(hidden, undefined, staff.reviewer)).status).toBe(202);
  });

  it('are refused with a wrong token, and from a suspended account', async () => {
    const slug = await owner.createProject();
    expect((await report(slug, undefined, 'pst_x')).body.error).toBe('AUTH_TOKEN_INVALID');
    const holder = await AccountHolder.register(stack);
    await admin.call('PATCH', `/admin/accounts/${holder.account.id}`, { json: { suspended: true } });
    expect((await report(slug, undefined, holder.account.token)).body.error).toBe('FORBIDDEN');
    expect(await rowOf(slug)).toBeUndefined();
  });

  describe('when staff close them', () => {
    it('leave the queue with a reason in the audit trail, and a later report opens a new row', async () => {
      const slug = await owner.createProject();
      await report(slug);
      const first = await rowOf(slug);
      const key = { 'idempotency-key': randomUUID() };
      const closed = await close(first?.id ?? '', reviewer, { reason: 'Fine.' }, key);
      expect([closed.status, JSON.stringify(closed.body).includes(slug)]).toEqual([200, false]);
      const again = await close(first?.id ?? '', reviewer, { reason: 'Fine.' }, key);
      expect([again.status, again.headers.get('idempotency-replayed'), again.body]).toEqual([200, 'true', closed.body]);
      expect(await rowOf(slug)).toBeUndefined();
      const { audit } = (await admin.call<{ audit: object[] }>('GET', `/admin/projects/${slug}`)).body.data;
      expect(audit.at(-1)).toMatchObject({
        actor: 'demo-reviewer',
        action: 'close_reports',
        from: 'draft',
        to: 'draft',
        reason: 'Fine.',
      });
      await report(slug, { reason: 'Still spam.' });
      const second = await rowOf(slug);
      expect(second).toMatchObject({ count: 1, newest_reason: 'Still spam.' });
      expect(second?.id).not.toBe(first?.id);
    });

    it('are closed once, by the first of two', async () => {
      const slug = await owner.createProject();
      await report(slug);
      const id = (await rowOf(slug))?.id ?? '';
      const answers = await Promise.all([close(id), close(id, admin), close(id), close(id, admin)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
    });

    it('need a reason, an id that is open, a role, and another owner', async () => {
      const member = await AccountHolder.register(stack, { roles: ['reviewer'] });
      const staffOwner = as(member.account.token);
      const slug = await staffOwner.createProject();
      await report(slug);
      const id = (await rowOf(slug))?.id ?? '';
      const refusals = await Promise.all([
        close('nothing', reviewer, {}),
        close('nothing'),
        close(randomUUID()),
        close(id, owner),
        close(id, fulfilment),
        close(id, staffOwner),
      ]);
      expect(refusals.map(({ body }) => body.error)).toEqual([
        'VALIDATION_FAILED',
        'NOT_FOUND',
        'NOT_FOUND',
        'FORBIDDEN',
        'FORBIDDEN',
        'FORBIDDEN',
      ]);
      expect((await rowOf(slug))?.id).toBe(id);
    });

    it('are shown to reviewers and admins only', async () => {
      for (const by of [owner, stranger, fulfilment])
        expect((await by.refused('GET', '/admin/reports')).body.error).toBe('FORBIDDEN');
      expect((await callApi<Failure>(url, 'GET', '/admin/reports')).body.error).toBe('AUTH_TOKEN_MISSING');
      expect((await reviewer.refused('GET', '/admin/reports?limit=0')).body.error).toBe('VALIDATION_FAILED');
    });
  });

  it('go with their project', async () => {
    const slug = await owner.createProject();
    const projectId = await owner.projectId(slug);
    await report(slug);
    await Promise.all([report(slug), owner.call('DELETE', `/projects/${slug}`), report(slug)]).then((answers) => {
      for (const { status } of answers) expect([200, 202, 404]).toContain(status);
    });
    expect(await stack.query('submission', 'SELECT FROM reports WHERE project_id = $1', [projectId])).toEqual([]);
  });
});
