import { randomUUID } from 'node:crypto';
import { callApi, sharedStack } from '@shipyard/testing';
import { staffParty } from './staff-party';

describe('programs that admins manage', () => {
  const stack = sharedStack();
  const { url, programId, owner, admin } = staffParty(stack);

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
