import { drawImage, sharedStack, waitUntil } from '@shipyard/testing';
import { Participant } from './participant';
import { staffParty } from './staff-party';

interface Changes {
  readme: { before_html: string; after_html: string; before: string; after: string };
  logs_added: number[];
  images_added: string[];
}

interface Figures {
  by_state: Record<string, number>;
  decided: number;
  waits: Record<string, { median_seconds: number | null; p90_seconds: number | null }>;
  agreement: { decided: number; as_recommended: number };
}

const ADDRESS = {
  recipient_name: 'Grete Falk',
  recipient_phone: '+49 30 1234567',
  recipient_address: 'Hauptstr. 1, 10827 Berlin',
  guardian_confirmed: true,
};

describe('what staff have for their work', () => {
  const stack = sharedStack();
  const { url, owner, other, reviewer, fulfilment, admin, inState, anotherReviewer } = staffParty(stack);
  const decide = (slug: string, action: string, by: Participant = reviewer) =>
    by.call('POST', `/admin/projects/${slug}/${action}`, {
      json: action === 'approve' ? {} : { reason: `Because of ${action}.` },
    });
  const undo = (slug: string, by: Participant = reviewer) =>
    by.call<{ project: { state: string } }>('POST', `/admin/projects/${slug}/undo-decision`);
  const refusedUndo = async (slug: string, by: Participant = reviewer) => {
    const { status, body } = await by.refused('POST', `/admin/projects/${slug}/undo-decision`);
    return [status, body.error];
  };
  const decisionOf = async (slug: string) =>
    (await owner.call<{ decision: { action: string } | null }>('GET', `/projects/${slug}/status`)).body.data.decision;
  const mails = (slug: string) =>
    stack.query(
      'submission',
      'SELECT kind FROM mail_outbox WHERE project_id = (SELECT id FROM projects WHERE slug = $1)',
      [slug],
    );

  describe('a decision', () => {
    it.each(['approve', 'request-changes', 'reject'])('is taken back with its mail: %s', async (action) => {
      const slug = await inState('interviewing');
      expect((await decide(slug, action)).status).toBe(200);
      expect(await mails(slug)).toHaveLength(1);
      const { status, body } = await undo(slug);
      expect([status, body.data.project.state]).toEqual([200, 'interviewing']);
      expect(await mails(slug)).toEqual([]);
      expect(await decisionOf(slug)).toBeNull();
      const { audit } = (await reviewer.call<{ audit: Record<string, unknown>[] }>('GET', `/admin/projects/${slug}`))
        .body.data;
      expect(audit.at(-1)).toMatchObject({ actor: 'demo-reviewer', action: 'undo_decision', to: 'interviewing' });
      expect(await refusedUndo(slug)).toEqual([409, 'STATE_CONFLICT']);
    });

    it('that stood before is the decision again', async () => {
      const slug = await inState('recommended');
      await decide(slug, 'request-changes');
      await decide(slug, 'reject');
      expect((await undo(slug)).body.data.project.state).toBe('changes_requested');
      expect(await decisionOf(slug)).toMatchObject({
        action: 'request_changes',
        reason: 'Because of request-changes.',
      });
      expect(await mails(slug)).toEqual([{ kind: 'changes_requested' }]);
    });

    it('stays for others than who made it, after its mail, after 10 minutes, after the next move, and without its address', async () => {
      const second = await anotherReviewer();
      const slug = await inState('recommended');
      expect(await refusedUndo(slug)).toEqual([409, 'STATE_CONFLICT']);
      await decide(slug, 'approve');
      expect(await refusedUndo(slug, second.participant)).toEqual([403, 'FORBIDDEN']);
      expect(await refusedUndo(slug, fulfilment)).toEqual([403, 'FORBIDDEN']);
      expect((await owner.call('POST', `/projects/${slug}/shipment`, { json: ADDRESS })).status).toBe(200);
      expect(await refusedUndo(slug)).toEqual([409, 'STATE_CONFLICT']);
      expect((await decide(slug, 'reject')).status).toBe(200);
      expect(await refusedUndo(slug)).toEqual([409, 'STATE_CONFLICT']);

      const mailed = await inState('recommended');
      await decide(mailed, 'approve');
      await stack.query(
        'submission',
        'UPDATE mail_outbox SET next_attempt_at = now() WHERE project_id = (SELECT id FROM projects WHERE slug = $1)',
        [mailed],
      );
      await waitUntil(
        () =>
          stack.query(
            'submission',
            'SELECT attempts FROM mail_outbox WHERE project_id = (SELECT id FROM projects WHERE slug = $1)',
            [mailed],
          ),
        ([mail]) => Number(mail?.attempts) > 0,
      );
      expect(await refusedUndo(mailed)).toEqual([409, 'STATE_CONFLICT']);
    });

    it('is taken back once, however many ask', async () => {
      const slug = await inState('recommended');
      await decide(slug, 'approve');
      const answers = await Promise.all(Array.from({ length: 6 }, () => undo(slug)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    });
  });

  it('notes are one text a project, which its maker never reads', async () => {
    const slug = await inState('recommended');
    const path = `/admin/projects/${slug}/notes`;
    expect((await fulfilment.call('GET', path)).body.data).toEqual({ notes: null });
    const written = { text: 'Ask for the wiring.', by: 'demo-reviewer', updated_at: expect.any(String) as string };
    const put = (text: string, by: Participant = reviewer) => by.call('PUT', path, { json: { text } });
    expect((await put('Ask for the wiring.\r\n')).body.data).toEqual({ notes: written });
    expect((await admin.call('GET', path)).body.data).toEqual({ notes: written });
    expect((await put('文'.repeat(5_000), admin)).status).toBe(200);
    expect((await put('文'.repeat(5_001))).status).toBe(400);
    expect((await put('')).body.data).toEqual({ notes: null });
    for (const by of [owner, other]) expect((await by.call('GET', path)).status).toBe(403);
  });

  it('changes are those since the latest finished review', async () => {
    const slug = await owner.createReadyProject('# Kiln\n\nIt is cold. [sandbox:review=decline]');
    const read = async () => (await reviewer.call<Changes>('GET', `/admin/projects/${slug}/changes`)).body.data;
    expect(await read()).toMatchObject({
      readme: { before_html: '', before: '', after: '# Kiln\n\nIt is cold. [sandbox:review=decline]' },
      logs_added: [1, 2],
    });
    await owner.call('POST', `/projects/${slug}/review/request`);
    await waitUntil(
      () => owner.status(slug),
      ({ review }) => review?.status === 'succeeded',
    );
    const { readme: same, ...none } = await read();
    expect(none).toEqual({ logs_added: [], images_added: [] });
    expect(same.before_html).toBe(same.after_html);
    await owner.putReadme(slug, '# Kiln\n\nIt is *hot*.\n\n![Fire](fire.png)', {
      'fire.png': await drawImage({ color: '#aa0000' }),
    });
    await owner.appendLog(slug, 'Day 3', 'It burns.', [await drawImage({ color: '#0000aa' })]);
    const { readme, logs_added: logs, images_added: images } = await read();
    expect(readme.before).toContain('It is cold.');
    expect(readme.before_html).toContain('<p>It is cold.');
    expect(readme.after_html).toContain('<em>hot</em>');
    expect(logs).toEqual([3]);
    expect(images).toEqual([
      expect.stringMatching(/^\/api\/v1\/assets\/[0-9a-f-]{36}\.png/),
      expect.stringMatching(/^\/api\/v1\/assets\/[0-9a-f-]{36}\.png/),
    ]);
    expect((await fulfilment.call('GET', `/admin/projects/${slug}/changes`)).status).toBe(403);
  });

  it('figures count states, decisions that stand, waits and agreement', async () => {
    const programId = `figures-${Date.now()}`;
    const program = { id: programId, name: 'Figures', logs_required: 1 };
    expect((await admin.call('POST', '/admin/programs', { json: program })).status).toBe(201);
    const figures = async (query = '') =>
      (await reviewer.call<{ figures: Figures }>('GET', `/admin/figures?program=${programId}${query}`)).body.data
        .figures;
    const nothing = { median_seconds: null, p90_seconds: null };
    expect(await figures()).toMatchObject({
      by_state: { draft: 0, shipped: 0 },
      decided: 0,
      waits: { review: nothing, decision: nothing, interview: nothing, address: nothing, shipping: nothing },
      agreement: { decided: 0, as_recommended: 0 },
    });
    const maker = new Participant(url, stack.credentials.participant.token, programId);
    const slug = await maker.createReadyProject('# Kiln\n\n[sandbox:review=recommend]');
    await maker.call('POST', `/projects/${slug}/review/request`);
    await waitUntil(
      () => maker.status(slug),
      ({ state }) => state === 'recommended',
    );
    await decide(slug, 'reject');
    await undo(slug);
    await decide(slug, 'approve');
    await owner.call('POST', `/projects/${slug}/shipment`, { json: ADDRESS });
    const counted = await figures();
    expect(counted).toMatchObject({
      by_state: { shipment_submitted: 1, recommended: 0 },
      decided: 1,
      waits: { interview: nothing, shipping: nothing },
      agreement: { decided: 1, as_recommended: 1 },
    });
    for (const name of ['review', 'decision', 'address'])
      expect([name, counted.waits[name]]).toEqual([
        name,
        { median_seconds: expect.any(Number) as number, p90_seconds: expect.any(Number) as number },
      ]);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    expect(await figures(`&from=${tomorrow}`)).toMatchObject({
      by_state: { shipment_submitted: 1 },
      decided: 0,
      waits: { review: nothing },
    });
    expect((await reviewer.refused('GET', '/admin/figures?from=soon')).body.error).toBe('VALIDATION_FAILED');
    expect((await fulfilment.refused('GET', '/admin/figures')).status).toBe(403);
  });

  it('the list of shipments has those that wait longest first, and no address', async () => {
    const [first, second] = [await inState('approved_to_ship'), await inState('approved_to_ship')];
    const countries = { [second]: 'AQ', [first]: undefined };
    for (const slug of [second, first]) {
      const json = { ...ADDRESS, recipient_country: countries[slug] };
      expect((await owner.call('POST', `/projects/${slug}/shipment`, { json })).status).toBe(200);
    }
    const list = await fulfilment.call<{ projects: Record<string, unknown>[] }>('GET', '/admin/shipments?limit=500');
    const projects = list.body.data.projects;
    const slugs = projects.map(({ slug }) => slug);
    expect(slugs.indexOf(second)).toBeLessThan(slugs.indexOf(first));
    expect(slugs).toContain(second);
    expect(projects.find(({ slug }) => slug === second)).toMatchObject({
      state: 'shipment_submitted',
      program_name: expect.any(String) as string,
      prize: { hardware: true },
      recipient_country: 'AQ',
      submitted_at: expect.any(String) as string,
    });
    expect(list.text).not.toMatch(/Hauptstr|1234567|Grete Falk/);
    expect(projects.find(({ slug }) => slug === first)?.recipient_country).toBeNull();
    const narrowed = async (query: string) =>
      (
        await fulfilment.call<{ projects: { slug: string }[] }>('GET', `/admin/shipments?limit=500&${query}`)
      ).body.data.projects.map(({ slug }) => slug);
    expect(await narrowed('country=AQ')).toEqual([second]);
    expect(await narrowed('prize=No%20such%20prize')).toEqual([]);
    const { name } = projects.find(({ slug }) => slug === second)?.prize as { name: string };
    expect(await narrowed(`country=AQ&prize=${encodeURIComponent(name)}`)).toEqual([second]);
    for (const country of ['ZZ', 'aq'])
      expect((await fulfilment.refused('GET', `/admin/shipments?country=${country}`)).status).toBe(400);
    const wrong = { json: { ...ADDRESS, recipient_country: 'ZZ' } };
    expect((await owner.refused('POST', `/projects/${first}/shipment`, wrong)).body.error).toBe('VALIDATION_FAILED');
    const others = await fulfilment.call<{ projects: unknown[] }>('GET', '/admin/shipments?program=no-such-program');
    expect(others.body.data.projects).toEqual([]);
    expect((await reviewer.refused('GET', '/admin/shipments')).status).toBe(403);
    expect((await fulfilment.refused('GET', '/admin/shipments?state=draft')).status).toBe(400);
  });
});
