import { createHash, randomUUID } from 'node:crypto';
import { callApi, ServiceReplica, sharedStack, waitUntil } from '@shipyard/testing';
import type { Failure, Participant } from './participant';
import { shippingParties } from './shipment';

interface Started {
  interview: { id: string; credential: string; expires_at: string };
}

interface Redeemed {
  interview: {
    id: string;
    project: { slug: string };
    creator: { display_name: string; handle: string };
    session_token: string;
    expires_at: string;
    question: { index: number; total: number; text: string };
  };
}

const OTHER_STATES = [
  'draft',
  'review_pending',
  'changes_requested',
  'approved_to_ship',
  'shipment_submitted',
  'shipped',
  'rejected',
];
const sha256 = (text: string) => createHash('sha256').update(text).digest();

describe('the credential of an interview', () => {
  const stack = sharedStack();
  const { credentials } = stack;
  const { owner, other, admin, projectIn, as } = shippingParties(stack);
  const start = (slug: string, by: Participant = owner) =>
    by.call<Started>('POST', `/projects/${slug}/interview/start`);
  const refusedStart = (slug: string, by: Participant = owner) =>
    by.refused('POST', `/projects/${slug}/interview/start`);
  const redeem = (credential: unknown, url = credentials.submission_url) =>
    callApi<{ data: Redeemed } & Failure>(url, 'POST', '/interviews/redeem', { json: { credential } });
  const started = async (slug: string) => (await start(slug)).body.data.interview;
  const actionsOf = async (slug: string) =>
    (
      await stack.query(
        'submission',
        'SELECT from_state, action, to_state FROM audit_entries a JOIN projects p ON p.id = a.project_id WHERE slug = $1 ORDER BY a.id',
        [slug],
      )
    ).map((entry) => [entry.from_state, entry.action, entry.to_state]);

  const newcomer = async () => {
    const handle = `i-${randomUUID().slice(0, 20)}`;
    const json = { handle, display_name: 'A', email: `${handle}@example.com`, password: 'x'.repeat(10) };
    const { body } = await callApi<{ data: { token: string } }>(credentials.submission_url, 'POST', '/accounts', {
      json,
    });
    return { handle, token: body.data.token };
  };

  afterAll(() => ServiceReplica.endAll());

  describe('that is started', () => {
    it('is created for the owner of a recommended project, moves it to interviewing, and expires after ten minutes', async () => {
      const slug = await projectIn('recommended');
      const { status, body, headers } = await start(slug);
      const { interview } = body.data;
      expect([status, body]).toEqual([
        201,
        {
          ok: true,
          data: {
            interview: {
              id: expect.any(String) as string,
              credential: expect.stringMatching(/^ivc_[0-9A-Za-z]{38}$/) as string,
              expires_at: expect.any(String) as string,
            },
          },
        },
      ]);
      expect(headers.get('cache-control')).toBe('no-store');
      const [row] = await stack.query(
        'submission',
        "SELECT credential_expires_at - created_at = interval '10 minutes' AS ten, credential_expires_at AS at FROM interviews WHERE id = $1",
        [interview.id],
      );
      expect(row).toEqual({ ten: true, at: new Date(interview.expires_at) });
      expect((await owner.status(slug)).state).toBe('interviewing');
      expect(await actionsOf(slug)).toContainEqual(['recommended', 'start_interview', 'interviewing']);
    });

    it('is stored hashed', async () => {
      const { id, credential } = await started(await projectIn('recommended'));
      const [row] = await stack.query('submission', 'SELECT * FROM interviews WHERE id = $1', [id]);
      expect(row?.credential_hash).toEqual(sha256(credential));
      expect(JSON.stringify(row)).not.toContain(credential);
    });

    it('invalidates the previous credential and its session', async () => {
      const slug = await projectIn('recommended');
      const first = await started(slug);
      const second = await started(slug);
      expect(second.id).not.toBe(first.id);
      const answer = await redeem(first.credential);
      expect([answer.status, answer.body.error]).toEqual([410, 'INTERVIEW_CREDENTIAL_INVALID']);
      expect((await redeem(second.credential)).status).toBe(200);
      await started(slug);
      const rows = await stack.query(
        'submission',
        'SELECT id, superseded_at IS NULL AS counts FROM interviews WHERE project_id = $1 ORDER BY id',
        [await owner.projectId(slug)],
      );
      expect(rows.map(({ counts }) => counts)).toEqual([false, false, true]);
      expect((await actionsOf(slug)).filter(([from]) => from === 'recommended')).toHaveLength(1);
    });

    it.each(OTHER_STATES)('is not available in %s', async (state) => {
      const slug = await projectIn(state);
      const { status, body } = await refusedStart(slug);
      expect([status, body.error, body.details]).toEqual([
        409,
        'INTERVIEW_NOT_AVAILABLE',
        { state, allowed: (await owner.status(slug)).allowed },
      ]);
    });

    it('is not available in a program without interviews', async () => {
      const programId = `none-${randomUUID().slice(0, 8)}`;
      await stack.query('submission', `INSERT INTO programs (id, name, interview_questions) VALUES ($1, 'Quiet', 0)`, [
        programId,
      ]);
      const slug = await projectIn('recommended');
      await stack.query('submission', 'UPDATE projects SET program_id = $2 WHERE slug = $1', [slug, programId]);
      expect((await refusedStart(slug)).body.error).toBe('INTERVIEW_NOT_AVAILABLE');
      expect((await owner.status(slug)).state).toBe('recommended');
    });

    it('is created only for the owner', async () => {
      const slug = await projectIn('recommended');
      for (const by of [other, admin]) expect((await refusedStart(slug, by)).body.error).toBe('FORBIDDEN');
      expect((await refusedStart('nowhere')).body.error).toBe('PROJECT_NOT_FOUND');
      const inDraft = await projectIn('draft');
      expect((await refusedStart(inDraft, other)).body.error).toBe('FORBIDDEN');
      expect(
        (await callApi<Failure>(credentials.submission_url, 'POST', `/projects/${slug}/interview/start`)).body.error,
      ).toBe('AUTH_TOKEN_MISSING');
    });

    it('leaves one valid credential when twenty are requested at once', async () => {
      const slug = await projectIn('recommended');
      const answers = await Promise.all(Array.from({ length: 20 }, () => start(slug)));
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201));
      const statuses = await Promise.all(answers.map(({ body }) => redeem(body.data.interview.credential)));
      expect(statuses.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 410)]);
    });

    it('is returned again for the same Idempotency-Key, and stored encrypted until then', async () => {
      const slug = await projectIn('recommended');
      const headers = { 'idempotency-key': randomUUID() };
      const again = () => owner.call<Started>('POST', `/projects/${slug}/interview/start`, { headers });
      const [first, second] = [await again(), await again()];
      expect([second.text, second.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
      const [kept] = await stack.query(
        'submission',
        'SELECT answer, is_sealed FROM idempotency_keys WHERE subject_id = $1',
        [await owner.projectId(slug)],
      );
      expect([kept?.is_sealed, String(kept?.answer).includes(first.body.data.interview.credential)]).toEqual([
        true,
        false,
      ]);
    });
  });

  describe('that is redeemed', () => {
    it('opens a session, and returns the first question', async () => {
      const slug = await projectIn('recommended');
      await owner.appendLog(slug, 'It rained', 'a');
      const { id, credential } = await started(slug);
      const { status, body, headers } = await redeem(credential);
      const { interview } = body.data;
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(interview).toEqual({
        id,
        project: expect.objectContaining({
          slug,
          name: 'Weather station',
          program_id: credentials.program_id,
          shipped: false,
        }) as object,
        creator: { display_name: expect.any(String) as string, handle: credentials.participant.handle },
        session_token: expect.stringMatching(/^ivs_[0-9A-Za-z]{38}$/) as string,
        expires_at: expect.any(String) as string,
        question: { index: 1, total: 5, text: expect.stringContaining('It rained') as string },
      });
      const [row] = await stack.query(
        'submission',
        `SELECT session_hash, session_expires_at, session_expires_at - redeemed_at = interval '60 minutes' AS lasts_an_hour
         FROM interviews WHERE id = $1`,
        [id],
      );
      expect(row).toEqual({
        lasts_an_hour: true,
        session_hash: sha256(interview.session_token),
        session_expires_at: new Date(interview.expires_at),
      });
      expect(
        await stack.query(
          'submission',
          'SELECT index, text FROM interview_questions WHERE interview_id = $1 AND asked_at IS NOT NULL',
          [id],
        ),
      ).toEqual([{ index: 1, text: interview.question.text }]);
    });

    it('succeeds for one of twenty simultaneous requests', async () => {
      const slug = await projectIn('recommended');
      const { credential } = await started(slug);
      const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(credential)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 410)]);
      const refused = answers.filter(({ status }) => status === 410).map(({ text }) => text);
      expect(new Set(refused).size).toBe(1);
      expect(answers.filter(({ text }) => text.includes('ivs_'))).toHaveLength(1);
    });

    it('gets the same error for every kind of invalid credential', async () => {
      const slug = await projectIn('recommended');
      const used = (await started(slug)).credential;
      await redeem(used);
      const superseded = (await started(slug)).credential;
      const expired = await started(slug);
      await stack.query('submission', 'UPDATE interviews SET credential_expires_at = now() WHERE id = $1', [
        expired.id,
      ]);
      const left = await projectIn('recommended');
      const moved = (await started(left)).credential;
      await stack.query('submission', `UPDATE projects SET state = 'approved_to_ship' WHERE slug = $1`, [left]);
      const unknown = (await started(await projectIn('recommended'))).credential;
      await stack.query('submission', 'DELETE FROM interviews WHERE credential_hash = $1', [sha256(unknown)]);
      const wrong = [
        used,
        superseded,
        expired.credential,
        moved,
        unknown,
        `${used.slice(0, -1)}!`,
        'ivc_',
        '',
        'x'.repeat(10_000),
        '\0',
        credentials.participant.token,
      ];
      const answers = await Promise.all(wrong.map((credential) => redeem(credential)));
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect([answers[0]?.status, answers[0]?.body.error]).toEqual([410, 'INTERVIEW_CREDENTIAL_INVALID']);
      // Back in its state, the credential is valid again.
      await stack.query('submission', `UPDATE projects SET state = 'interviewing' WHERE slug = $1`, [left]);
      expect((await redeem(moved)).status).toBe(200);
    });

    it('is refused while its owner is suspended', async () => {
      const { handle, token } = await newcomer();
      const slug = await projectIn('recommended', as(token));
      const { credential } = (await start(slug, as(token))).body.data.interview;
      await stack.query('submission', 'UPDATE accounts SET suspended_at = now() WHERE handle = $1', [handle]);
      expect((await redeem(credential)).body.error).toBe('INTERVIEW_CREDENTIAL_INVALID');
    });

    it('must be a string and the only field', async () => {
      for (const json of [{}, { credential: 1 }, { credential: null }, { credential: 'a', more: 1 }]) {
        const { status, body } = await callApi<Failure>(credentials.submission_url, 'POST', '/interviews/redeem', {
          json,
        });
        expect([status, body.error]).toEqual([400, 'VALIDATION_FAILED']);
      }
    });

    it('needs no token, but checks one that is sent', async () => {
      const { credential } = await started(await projectIn('recommended'));
      const call = (token: string) =>
        callApi<Failure>(credentials.submission_url, 'POST', '/interviews/redeem', { token, json: { credential } });
      expect((await call('pst_x')).body.error).toBe('AUTH_TOKEN_INVALID');
      expect((await call(credentials.other_participant.token)).status).toBe(200);
    });

    it('shows the images of a private project to its holder', async () => {
      const slug = await owner.createReadyProject('# A\n\n![a](front.png)');
      await owner.call('PATCH', `/projects/${slug}`, { json: { visibility: 'private' } });
      await stack.query('submission', `UPDATE projects SET state = 'recommended' WHERE slug = $1`, [slug]);
      const { credential } = await started(slug);
      const { project } = (
        (await redeem(credential)).body.data as unknown as { interview: { project: { header_image_url: string } } }
      ).interview;
      expect((await fetch(new URL(project.header_image_url, credentials.submission_url))).status).toBe(200);
    });
  });

  it('expires after INTERVIEW_TTL_SECONDS', async () => {
    const replica = await ServiceReplica.start(stack, { environment: { INTERVIEW_TTL_SECONDS: '1' } });
    const slug = await projectIn('recommended');
    const { body } = await callApi<{ data: Started }>(replica.url, 'POST', `/projects/${slug}/interview/start`, {
      token: credentials.participant.token,
    });
    const { id, credential, expires_at: expiresAt } = body.data.interview;
    const [row] = await stack.query(
      'submission',
      `SELECT credential_expires_at - created_at = interval '1 second' AS one FROM interviews WHERE id = $1`,
      [id],
    );
    expect(row?.one).toBe(true);
    await waitUntil(
      () => Promise.resolve(Date.now()),
      (now) => now > Date.parse(expiresAt),
    );
    expect((await redeem(credential)).status).toBe(410);
  });

  it('is created at most twenty times per project and day', async () => {
    const replica = await ServiceReplica.start(stack, { environment: { DEMO: '0' } });
    const { token } = await newcomer();
    const [slug, draft] = [await projectIn('recommended', as(token)), await projectIn('draft', as(token))];
    const ask = (of: string) => callApi<Failure>(replica.url, 'POST', `/projects/${of}/interview/start`, { token });
    // A refused start does not count.
    for (let at = 0; at < 21; at += 1) expect((await ask(draft)).body.error).toBe('INTERVIEW_NOT_AVAILABLE');
    for (let at = 0; at < 20; at += 1) expect((await ask(slug)).status).toBe(201);
    const refused = await ask(slug);
    expect([
      refused.status,
      refused.body.error,
      refused.headers.get('ratelimit-limit'),
      refused.headers.get('ratelimit-remaining'),
    ]).toEqual([429, 'RATE_LIMITED', '20', '0']);
    expect((await redeem('ivc_x', replica.url)).headers.get('ratelimit-limit')).toBe('120');
  });
});
