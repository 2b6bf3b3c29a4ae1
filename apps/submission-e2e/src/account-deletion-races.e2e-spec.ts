import { randomUUID } from 'node:crypto';
import { callApi, drawImage, sharedStack, waitUntil } from '@shipyard/testing';
import { PASSWORD, register } from './newcomer';
import { type Failure, logForm, LONG_README, Participant, readmeForm, uploadForm } from './participant';

describe('DELETE /accounts/me at the same moment as other requests', () => {
  const stack = sharedStack();
  const { submission_url: url, program_id: program } = stack.credentials;

  const deletes = (token: string, projects: string) =>
    callApi<Failure & { data: unknown }>(url, 'DELETE', '/accounts/me', {
      token,
      json: { projects, current_password: PASSWORD },
    });

  const waitingFor = (statement: string, rows: number) =>
    waitUntil(
      () =>
        stack.query(
          'submission',
          `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database() AND query ~ $1`,
          [statement],
        ),
      (waiting) => waiting.length === rows,
      { giveUpAfterMs: 6_000, askEveryMs: 50 },
    );

  it('gives the handle to nobody who registers', async () => {
    const person = await register(url);
    const registrations = Array.from({ length: 8 }, () =>
      callApi<Failure>(url, 'POST', '/accounts', {
        json: {
          handle: person.handle,
          display_name: 'Quick',
          email: `${randomUUID()}@example.com`,
          password: PASSWORD,
        },
      }),
    );
    const [deleted, ...others] = await Promise.all([deletes(person.token, 'delete'), ...registrations]);
    expect(deleted.status).toBe(200);
    expect(others.map(({ status, body }) => [status, body.error])).toEqual(others.map(() => [409, 'HANDLE_TAKEN']));
  });

  it('lets no write that was let in before change a project that stays', async () => {
    const person = await register(url);
    const as = new Participant(url, person.token, program);
    const word = `late-${randomUUID()}`;
    const slugs: string[] = [];
    for (let made = 0; made < 7; made += 1) slugs.push(await as.createReadyProject(LONG_README));
    const [readme, log, sync, patch, interview, review, image] = slugs;
    await stack.query('submission', `UPDATE projects SET state = 'recommended' WHERE slug = $1`, [interview]);
    const upload = uploadForm(await as.projectId(image ?? ''), await drawImage());
    const syncJson = { project_id: await as.projectId(sync ?? ''), readme_markdown: `# ${word}` };
    const rows = () =>
      stack.query(
        'submission',
        `SELECT project.id, project.name, project.tagline, project.state, log_count, readme.markdown,
           (SELECT count(*) FROM assets WHERE project_id = project.id) AS images, (SELECT count(*) FROM reviews WHERE project_id = project.id) AS reviews,
           (SELECT count(*) FROM interviews WHERE project_id = project.id) AS interviews
         FROM projects project JOIN readmes readme ON readme.project_id = project.id WHERE owner_id = $1 ORDER BY project.id`,
        [person.id],
      );
    const before = await rows();

    // The deletion locks the projects, and waits for this lock of the account.
    const blocker = await stack.connect('submission');
    await blocker.query('BEGIN');
    await blocker.query('SELECT FROM accounts WHERE id = $1 FOR KEY SHARE', [person.id]);
    const deletion = deletes(person.token, 'anonymise');
    await waitingFor('close_account', 1);
    const writes = [
      as.refused('PUT', `/projects/${readme}/readme`, { form: readmeForm(`# ${word}`) }),
      as.refused('POST', `/projects/${log}/logs`, { form: logForm(word, word) }),
      as.refused('POST', '/projects/sync', { json: syncJson }),
      as.refused('PATCH', `/projects/${patch}`, { json: { tagline: word } }),
      as.refused('POST', `/projects/${interview}/interview/start`),
      as.refused('POST', `/projects/${review}/review/request`),
      as.refused('POST', '/assets/upload', { form: upload }),
    ];
    await waitingFor('projects.* FOR UPDATE', writes.length);
    await blocker.query('COMMIT');
    await blocker.end();
    expect((await deletion).status).toBe(200);
    const answers = await Promise.all(writes);
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(
      writes.map(() => [401, 'AUTH_TOKEN_INVALID']),
    );
    expect(await rows()).toEqual(before);
  });
});
