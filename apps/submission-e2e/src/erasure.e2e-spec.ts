import { randomUUID } from 'node:crypto';
import { callApi, drawImage, sharedStack, waitUntil } from '@shipyard/testing';
import { logForm, LONG_README, Participant, type ProjectView, readmeForm } from './participant';

describe('DELETE /projects/:slug', () => {
  const stack = sharedStack();
  const { credentials } = stack;
  const owner = new Participant(credentials.submission_url, credentials.participant.token, credentials.program_id);
  const other = new Participant(
    credentials.submission_url,
    credentials.other_participant.token,
    credentials.program_id,
  );
  const erase = (slug: string) => owner.call('DELETE', `/projects/${slug}`);
  const create = (slug: string) =>
    owner.refused('POST', '/projects', { json: { program_id: credentials.program_id, slug, name: 'Again' } });

  it('erases project, README, logs and images, and records who did it', async () => {
    const slug = await owner.createReadyProject(LONG_README);
    await owner.appendLog(slug, 'With an image', 'a', [await drawImage({ color: '#0000ff' })]);
    const { body } = await owner.call<ProjectView>('GET', `/projects/${slug}`);
    const { id, header_image_url: image } = body.data;
    const before = await stack.countStoredFiles('submission');

    const answer = await erase(slug);
    expect([answer.status, answer.body]).toEqual([200, { ok: true, data: {} }]);

    expect((await owner.refused('GET', `/projects/${slug}`)).body.error).toBe('PROJECT_NOT_FOUND');
    expect((await callApi(new URL(credentials.submission_url).origin, 'GET', String(image))).status).toBe(404);
    expect(await stack.countStoredFiles('submission')).toBe(before - 2);
    for (const table of ['logs', 'log_images', 'readmes', 'readme_images', 'assets', 'reviews']) {
      expect(await stack.query('submission', `SELECT FROM ${table} WHERE project_id = $1`, [id])).toEqual([]);
    }
    const audit = await stack.query(
      'submission',
      'SELECT actor, action, from_state, to_state FROM audit_entries WHERE project_id = $1 ORDER BY id',
      [id],
    );
    expect(audit.at(-1)).toEqual({ actor: 'owner', action: 'erase', from_state: 'draft', to_state: 'erased' });
  });

  it('erases the responses stored under Idempotency-Keys too', async () => {
    const slug = await owner.createProject();
    const word = `secret-${slug}`;
    const kept = () =>
      stack.query('submission', `SELECT claim_id FROM idempotency_keys WHERE position($1::bytea IN answer) > 0`, [
        Buffer.from(word),
      ]);
    const keyed = () => ({ headers: { 'idempotency-key': randomUUID() } });
    await owner.call('PUT', `/projects/${slug}/readme`, { form: readmeForm(`# ${word}`), ...keyed() });
    await owner.call('POST', `/projects/${slug}/logs`, { form: logForm(word, word), ...keyed() });
    await owner.call('POST', '/projects/sync', {
      json: { project_id: await owner.projectId(slug), readme_markdown: `# ${word}` },
      ...keyed(),
    });
    await owner.call('PATCH', `/projects/${slug}`, { json: { tagline: word }, ...keyed() });
    expect(await kept()).toHaveLength(4);
    expect((await owner.call('DELETE', `/projects/${slug}`, keyed())).status).toBe(200);
    expect(await kept()).toEqual([]);
  });

  it('keeps the slug taken, even for requests at the same moment', async () => {
    const slug = await owner.createProject();
    const answers = await Promise.all([erase(slug), ...Array.from({ length: 8 }, () => create(slug))]);
    expect(answers.map(({ status }) => status)).toEqual([200, ...Array.from({ length: 8 }, () => 409)]);
    const late = await create(slug);
    expect([late.status, late.body.error]).toEqual([409, 'SLUG_TAKEN']);
  });

  it('leaves nothing of concurrent writes', async () => {
    const slug = await owner.createProject();
    const writes = () => [
      owner.appendLog(slug, 'A', 'a'),
      owner.putReadme(slug, '# A'),
      owner.refused('PATCH', `/projects/${slug}`, { json: { name: 'B' } }),
    ];
    const answers = await Promise.all([...writes(), erase(slug), ...writes()]);
    for (const { status } of answers) expect([200, 201, 404]).toContain(status);
    expect((await owner.refused('GET', `/projects/${slug}`)).status).toBe(404);
  });

  it('is refused while the project is reviewed or recommended, and allowed after changes are requested', async () => {
    const recommended = await owner.createReadyProject(LONG_README);
    await owner.call('POST', `/projects/${recommended}/review/request`);
    await waitUntil(
      () => owner.status(recommended),
      ({ state }) => state === 'recommended',
    );
    const refused = await owner.refused('DELETE', `/projects/${recommended}`);
    expect([refused.status, refused.body.error, refused.body.details]).toMatchObject([
      409,
      'STATE_CONFLICT',
      { state: 'recommended' },
    ]);

    const declined = await owner.createReadyProject('# Short [sandbox:review=decline]');
    await owner.call('POST', `/projects/${declined}/review/request`);
    await waitUntil(
      () => owner.status(declined),
      ({ state }) => state === 'changes_requested',
    );
    expect((await erase(declined)).status).toBe(200);
  });

  it("is refused for another participant's project and for one that is gone", async () => {
    const slug = await owner.createProject();
    expect((await other.refused('DELETE', `/projects/${slug}`)).body.error).toBe('FORBIDDEN');
    await erase(slug);
    expect((await owner.refused('DELETE', `/projects/${slug}`)).body.error).toBe('PROJECT_NOT_FOUND');
  });

  it('is the only way past the triggers, even for a statement that names the function or a slug', async () => {
    const slug = await owner.createReadyProject('# A');
    await owner.appendLog(slug, 'With an image', 'a', [await drawImage()]);
    for (const statement of [
      'DELETE FROM logs -- erase_project(',
      `DO $$ BEGIN DELETE FROM logs /* erase_project(uuid,text,uuid,text,bigint,uuid) */; END $$`,
      'DELETE FROM log_images',
      'UPDATE log_images SET position = position + 1',
      'DELETE FROM slugs',
      `UPDATE slugs SET slug = slug || 'x'`,
    ]) {
      await expect(stack.query('submission', statement)).rejects.toThrow(/append-only/);
    }
  });
});
