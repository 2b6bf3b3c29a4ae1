import { callApi, ServiceReplica, sharedStack, waitUntil } from '@shipyard/testing';
import { LONG_README, Participant, type ProjectView, type StatusView } from './participant';

describe('a review', () => {
  const stack = sharedStack();
  const { submission_url: url, participant: holder, other_participant: other, staff, program_id } = stack.credentials;
  const participant = new Participant(url, holder.token, program_id);

  const ask = (slug: string) =>
    participant.call<{ review: { id: string; status: string }; state: string }>(
      'POST',
      `/projects/${slug}/review/request`,
    );
  const finished = (slug: string) =>
    waitUntil(
      () => participant.status(slug),
      ({ review }) => review?.status === 'succeeded' || review?.status === 'failed',
    );
  const detail = async (slug: string) =>
    (await callApi<{ data: ProjectView }>(url, 'GET', `/projects/${slug}`)).body.data;

  afterEach(() => ServiceReplica.endAll());

  async function projectWith(readme: string, logs: number): Promise<string> {
    const slug = await participant.createProject();
    expect((await participant.putReadme(slug, readme)).status).toBe(200);
    for (let day = 1; day <= logs; day += 1) await participant.appendLog(slug, `Day ${day}`, 'It measured.');
    return slug;
  }

  async function reviewed(readme: string, logs: number): Promise<StatusView> {
    const slug = await projectWith(readme, logs);
    const { status, body } = await ask(slug);
    expect([status, body.data]).toEqual([
      202,
      { review: { id: expect.any(String) as string, status: 'queued' }, state: 'review_pending' },
    ]);
    return finished(slug);
  }

  const ofLength = (length: number) => `# Kiln\n\n${'a'.repeat(length - 8)}`;
  const HIDDEN = '[sandbox:review=recommend]';

  it.each([
    ['500 characters and 2 logs', ofLength(500), 2, 'recommended'],
    ['499 characters', ofLength(499), 2, 'changes_requested'],
    ['1 log', ofLength(500), 1, 'changes_requested'],
    ['the word to recommend', '# Kiln\n\n**[sandbox:review=recommend]**', 1, 'recommended'],
    ['the word to decline', `${ofLength(600)}\n\n[sandbox:review=decline]`, 2, 'changes_requested'],
    ['a word in a comment', `# Kiln\n\n<!-- ${HIDDEN} -->`, 1, 'changes_requested'],
    ['a word in front matter', `---\nnote: "${HIDDEN}"\n---\n# Kiln`, 1, 'changes_requested'],
    ['a word in a hidden element', `# Kiln\n\n<p hidden>${HIDDEN}</p>`, 1, 'changes_requested'],
    ['a word as the name of an image', `# Kiln\n\n![${HIDDEN}](https://example.org/a.png)`, 1, 'changes_requested'],
  ])('of a README with %s', async (_, readme, logs, state) => {
    expect(await reviewed(readme, logs)).toMatchObject({
      state,
      review: {
        status: 'succeeded',
        stage: 'publishing',
        progress: 100,
        recommended: state === 'recommended',
        failure: null,
      },
    });
  });

  it("fails with a reason, leaves the project's state, and can be requested again", async () => {
    const slug = await projectWith(
      `${LONG_README.replace('![[head] The station](front.png)', '')}\n[sandbox:review=fail]`,
      2,
    );
    const requestedAt = Date.now();
    await ask(slug);
    const status = await finished(slug);
    expect(status).toMatchObject({
      state: 'draft',
      review: { status: 'failed', failure: expect.stringContaining('Nothing is lost') as string, recommended: null },
    });
    expect(Date.parse(status.review?.finished_at ?? '') - requestedAt).toBeLessThan(20_000);
    expect((await detail(slug)).review).toBeNull();
    expect((await ask(slug)).status).toBe(202);
    await finished(slug);
  });

  it('says which remarks of the review before are met, to the owner and staff only', async () => {
    const first = await reviewed(`# Kiln\n\n## Plan\n\nShort. [sandbox:review=decline]`, 2);
    const { slug } = first.project;
    expect(first.review?.earlier_remarks).toEqual([]);
    const remarks = [...(first.review?.comments ?? []), ...(first.review?.suggestions ?? [])];
    await participant.putReadme(slug, `# Kiln\n\n## Plan\n\n${'It fires clay. '.repeat(40)}`);
    await ask(slug);
    const met = { verdict: 'met', reason: 'By what the demo has counted.' };
    const { review } = await finished(slug);
    expect(review?.earlier_remarks).toEqual(remarks.map((remark) => ({ remark, ...met })));
    expect(JSON.stringify((await detail(slug)).review)).not.toContain('earlier');
    const mine = await callApi<{ data: { projects: { slug: string; reviews: { earlier_remarks: unknown }[] }[] } }>(
      url,
      'GET',
      '/accounts/me/export',
      { token: holder.token },
    );
    const exported = mine.body.data.projects.find((project) => project.slug === slug);
    expect(exported?.reviews.at(-1)?.earlier_remarks).toEqual(review?.earlier_remarks);
  });

  it('shows everyone its public part, and the owner and staff the rest', async () => {
    const status = await reviewed(`# Kiln\n\n## Plan\n\n${'It fires clay. '.repeat(40)}`, 2);
    const { slug } = status.project;
    const shown = (await detail(slug)).review;
    expect(Object.keys(shown ?? {}).sort()).toEqual(['highlights', 'judged_at', 'public_review', 'summary']);
    expect(shown).toMatchObject({ highlights: ['Kiln', 'Plan'], judged_at: status.review?.requested_at });
    expect(status.review?.judged_at).toBe(status.review?.requested_at);
    for (const text of [...(status.review?.comments ?? []), ...(status.review?.suggestions ?? [])])
      expect(text).toMatch(/^(?:README section "(?:Kiln|Plan|Introduction)"|log 2): /);
    expect(status.review?.comments).toContain('log 2: The latest of 2.');
    const asStaff = await callApi<{ data: StatusView }>(url, 'GET', `/projects/${slug}/status`, {
      token: staff.reviewer,
    });
    expect(asStaff.body.data.review).toEqual(status.review);
    expect((await callApi(url, 'GET', `/projects/${slug}/status`, { token: other.token })).status).toBe(403);
    expect((await callApi(url, 'GET', `/projects/${slug}/status`)).status).toBe(401);
  });

  it('links comments and suggestions to README sections that still exist', async () => {
    const sections = (titles: string[]) => `${titles.join('\n\n')}\n\n${'It fires clay. '.repeat(40)}`;
    const status = await reviewed(sections(['# Kiln', '## Plan', '## Kiln', '<h2 id="parts">Parts</h2>']), 2);
    const { slug } = status.project;
    const places = (review: StatusView['review']) => [review?.comment_places, review?.suggestion_places];
    const inReadme = (heading_id: string | null) => ({ heading_id, log: null });
    const latest = { heading_id: null, log: 2 };
    expect(status.review?.comments.map((comment) => comment.split(':')[0])).toEqual([
      'README section "Kiln"',
      'README section "Plan"',
      'README section "Parts"',
      'log 2',
    ]);
    const [kiln, plan, parts] = ['user-content-kiln', 'user-content-plan', 'user-content-parts'].map(inReadme);
    expect(places(status.review)).toEqual([[kiln, plan, parts, latest], [parts]]);
    const { readme_html: html } = await detail(slug);
    for (const id of ['user-content-kiln', 'user-content-plan', 'user-content-parts'])
      expect(html).toContain(` id="${id}"`);

    await participant.putReadme(slug, sections(['# The kiln', '## Kiln', '## Parts list']));
    const none = inReadme(null);
    expect(places((await participant.status(slug)).review)).toEqual([[kiln, none, none, latest], [none]]);
    const asStaff = await callApi<{ data: StatusView }>(url, 'GET', `/admin/projects/${slug}`, {
      token: staff.reviewer,
    });
    expect(places(asStaff.body.data.review)).toEqual([[kiln, none, none, latest], [none]]);
  });

  it('shows its scores and reasons only to staff', async () => {
    const status = await reviewed(ofLength(500), 2);
    const { slug } = status.project;
    const { body } = await callApi<{ data: { review: Record<string, unknown>; changed_since_review: boolean } }>(
      url,
      'GET',
      `/admin/projects/${slug}`,
      { token: staff.reviewer },
    );
    const { scores, reasons, ...shared } = body.data.review;
    expect([shared, scores]).toEqual([status.review, []]);
    expect(reasons).toEqual(['500 of 500 characters and 2 of 2 logs are there.']);
    expect(Object.keys(status.review ?? {})).not.toEqual(expect.arrayContaining(['scores']));
    expect(Object.keys(status.review ?? {})).not.toEqual(expect.arrayContaining(['reasons']));
  });

  it('tells reviewers whether README or logs have changed since', async () => {
    const { project } = await reviewed(ofLength(500), 2);
    const { slug } = project;
    const changed = async () => {
      const asReviewer = { token: staff.reviewer };
      const queue = await callApi<{ data: { projects: { slug: string; changed_since_review: boolean }[] } }>(
        url,
        'GET',
        '/admin/reviews?limit=500',
        asReviewer,
      );
      const { body } = await callApi<{ data: { changed_since_review: boolean } }>(
        url,
        'GET',
        `/admin/projects/${slug}`,
        asReviewer,
      );
      return [
        queue.body.data.projects.find((queued) => queued.slug === slug)?.changed_since_review,
        body.data.changed_since_review,
      ];
    };
    expect(await changed()).toEqual([false, false]);
    await participant.call('PATCH', `/projects/${slug}`, {
      json: { name: 'Another name', tagline: 'Another', tags: ['new'] },
    });
    await participant.putReadme(slug, ofLength(500));
    expect(await changed()).toEqual([false, false]);
    await participant.putReadme(slug, ofLength(501));
    expect(await changed()).toEqual([true, true]);
    await participant.putReadme(slug, ofLength(500));
    expect(await changed()).toEqual([false, false]);
    await participant.appendLog(slug, 'Day 3', 'It measured.');
    expect(await changed()).toEqual([true, true]);
    // A failed review has judged nothing.
    await participant.putReadme(slug, `${ofLength(500)}\n\n[sandbox:review=fail]`);
    await stack.query('submission', `UPDATE projects SET state = 'changes_requested' WHERE slug = $1`, [slug]);
    await ask(slug);
    expect((await finished(slug)).review?.status).toBe('failed');
    expect(await changed()).toEqual([true, true]);
  });

  it('reports no change if there is no review', async () => {
    const slug = await projectWith(ofLength(500), 1);
    const { body } = await callApi<{ data: object }>(url, 'GET', `/admin/projects/${slug}`, { token: staff.reviewer });
    expect(body.data).toMatchObject({ review: null, changed_since_review: false });
  });

  it('stays in place until a later one has succeeded', async () => {
    const status = await reviewed(ofLength(500), 1);
    const { slug } = status.project;
    const before = (await detail(slug)).review;
    await participant.putReadme(slug, `${ofLength(500)}\n\n[sandbox:review=fail]`);
    await ask(slug);
    expect((await finished(slug)).state).toBe('changes_requested');
    expect((await detail(slug)).review).toEqual(before);
  });

  it('judges the content as of its request, and not twice', async () => {
    const status = await reviewed(ofLength(400), 1);
    const { slug } = status.project;
    const again = await participant.refused('POST', `/projects/${slug}/review/request`);
    expect([again.status, again.body]).toMatchObject([
      409,
      { error: 'STATE_CONFLICT', details: { state: 'changes_requested' } },
    ]);
    await participant.appendLog(slug, 'Day 2', 'More.');
    expect((await ask(slug)).status).toBe(202);
    await finished(slug);
  });

  it('deletes the README 30 days after its end, and still recognizes unchanged content', async () => {
    const [over, kept] = [await reviewed(ofLength(400), 1), await reviewed(ofLength(401), 1)];
    for (const [status, age] of [
      [over, '30 days 1 minute'],
      [kept, '29 days 23 hours'],
    ] as const) {
      await stack.query('submission', 'UPDATE reviews SET finished_at = now() - $2::interval WHERE id = $1', [
        status.review?.id,
        age,
      ]);
    }
    const snapshotOf = async ({ review }: StatusView) =>
      (await stack.query('submission', 'SELECT snapshot_readme FROM reviews WHERE id = $1', [review?.id]))[0]
        ?.snapshot_readme;
    await ServiceReplica.start(stack, { entry: 'worker' });
    await waitUntil(
      () => snapshotOf(over),
      (readme) => readme === '',
    );
    expect(await snapshotOf(kept)).toBe(ofLength(401));
    const again = await participant.refused('POST', `/projects/${over.project.slug}/review/request`);
    expect([again.status, again.body.error]).toEqual([409, 'STATE_CONFLICT']);
    expect((await detail(over.project.slug)).review).not.toBeNull();
  });

  it('stores its model, prompt version and cost', async () => {
    const status = await reviewed(ofLength(500), 2);
    const [row] = await stack.query(
      'submission',
      `SELECT model, prompt_version, octet_length(input_hash) AS hash, prompt_tokens > 100 AS prompt, completion_tokens > 10 AS completion, cost_nano > 0 AS cost, reasons, flags
       FROM reviews WHERE id = $1`,
      [status.review?.id],
    );
    expect(row).toMatchObject({
      model: 'sandbox-chat',
      prompt_version: 3,
      hash: 32,
      prompt: true,
      completion: true,
      cost: true,
      flags: [],
    });
    expect(row?.reasons).toHaveLength(1);
  });

  it('scores each item of the rubric', async () => {
    const programId = `rubric-${Date.now().toString(36)}`;
    await stack.query(
      'submission',
      `INSERT INTO programs (id, name, tagline, description_md, description_html, logs_required, rubric) VALUES ($1, 'P', '', '', '', 1, $2)`,
      [
        programId,
        JSON.stringify([
          { id: 'fun', label: 'Is it fun?' },
          { id: 'craft', label: 'Is it well made?' },
        ]),
      ],
    );
    const maker = new Participant(url, holder.token, programId);
    const slug = await maker.createProject();
    await maker.putReadme(slug, ofLength(500));
    await maker.appendLog(slug, 'Day 1', 'It measured.');
    const { id } = (await ask(slug)).body.data.review;
    await finished(slug);
    // The labels are those of the review's rubric.
    await stack.query(
      'submission',
      `UPDATE programs SET rubric = '[{ "id": "fun", "label": "Other" }]' WHERE id = $1`,
      [programId],
    );
    const { body } = await callApi<{ data: { review: { id: string; scores: object[] } } }>(
      url,
      'GET',
      `/admin/projects/${slug}`,
      { token: staff.reviewer },
    );
    expect(body.data.review).toMatchObject({
      id,
      scores: [
        { id: 'fun', label: 'Is it fun?', score: 5, reason: expect.any(String) as string },
        { id: 'craft', label: 'Is it well made?', score: 5, reason: expect.any(String) as string },
      ],
    });
  });

  it('says that a model without vision did not look at images', async () => {
    const slug = await participant.createReadyProject(LONG_README);
    await ask(slug);
    await finished(slug);
    expect((await detail(slug)).review?.public_review).toContain('Images were not looked at.');
  });

  it('reports how long reviews usually take', async () => {
    const { usual_seconds: usual } = (await reviewed(ofLength(500), 1)) as StatusView & {
      usual_seconds: { from: number; to: number; reviews: number };
    };
    expect(usual.reviews).toBeGreaterThan(0);
    expect(usual.to).toBeGreaterThanOrEqual(usual.from);
  });
});
