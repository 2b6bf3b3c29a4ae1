import { drawImage, callApi, startTestStack, type TestStack, waitUntil } from '@shipyard/testing';
import { connectClients, giveRoles, resetPassword } from './data-to-revert';
import { InterviewParty } from './interview-party';
import { PASSWORD, register } from './newcomer';
import { LONG_README, Participant } from './participant';

describe('the migrations of the submission service', () => {
  let stack: TestStack;

  beforeAll(async () => {
    stack = await startTestStack({ starts: ['submission', 'submissionWorker', 'gateway'] });
  });

  afterAll(() => stack.stop());

  it('revert what an interview needs beyond its first question, and keep what the version before knows', async () => {
    const participant = new Participant(
      stack.credentials.submission_url,
      stack.credentials.participant.token,
      stack.credentials.program_id,
    );
    const slug = await participant.createProject();
    await stack.query('submission', `UPDATE projects SET state = 'recommended' WHERE slug = $1`, [slug]);
    const party = await InterviewParty.begin(stack.credentials.submission_url, participant, slug);
    await party.answer('It measures rain.', 1);
    const { submission, submissionWorker } = stack.processes;
    for (const process of [submission, submissionWorker]) await process.pause();
    const rows = (columns: string) =>
      stack.query('submission', `SELECT ${columns} FROM interview_questions WHERE interview_id = $1 ORDER BY index`, [
        party.id,
      ]);
    const asked = await rows('index, text, asked_at');
    expect(asked).toHaveLength(3);
    const before = await stack.describeSchema('submission');

    const reverted = await stack.revert('submission', 'ContinueInterviews');
    expect(reverted.at(-1)).toMatch(/^ContinueInterviews/);
    expect(await rows('index, text, asked_at')).toEqual(asked.slice(0, 2));
    await stack.query(
      'submission',
      `UPDATE interviews SET session_expires_at = now() - interval '2 days' WHERE id = $1`,
      [party.id],
    );
    await stack.prepare('submission');
    expect(await stack.describeSchema('submission')).toEqual(before);
    expect(await rows('index, source, answer, flags')).toEqual(
      [1, 2].map((index) => ({ index, source: 'prepared', answer: null, flags: [] })),
    );
    // Its owner gets no mail about it now.
    expect(
      await stack.query('submission', 'SELECT expiry_handled_at = session_expires_at AS old FROM interviews'),
    ).toEqual([{ old: true }]);
    for (const process of [submission, submissionWorker]) await process.resume();
  });

  it('forget guardians, and keep hidden what they hid', async () => {
    const { submission_url: url, program_id: programId } = stack.credentials;
    const { id, token } = await register(url);
    const slug = await new Participant(url, token, programId).createProject();
    await callApi(url, 'POST', '/accounts/me/guardian', { token, json: { email: 'robin@example.com' } });
    const about = (statement: string) => stack.query('submission', statement, [id]);
    await about('UPDATE projects SET guardian_hidden_at = now() WHERE owner_id = $1');
    await about(`UPDATE guardians SET locale = 'zh-CN' WHERE account_id = $1`);
    await about(`INSERT INTO account_audit_entries (account_id, action) VALUES ($1, 'guardian_agree')`);
    await about(
      `INSERT INTO audit_entries (project_id, actor, action, from_state, to_state) SELECT id, 'guardian', 'guardian_hide', state, state FROM projects WHERE owner_id = $1`,
    );
    await about(
      'INSERT INTO shipment_agreements (project_id, account_id) SELECT id, owner_id FROM projects WHERE owner_id = $1',
    );
    const before = await stack.describeSchema('submission');
    expect((await stack.revert('submission', 'CreateGuardians')).at(-1)).toMatch(/^CreateGuardians/);
    expect(
      await about('SELECT slug, visibility, hidden_at IS NOT NULL AS hidden FROM projects WHERE owner_id = $1'),
    ).toEqual([{ slug, visibility: 'private', hidden: true }]);
    expect(
      await about(
        `SELECT actor FROM audit_entries WHERE action = 'guardian_hide' AND project_id IN (SELECT id FROM projects WHERE owner_id = $1)`,
      ),
    ).toEqual([{ actor: 'system' }]);
    expect(await about(`SELECT kind FROM mail_outbox WHERE account_id = $1 AND kind LIKE 'guardian%'`)).toEqual([]);
    await stack.prepare('submission');
    expect(await stack.describeSchema('submission')).toEqual(before);
  });

  it('forget changes of an email that wait, with their mails and audit entries', async () => {
    const { submission_url: url } = stack.credentials;
    const { id, token, email } = await register(url);
    await callApi(url, 'POST', '/accounts/me/email-change', {
      token,
      json: { email: `new-${email}`, current_password: PASSWORD },
    });
    const about = (statement: string) => stack.query('submission', statement, [id]);
    await about(`INSERT INTO account_audit_entries (account_id, action) VALUES ($1, 'refuse_email_change')`);
    const before = await stack.describeSchema('submission');
    expect((await stack.revert('submission', 'ChangeEmails')).at(-1)).toMatch(/^ChangeEmails/);
    expect(await about(`SELECT kind FROM mail_outbox WHERE account_id = $1 AND kind LIKE 'email%'`)).toEqual([]);
    expect(
      await about(`SELECT action FROM account_audit_entries WHERE account_id = $1 AND action LIKE '%email%'`),
    ).toEqual([]);
    expect(await about('SELECT email FROM accounts WHERE id = $1')).toEqual([{ email }]);
    await stack.prepare('submission');
    expect(await stack.describeSchema('submission')).toEqual(before);
  });

  it('drop what staff noted, and nothing of the project', async () => {
    const { submission_url: url, program_id: programId, participant: holder, staff } = stack.credentials;
    const slug = await new Participant(url, holder.token, programId).createProject();
    const text = 'Ask for the wiring.';
    await callApi(url, 'PUT', `/admin/projects/${slug}/notes`, { token: staff.reviewer, json: { text } });
    const before = await stack.describeSchema('submission');
    expect((await stack.revert('submission', 'CreateProjectNotes')).at(-1)).toMatch(/^CreateProjectNotes/);
    expect(await stack.query('submission', 'SELECT slug FROM projects WHERE slug = $1', [slug])).toEqual([{ slug }]);
    await stack.prepare('submission');
    expect(await stack.describeSchema('submission')).toEqual(before);
    expect(await stack.query('submission', 'SELECT text FROM project_notes')).toEqual([]);
  });

  it('drop what a README was before and when properties changed, and nothing of the project', async () => {
    const { submission_url: url, program_id: programId, participant: holder } = stack.credentials;
    const owner = new Participant(url, holder.token, programId);
    const slug = await owner.createProject();
    for (const text of ['# A', '# B']) await owner.putReadme(slug, text);
    const about = (statement: string) => stack.query('submission', statement, [slug]);
    const present = `SELECT readme.markdown FROM readmes readme JOIN projects project ON project.id = readme.project_id WHERE slug = $1`;
    const before = await stack.describeSchema('submission');
    expect((await stack.revert('submission', 'DateProperties')).at(-1)).toMatch(/^DateProperties/);
    expect(await about(present)).toEqual([{ markdown: '# B' }]);
    await stack.prepare('submission');
    expect(await stack.describeSchema('submission')).toEqual(before);
    expect(await stack.query('submission', 'SELECT markdown FROM readme_revisions')).toEqual([]);
  });

  it('forget reminders of addresses, with their mails', async () => {
    const { submission_url: url, program_id: programId, participant: holder } = stack.credentials;
    const slug = await new Participant(url, holder.token, programId).createProject();
    const about = (statement: string) => stack.query('submission', statement, [slug]);
    await about('INSERT INTO address_reminders (project_id) SELECT id FROM projects WHERE slug = $1');
    await about(
      `INSERT INTO mail_outbox (id, account_id, project_id, kind, key)
       SELECT gen_random_uuid(), owner_id, id, 'address_reminder', 'address_reminder-' || id FROM projects WHERE slug = $1`,
    );
    const before = await stack.describeSchema('submission');
    expect((await stack.revert('submission', 'RemindOfAddresses')).at(-1)).toMatch(/^RemindOfAddresses/);
    expect(await about('SELECT slug FROM projects WHERE slug = $1')).toEqual([{ slug }]);
    expect(await stack.query('submission', `SELECT kind FROM mail_outbox WHERE kind = 'address_reminder'`)).toEqual([]);
    await stack.prepare('submission');
    expect(await stack.describeSchema('submission')).toEqual(before);
  });

  it('drop prepared phrases and what was found out for the first run, and nothing of the program', async () => {
    const id = stack.credentials.program_id;
    await stack.query('submission', `INSERT INTO program_phrases VALUES ($1, 1, 'Show the wiring.')`, [id]);
    await stack.query('submission', `INSERT INTO setup_checks (name, asked_at) VALUES ('mail', now())`);
    const before = await stack.describeSchema('submission');
    expect((await stack.revert('submission', 'CreateProgramPhrases')).at(-1)).toMatch(/^CreateProgramPhrases/);
    expect(await stack.query('submission', 'SELECT id FROM programs WHERE id = $1', [id])).toEqual([{ id }]);
    await stack.prepare('submission');
    expect(await stack.describeSchema('submission')).toEqual(before);
    expect(await stack.query('submission', 'SELECT text FROM program_phrases')).toEqual([]);
    expect(await stack.query('submission', 'SELECT name FROM setup_checks')).toEqual([]);
  });

  it('keep the newest reason of each report', async () => {
    const participant = new Participant(
      stack.credentials.submission_url,
      stack.credentials.participant.token,
      stack.credentials.program_id,
    );
    const slug = await participant.createProject();
    for (const reason of ['First.', 'Second.'])
      await callApi(stack.credentials.submission_url, 'POST', `/projects/${slug}/report`, { json: { reason } });
    const before = await stack.describeSchema('submission');
    expect((await stack.revert('submission', 'KeepReportReasons')).at(-1)).toMatch(/^KeepReportReasons/);
    expect(await stack.query('submission', 'SELECT count, newest_reason FROM reports')).toEqual([
      { count: 2, newest_reason: 'Second.' },
    ]);
    await stack.prepare('submission');
    expect(await stack.describeSchema('submission')).toEqual(before);
    expect(
      await stack.query(
        'submission',
        'SELECT reason, at = newest_at AS same FROM report_reasons JOIN reports ON reports.id = report_id',
      ),
    ).toEqual([{ reason: 'Second.', same: true }]);
  });

  it('give failed reviews the code of their sentence', async () => {
    const participant = new Participant(
      stack.credentials.submission_url,
      stack.credentials.participant.token,
      stack.credentials.program_id,
    );
    const slug = await participant.createProject();
    expect((await stack.revert('submission', 'CodeReviewFailures')).at(-1)).toMatch(/^CodeReviewFailures/);
    const sentences = [
      'Our side failed, not your project: the review could not be finished. Nothing is lost: please ask for the review again.',
      'Our side failed, not your project: the review stopped several times. Nothing is lost: please ask for the review again.',
      'Our side failed, not your project: the reviewer could not be reached for half an hour. Nothing is lost: please ask for the review again.',
      'The account of the owner was deleted.',
    ];
    await stack.query(
      'submission',
      `INSERT INTO reviews (id, project_id, requested_by, state_before, snapshot_project, snapshot_readme, snapshot_log_order, snapshot_log_sequence, input_hash, status, finished_at, failure)
       SELECT gen_random_uuid(), project.id, owner_id, 'draft', '{}', '', 0, 0, sha256(''), 'failed', now(), sentence
       FROM projects project, unnest($2::text[]) sentence WHERE slug = $1`,
      [slug, sentences],
    );
    await stack.query(
      'submission',
      `INSERT INTO audit_entries (project_id, actor, action, from_state, to_state, at)
       SELECT id, 'system', 'rerun', 'rejected', state, timestamptz '2020-02-03' FROM projects WHERE slug = $1`,
      [slug],
    );
    await stack.query(
      'submission',
      `INSERT INTO reviews (id, project_id, requested_by, state_before, snapshot_project, snapshot_readme, snapshot_log_order, snapshot_log_sequence, input_hash, status, finished_at,
         model, summary, highlights, public_review, comments, suggestions, comment_places, suggestion_places, recommended, flags)
       SELECT gen_random_uuid(), id, owner_id, 'draft', '{}', '# Before', 0, 0, sha256(''), 'succeeded', now(),
         'm', 'a', '{}', 'b', '{}', '{}', '[]', '[]', true, '[{"kind": "contact", "where": "README", "excerpt": "x"}]'
       FROM projects WHERE slug = $1`,
      [slug],
    );
    await stack.prepare('submission');
    const found =
      'SELECT has_flags, content_changed_at >= content_reviewed_at AS changed FROM projects WHERE slug = $1';
    expect(await stack.query('submission', found, [slug])).toEqual([{ has_flags: true, changed: true }]);
    const dated = `SELECT state_since = timestamptz '2020-02-03' AS moved, review_requested_at = (
        SELECT max(requested_at) FROM reviews WHERE project_id = projects.id
      ) AS asked FROM projects WHERE slug = $1`;
    expect(await stack.query('submission', dated, [slug])).toEqual([{ moved: true, asked: true }]);
    const coded = await stack.query(
      'submission',
      'SELECT failure, failure_code FROM reviews JOIN projects project ON project.id = project_id WHERE slug = $1',
      [slug],
    );
    const codes = new Map(coded.map(({ failure, failure_code }) => [failure, failure_code]));
    expect(sentences.map((sentence) => codes.get(sentence))).toEqual(['unfinished', 'stopped', 'unreachable', null]);
    await stack.query('submission', 'DELETE FROM reviews');
  });

  it('give images that were set aside back to the version before', async () => {
    await stack.query(
      'submission',
      `INSERT INTO foreign_images (id, url, url_sha256, next_attempt_at) VALUES (gen_random_uuid(), 'https://host.example/aside', sha256('aside'), 'infinity')`,
    );
    const before = await stack.describeSchema('submission');
    expect((await stack.revert('submission', 'ReleaseWaitingImages')).at(-1)).toMatch(/^ReleaseWaitingImages/);
    expect(await stack.query('submission', 'SELECT next_attempt_at <= now() AS due FROM foreign_images')).toEqual([
      { due: true },
    ]);
    await stack.query('submission', 'DELETE FROM foreign_images');
    await stack.prepare('submission');
    expect(await stack.describeSchema('submission')).toEqual(before);
  });

  it('give up images that wait for the owner of a private project before the version before can fetch them', async () => {
    const { credentials } = stack;
    const participant = new Participant(
      credentials.submission_url,
      credentials.participant.token,
      credentials.program_id,
    );
    const [shy, open] = [await participant.createProject(), await participant.createProject()];
    await participant.call('PATCH', `/projects/${shy}`, { json: { visibility: 'private' } });
    const waiting = ['waits', 'allowed', 'public'].map((name) => `https://host.example/${name}`);
    await stack.query(
      'submission',
      `WITH image AS (
         INSERT INTO foreign_images (id, url, url_sha256) SELECT gen_random_uuid(), url, sha256(url::bytea) FROM unnest($1::text[]) url RETURNING id, url
       ), shown AS (
         INSERT INTO readme_foreign_images (project_id, image_id)
         SELECT project.id, image.id FROM image JOIN projects project ON project.slug = CASE WHEN image.url LIKE '%public' THEN $3 ELSE $2 END
         RETURNING project_id, image_id
       ) INSERT INTO allowed_foreign_images (project_id, image_id)
         SELECT shown.project_id, shown.image_id FROM shown JOIN image ON image.id = shown.image_id WHERE image.url LIKE '%allowed'`,
      [waiting, shy, open],
    );
    const before = await stack.describeSchema('submission');
    expect((await stack.revert('submission', 'AllowForeignImages')).at(-1)).toMatch(/^AllowForeignImages/);
    const left = await stack.query(
      'submission',
      'SELECT url, status FROM foreign_images WHERE url = ANY ($1) ORDER BY url',
      [waiting],
    );
    expect(left.map(({ status }) => status)).toEqual(['pending', 'pending', 'failed']);
    await stack.query('submission', 'DELETE FROM readme_foreign_images');
    await stack.query('submission', 'DELETE FROM foreign_images');
    await stack.prepare('submission');
    expect(await stack.describeSchema('submission')).toEqual(before);
  });

  it('revert narrowed scopes, and end the secrets that had them', async () => {
    const { id } = await register(stack.credentials.submission_url);
    await stack.query(
      'submission',
      `INSERT INTO api_tokens (id, account_id, name, token_hash, last4, client_id, scopes, narrowed_scopes, expires_at)
       SELECT gen_random_uuid(), $1, name, sha256(name::bytea), 'last', 'a', '{projects:read,projects:write}', narrowed, now() + interval '1 hour'
       FROM (VALUES ('narrowed', '{projects:read}'::text[]), ('whole', NULL)) AS kind (name, narrowed)`,
      [id],
    );
    const before = await stack.describeSchema('submission');
    expect((await stack.revert('submission', 'NarrowScopes')).at(-1)).toMatch(/^NarrowScopes/);
    expect(
      await stack.query(
        'submission',
        'SELECT name, expires_at > now() AS live FROM api_tokens WHERE account_id = $1 AND scopes IS NOT NULL ORDER BY 1',
        [id],
      ),
    ).toEqual([
      { name: 'narrowed', live: false },
      { name: 'whole', live: true },
    ]);
    await stack.prepare('submission');
    expect(await stack.describeSchema('submission')).toEqual(before);
  });

  it('revert the scope to publish, and leave no token more than it may', async () => {
    const { id } = await register(stack.credentials.submission_url);
    await stack.query(
      'submission',
      `INSERT INTO api_tokens (id, account_id, name, token_hash, last4, client_id, scopes)
       SELECT gen_random_uuid(), $1, name, sha256(name::bytea), 'last', client_id, scopes FROM (VALUES
         ('all', 'a', '{projects:read,projects:write,projects:publish}'::text[]), ('reader', 'a', '{projects:read}'),
         ('writer', 'a', '{projects:read,projects:write}'), ('blind', 'a', '{projects:write,projects:publish}'),
         ('publisher', 'a', '{projects:publish}'), ('own', NULL, '{projects:read}')) AS kind (name, client_id, scopes)`,
      [id],
    );
    const before = await stack.describeSchema('submission');
    expect((await stack.revert('submission', 'AddPublishScope')).at(-1)).toMatch(/^AddPublishScope/);
    const left = () =>
      stack.query(
        'submission',
        'SELECT name, scopes FROM api_tokens WHERE account_id = $1 AND scopes IS NOT NULL ORDER BY 1',
        [id],
      );
    expect(await left()).toEqual([
      { name: 'all', scopes: ['projects:read', 'projects:write'] },
      { name: 'reader', scopes: ['projects:read'] },
    ]);
    await stack.prepare('submission');
    expect(await stack.describeSchema('submission')).toEqual(before);
  });

  it('revert with data, leave nothing, and migrate to the same schema again', async () => {
    const participant = new Participant(
      stack.credentials.submission_url,
      stack.credentials.participant.token,
      stack.credentials.program_id,
    );
    const slug = await participant.createReadyProject(LONG_README);
    await participant.call('POST', `/projects/${slug}/review/request`);
    await waitUntil(
      () => participant.status(slug),
      ({ review }) => review?.status === 'succeeded',
    );
    await participant.appendLog(await participant.createProject(), 'A', 'B', [await drawImage()], ['Described']);
    const erased = await participant.createProject();
    expect((await participant.call('DELETE', `/projects/${erased}`)).status).toBe(200);
    const staff = new Participant(
      stack.credentials.submission_url,
      stack.credentials.staff.reviewer,
      stack.credentials.program_id,
    );
    const hidden = await participant.createReadyProject('# Hidden');
    for (const [method, path] of [
      ['DELETE', `projects/${hidden}/logs/1`],
      ['POST', `projects/${hidden}/hide`],
    ] as const)
      expect((await staff.call(method, `/admin/${path}`, { json: { reason: 'a' } })).status).toBe(200);
    await stack.query(
      'submission',
      `INSERT INTO mail_outbox (id, account_id, kind, key) SELECT gen_random_uuid(), id, 'staff_digest', 'staff_digest-' || id FROM accounts`,
    );
    const resetBy = await resetPassword(stack);
    const tokensOfClients = await connectClients(stack);
    const rolesOf = await giveRoles(stack);
    for (const process of Object.values(stack.processes)) await process.pause();
    // Two people delete their accounts, and the worker has not erased the project yet.
    const [leaving, alsoLeaving] = await stack.query(
      'submission',
      `INSERT INTO accounts (id, handle, display_name, email, password_hash)
       SELECT gen_random_uuid(), 'leaving-' || n, 'Leaving', 'leaving-' || n || '@example.com', '' FROM generate_series(1, 2) n RETURNING id`,
    );
    await stack.query(
      'submission',
      `INSERT INTO projects (id, slug, program_id, owner_id, name, color) SELECT gen_random_uuid(), 'left-behind', id, $1, 'Left', 'red' FROM programs LIMIT 1`,
      [leaving?.id],
    );
    for (const account of [leaving, alsoLeaving])
      await stack.query('submission', `SELECT close_account($1, 'delete')`, [account?.id]);
    const before = await stack.describeSchema('submission');
    expect(before.filter((line) => line.startsWith('trigger'))).not.toEqual([]);

    // Tokens of the command line end 90 days after their last use, also those that were there before.
    await stack.revert('submission', 'RenewTokensByUse');
    await stack.query(
      'submission',
      `UPDATE api_tokens SET expires_at = now() + interval '300 days' WHERE name = 'Shipyard CLI'`,
    );
    await stack.prepare('submission');
    expect(await stack.describeSchema('submission')).toEqual(before);
    expect(
      await stack.query(
        'submission',
        `SELECT use_renews_days AS days, expires_at < now() + interval '91 days' AS shortened FROM api_tokens WHERE name = 'Shipyard CLI'`,
      ),
    ).toEqual([{ days: 90, shortened: true }]);

    // The version before would let a role that still waits read addresses.
    await stack.revert('submission', 'DateStaffRoles');
    expect(await rolesOf()).toEqual(['{participant,admin}', '{participant,reviewer}']);
    expect(await stack.query('submission', `SELECT FROM account_audit_entries WHERE action = 'confirm_role'`)).toEqual(
      [],
    );

    // The version before would let a token with scopes do everything.
    await stack.revert('submission', 'CreateOauth');
    expect(await tokensOfClients()).toEqual([{ name: 'Shipyard CLI' }]);

    // Nothing would erase the project of a deleted account any more.
    await expect(stack.revert('submission', 'DeleteAccounts')).rejects.toThrow(/not erased yet/);
    await stack.query(
      'submission',
      `SELECT erase_project(id, 'owner', owner_id, 'a') FROM projects WHERE owner_id = $1`,
      [leaving?.id],
    );
    await stack.revert('submission', 'DeleteAccounts');
    const closed = (columns: string) =>
      stack.query('submission', `SELECT ${columns} FROM accounts WHERE id = ANY ($1::uuid[])`, [
        [leaving?.id, alsoLeaving?.id],
      ]);
    const nameless = { display_name: 'Anonymous', renamed: true };
    expect(await closed(`display_name, handle = replace(id::text, '-', '') AS renamed`)).toEqual([nameless, nameless]);

    // Links of admins are not known to the audit before them. What they changed stays.
    await stack.revert('submission', 'ResetPasswords');
    expect(await resetBy()).toEqual([{ action: 'create_token' }, { action: 'change_password' }]);
    await expect(stack.query('submission', 'DELETE FROM account_audit_entries')).rejects.toThrow();

    // Without takedowns, a hidden project is private and a removed log an ordinary one that reads so.
    await stack.revert('submission', 'HideProjects');
    expect(
      await stack.query(
        'submission',
        `SELECT visibility, log_count AS count, (SELECT title FROM logs WHERE project_id = projects.id AND sequence = 1) AS title FROM projects WHERE slug = $1`,
        [hidden],
      ),
    ).toEqual([{ visibility: 'private', count: 2, title: 'removed' }]);
    await expect(stack.query('submission', `UPDATE logs SET title = 'B'`)).rejects.toThrow(/append-only/);
    await expect(stack.query('submission', 'DELETE FROM logs')).rejects.toThrow(/append-only/);

    // Down to the migration that keeps the slug of an erased project.
    const newer = await stack.revert('submission', 'EraseProjects');
    expect(newer.at(-1)).toMatch(/^EraseProjects/);
    await stack.prepare('submission');
    expect(await stack.describeSchema('submission')).toEqual(before);
    const marked = { deleted: true, handle: '' };
    expect(await closed('deleted_at IS NOT NULL AS deleted, handle')).toEqual([marked, marked]);
    // Staff of the version before are confirmed.
    expect(await stack.query('submission', 'SELECT FROM staff_roles WHERE confirmed_at IS NULL')).toEqual([]);
    expect(
      await stack.query('submission', `SELECT count(*)::integer AS admins FROM staff_roles WHERE role = 'admin'`),
    ).toEqual([{ admins: 2 }]);
    // The version before does not know what describes a picture.
    expect(await stack.query('submission', 'SELECT caption FROM log_images')).toEqual([{ caption: '' }]);
    // Header images that were there before get variants.
    expect(
      await stack.query(
        'submission',
        'SELECT status, is_header FROM asset_variant_tasks JOIN projects ON header_asset_id = asset_id WHERE slug = $1',
        [slug],
      ),
    ).toEqual([{ status: 'pending', is_header: true }]);
    // A later version fills in columns for earlier reviews, from the text of a remark and the snapshot.
    const reviews = await stack.query(
      'submission',
      `SELECT comments[cardinality(comments)] AS comment, comment_places -> -1 AS place, jsonb_array_length(suggestion_places) = cardinality(suggestions) AS placed,
         snapshot_readme_hash = sha256(convert_to(snapshot_readme, 'UTF8')) AS hashed, snapshot_log_count AS logs FROM reviews`,
    );
    expect(reviews).toEqual([
      { comment: 'log 2: The latest of 2.', place: { headingId: null, log: 2 }, placed: true, hashed: true, logs: 2 },
    ]);

    const reverted = await stack.revert('submission', 'CreateAccounts');
    expect(reverted.length).toBeGreaterThan(3);
    const left = await stack.describeSchema('submission');
    expect(left.filter((line) => !line.includes('migrations') && !line.includes('PK_'))).toEqual([]);

    await stack.prepare('submission');
    expect(await stack.describeSchema('submission')).toEqual(before);
    await stack.prepare('submission');
  });
});
