import { callApi, type SupplierBehavior, waitUntil } from '@shipyard/testing';
import { letHeartbeatsExpire } from './lost-heartbeats';
import { PASSWORD, register } from './newcomer';
import { LONG_README, Participant, type StatusView } from './participant';
import { type Gate, gate, type ScriptedModel } from './scripted-model';

const NONSENSE: SupplierBehavior = { kind: 'answer', words: ['Sure! Here is the review.'] };
const BROKEN: SupplierBehavior = { kind: 'status', status: 500 };
const OUR_FAILURE = /^Our side failed.*Nothing is lost: please ask for the review again\.$/;

/** Tests what a participant sees when a part of a review fails. */
export function describeReviewFaults(model: ScriptedModel): void {
  let participant: Participant;

  beforeAll(() => {
    participant = Participant.ofDemo(model.stack);
  });

  const query = (statement: string, values: unknown[] = []) => model.stack.query('submission', statement, values);
  const ask = (slug: string) =>
    participant.call<{ review: { id: string } }>('POST', `/projects/${slug}/review/request`);
  const finished = (slug: string) =>
    waitUntil<StatusView | null>(
      () => participant.status(slug).catch(() => null),
      (answer) => answer?.review?.status === 'succeeded' || answer?.review?.status === 'failed',
      { giveUpAfterMs: 120_000, askEveryMs: 200 },
    );

  /** Every text contains the slug, so that the supplier's calls can be told apart. */
  async function newProject(...behaviors: (SupplierBehavior | Gate)[]): Promise<string> {
    const slug = await participant.createProject();
    await participant.putReadme(slug, `# Weather station ${slug}\n\nIt measures.\n\n## Plan\n\nMore.`);
    await participant.appendLog(slug, `Day 1 of ${slug}`, 'The sensor answers.');
    model.script(slug, behaviors);
    return slug;
  }

  /** The oldest logs need a digest pass. */
  async function newLargeProject(...behaviors: (SupplierBehavior | Gate)[]): Promise<string> {
    const slug = await newProject(...behaviors);
    for (let day = 2; day <= 4; day += 1)
      await participant.appendLog(slug, `Day ${day} of ${slug}`, `Day ${day}: it measured wind and rain. `.repeat(400));
    return slug;
  }

  const paidFor = async (slugs: string[]) => {
    const rows = await query(
      `SELECT project.slug, review.status, review.failed_answers, review.cost_nano::text AS cost, count(answer.pass)::int AS answers
       FROM reviews review JOIN projects project ON project.id = review.project_id LEFT JOIN review_answers answer ON answer.review_id = review.id
       WHERE project.slug = ANY ($1) GROUP BY project.slug, review.id ORDER BY project.slug, review.id`,
      [slugs],
    );
    return rows;
  };

  it('is tried three times in all, and its cost includes each paid answer', async () => {
    const [afterFault, afterNonsense, failed] = await Promise.all([
      newProject(BROKEN),
      newProject(NONSENSE, NONSENSE),
      newProject(NONSENSE, BROKEN, { kind: 'page' }),
    ]);
    for (const slug of [afterFault, afterNonsense, failed]) expect((await ask(slug)).status).toBe(202);
    for (const slug of [afterFault, afterNonsense]) {
      expect(await finished(slug)).toMatchObject({
        state: 'changes_requested',
        review: { status: 'succeeded', failure: null },
      });
    }
    expect(await finished(failed)).toMatchObject({
      state: 'draft',
      allowed: expect.arrayContaining(['request_review']) as string[],
      review: { status: 'failed', failure: expect.stringMatching(OUR_FAILURE) as string, recommended: null },
    });
    const paid = await paidFor([afterFault, afterNonsense, failed]);
    const of = (slug: string) => paid.find((row) => row.slug === slug);
    expect(of(afterFault)).toMatchObject({ failed_answers: 1, answers: 1 });
    expect(of(afterNonsense)).toMatchObject({ failed_answers: 2, answers: 3 });
    expect(of(failed)).toMatchObject({ failed_answers: 3, answers: 1 });
    const [charged] = await model.stack.query(
      'gateway',
      `SELECT (-sum(amount_nano))::text AS cost FROM ledger_entries WHERE account = 'customer' AND kind = 'charge'`,
    );
    expect(charged?.cost).toBe(String(paid.reduce((sum, { cost }) => sum + BigInt(String(cost)), 0n)));
    // A failed review can be requested again, even with unchanged content.
    expect((await ask(failed)).status).toBe(202);
    expect(await finished(failed)).toMatchObject({ state: 'changes_requested', review: { status: 'succeeded' } });
  });

  it('waits for an unreachable gateway, and fails after half an hour', async () => {
    const [waiting, givenUp] = await Promise.all([newProject(), newProject()]);
    await model.stack.processes.gateway.pause();
    const reviewIds: string[] = [];
    for (const slug of [waiting, givenUp]) reviewIds.push((await ask(slug)).body.data.review.id);
    await waitUntil(
      () => query('SELECT id FROM reviews WHERE id = ANY ($1) AND unreachable_since IS NOT NULL', [reviewIds]),
      (rows) => rows.length === 2,
      { giveUpAfterMs: 90_000 },
    );
    await query(`UPDATE reviews SET unreachable_since = now() - interval '30 minutes' WHERE id = $1`, [reviewIds[1]]);
    expect(await finished(givenUp)).toMatchObject({
      state: 'draft',
      review: { status: 'failed', failure: expect.stringMatching(OUR_FAILURE) as string },
    });
    await model.stack.processes.gateway.resume();
    expect(await finished(waiting)).toMatchObject({ review: { status: 'succeeded' } });
  });

  it('publishes nothing when the owner deletes the account while the model answers', async () => {
    const { submission_url: url, program_id: program } = model.stack.credentials;
    const { token } = await register(url);
    const owner = new Participant(url, token, program);
    const slug = await owner.createProject();
    await owner.putReadme(slug, `# Weather station ${slug}\n\nIt measures.`);
    await owner.appendLog(slug, `Day 1 of ${slug}`, 'The sensor answers.');
    const answer = gate();
    model.script(slug, [answer]);
    expect((await owner.call('POST', `/projects/${slug}/review/request`)).status).toBe(202);
    await waitUntil(
      () => Promise.resolve(model.callsOf(slug)),
      (calls) => calls.length === 1,
      { giveUpAfterMs: 60_000 },
    );
    const json = { projects: 'anonymise', current_password: PASSWORD };
    expect((await owner.call('DELETE', '/accounts/me', { json })).status).toBe(200);
    answer.open();
    // The worker has stored the answer, or dropped it, when it takes the next review.
    const next = await newProject();
    await ask(next);
    await finished(next);
    const rows = await query(
      `SELECT project.state, review.status, review.failure, review.summary FROM projects project JOIN reviews review ON review.project_id = project.id
       WHERE slug = $1`,
      [slug],
    );
    expect(rows).toEqual([
      { state: 'draft', status: 'failed', failure: 'The account of the owner was deleted.', summary: null },
    ]);
  });

  it('waits while the account has no funds', async () => {
    const slug = await newProject();
    const { gateway_url, gateway_admin_key: token } = model.stack.credentials;
    const [customer] = await model.stack.query(
      'gateway',
      `SELECT DISTINCT customer_id AS id FROM ledger_entries WHERE kind = 'charge'`,
    );
    const path = `/admin/customers/${String(customer?.id)}`;
    const { body } = await callApi<{ data: { balance_cny: string } }>(gateway_url, 'GET', `${path}/balance`, { token });
    const adjust = (amount: string, key: string) =>
      callApi(gateway_url, 'POST', `${path}/credits`, {
        token,
        json: { amount_cny: amount, reason: 'a test' },
        headers: { 'idempotency-key': `${slug}-${key}` },
      });
    expect((await adjust(`-${body.data.balance_cny}`, 'out')).status).toBe(201);
    const { id } = (await ask(slug)).body.data.review;
    await waitUntil(
      () => query('SELECT id FROM reviews WHERE id = $1 AND unreachable_since IS NOT NULL', [id]),
      (rows) => rows.length === 1,
    );
    expect((await adjust(body.data.balance_cny, 'in')).status).toBe(201);
    expect(await finished(slug)).toMatchObject({ review: { status: 'succeeded' } });
    expect(model.callsOf(slug)).toHaveLength(1);
  });

  it('judges the content as of its request', async () => {
    const slug = await newProject();
    await model.stack.processes.submissionWorker.pause();
    await ask(slug);
    await participant.putReadme(slug, `# Weather station ${slug}\n\nWritten afterwards.\n\n## Plan\n\nMore.`);
    await participant.appendLog(slug, 'Day 2', 'Logged afterwards.');
    await model.stack.processes.submissionWorker.resume();
    expect(await finished(slug)).toMatchObject({ review: { status: 'succeeded' } });
    const asked = JSON.stringify(model.callsOf(slug).map(({ body }) => body.messages));
    expect(asked).toContain('It measures.');
    expect(asked).not.toContain('afterwards');
    // Adds content for the next review.
    expect((await ask(slug)).status).toBe(202);
    await finished(slug);
  });

  it('condenses older logs in an earlier pass, and says so', async () => {
    const slug = await newLargeProject();
    await ask(slug);
    const { review } = (await finished(slug)) ?? {};
    expect(review).toMatchObject({
      status: 'succeeded',
      public_review: expect.stringContaining('Older logs were read in a condensed form: log 1, log 2') as string,
    });
    const asked = model.callsOf(slug).map(({ body }) => JSON.stringify(body.messages));
    expect(asked).toHaveLength(2);
    expect(asked[1]).toContain('Digest of 2.');
    expect(asked[1]).toContain('Day 4: it measured');
    expect(asked[1]).not.toContain('Day 2: it measured');
  });

  it('is published once and charged once per answer, whenever its worker is killed', async () => {
    const gates = [gate(), gate(), gate()] as const;
    const [reading, judging, publishing, checking] = await Promise.all([
      newLargeProject(gates[0]),
      newProject(gates[1]),
      newProject(gates[2]),
      newProject(),
    ]);
    const slugs = [reading, judging, publishing, checking];
    const before = await chargeCount();
    const locks = await model.stack.connect('submission');
    try {
      for (const slug of [reading, judging, publishing]) await ask(slug);
      await called(reading, judging, publishing);
      // A stored answer cannot be published, and the next answer cannot be stored.
      await locks.query('BEGIN');
      await locks.query('SELECT id FROM projects WHERE slug = $1 FOR UPDATE', [publishing]);
      gates[2].open();
      await waitUntil(
        () =>
          query(
            `SELECT review.id FROM reviews review JOIN projects project ON project.id = review.project_id WHERE slug = $1 AND stage = 'publishing'`,
            [publishing],
          ),
        (rows) => rows.length === 1,
      );
      await locks.query('LOCK TABLE review_answers IN EXCLUSIVE MODE');
      await ask(checking);
      await called(checking);
      const restarted = model.stack.processes.submissionWorker.restarted();
      model.stack.processes.submissionWorker.kill('SIGKILL');
      for (const { open } of gates) open();
      await restarted;
    } finally {
      await locks.query('ROLLBACK');
      await locks.end();
    }
    await letHeartbeatsExpire(model.stack, slugs);
    for (const slug of slugs)
      expect(await finished(slug)).toMatchObject({ state: 'changes_requested', review: { status: 'succeeded' } });
    expect(await paidFor(slugs)).toEqual(
      expect.arrayContaining(
        slugs.map(
          (slug) => expect.objectContaining({ slug, status: 'succeeded', answers: slug === reading ? 2 : 1 }) as object,
        ),
      ),
    );
    expect(slugs.map((slug) => model.callsOf(slug).length)).toEqual([2, 1, 1, 1]);
    expect((await chargeCount()) - before).toBe(5);
    const moves = await query(
      `SELECT project.slug, count(*)::int AS moves FROM audit_entries entry JOIN projects project ON project.id = entry.project_id
       WHERE project.slug = ANY ($1) AND entry.action = 'decline' GROUP BY project.slug`,
      [slugs],
    );
    expect(moves.map(({ moves: count }) => count)).toEqual([1, 1, 1, 1]);
  });

  it('stores no raw answer of a model, but its model and prompt version', async () => {
    expect(await query('SELECT count(content)::int AS kept FROM review_answers')).toEqual([{ kept: 0 }]);
    const rows = await query(
      `SELECT DISTINCT model, prompt_version, prompt_tokens > 0 AND completion_tokens > 0 AS counted FROM reviews WHERE status = 'succeeded'`,
    );
    expect(rows).toEqual([{ model: 'fake-chat', prompt_version: 3, counted: true }]);
  });

  it('fails a review after several workers died on it', async () => {
    const held = gate();
    const slug = await newProject(held);
    await ask(slug);
    await called(slug);
    // Again and again, because the worker lives and its heartbeats come in between.
    await waitUntil(
      () =>
        query(
          `UPDATE reviews SET lost_runs = 9, heartbeat_at = now() - interval '1 minute' FROM projects
           WHERE projects.id = reviews.project_id AND projects.slug = $1 AND reviews.status = 'running' RETURNING reviews.id`,
          [slug],
        ),
      (running) => running.length === 0,
    );
    const { state, review } = await finished(slug).then((status) => ({ state: status?.state, review: status?.review }));
    held.open();
    expect([state, review?.status, review?.failure]).toEqual([
      'draft',
      'failed',
      expect.stringMatching(OUR_FAILURE) as string,
    ]);
    expect(model.callsOf(slug)).toHaveLength(1);
  });

  it('looks at scaled-down images', async () => {
    const slug = await participant.createReadyProject(`${LONG_README}\n\nIt is called e2e-pictures.`);
    await ask(slug);
    await finished(slug);
    const [call] = model.callsOf('e2e-pictures');
    const parts = call?.body.messages.at(-1)?.content;
    expect(parts).toEqual(expect.arrayContaining([expect.objectContaining({ type: 'image_url' })]));
    expect(JSON.stringify(parts)).toContain('data:image/jpeg;base64,');
  });

  const called = (...slugs: string[]) =>
    waitUntil(
      () => Promise.resolve(slugs),
      (some) => some.every((slug) => model.callsOf(slug).length === 1),
    );

  async function chargeCount(): Promise<number> {
    const [row] = await model.stack.query(
      'gateway',
      `SELECT count(*)::int AS count FROM ledger_entries WHERE account = 'customer' AND kind = 'charge'`,
    );
    return Number(row?.count);
  }
}
