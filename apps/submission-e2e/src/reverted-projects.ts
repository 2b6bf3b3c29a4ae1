import { callApi, drawImage, type TestStack, waitUntil } from '@shipyard/testing';
import { InterviewParty } from './interview-party';
import { demoPeople, LONG_README } from './participant';
import { rowsOf, type Subject } from './reverted-subject';

export const notes: Subject = {
  says: 'drop what staff noted, and nothing of the project',
  async arrange(stack) {
    const { owner, reviewer } = demoPeople(stack);
    const slug = await owner.createProject();
    const text = 'Ask for the wiring.';
    expect((await reviewer.call('PUT', `/admin/projects/${slug}/notes`, { json: { text } })).status).toBe(200);
    const rows = rowsOf(stack);
    return {
      whenReverted: () => expectKept(stack, slug),
      async whenBack() {
        expect(await rows('SELECT text FROM project_notes')).toEqual([]);
      },
    };
  },
};

export const readmeRevisions: Subject = {
  says: 'drop what a README was before and when properties changed, and nothing of the project',
  async arrange(stack) {
    const { owner } = demoPeople(stack);
    const slug = await owner.createProject();
    for (const text of ['# A', '# B']) await owner.putReadme(slug, text);
    const rows = rowsOf(stack);
    return {
      async whenReverted() {
        expect(
          await rows(
            'SELECT readme.markdown FROM readmes readme JOIN projects project ON project.id = readme.project_id WHERE slug = $1',
            [slug],
          ),
        ).toEqual([{ markdown: '# B' }]);
      },
      async whenBack() {
        expect(await rows('SELECT markdown FROM readme_revisions')).toEqual([]);
      },
    };
  },
};

export const addressReminders: Subject = {
  says: 'forget reminders of addresses, with their mails',
  async arrange(stack) {
    const slug = await demoPeople(stack).owner.createProject();
    const rows = rowsOf(stack);
    await rows('INSERT INTO address_reminders (project_id) SELECT id FROM projects WHERE slug = $1', [slug]);
    await rows(
      `INSERT INTO mail_outbox (id, account_id, project_id, kind, key)
       SELECT gen_random_uuid(), owner_id, id, 'address_reminder', 'address_reminder-' || id FROM projects WHERE slug = $1`,
      [slug],
    );
    return {
      async whenReverted() {
        await expectKept(stack, slug);
        expect(await rows(`SELECT kind FROM mail_outbox WHERE kind = 'address_reminder'`)).toEqual([]);
      },
    };
  },
};

export const phrases: Subject = {
  says: 'drop prepared phrases and what was found out for the first run, and nothing of the program',
  async arrange(stack) {
    const id = stack.credentials.program_id;
    const rows = rowsOf(stack);
    await rows(`INSERT INTO program_phrases VALUES ($1, 1, 'Show the wiring.')`, [id]);
    await rows(`INSERT INTO setup_checks (name, asked_at) VALUES ('mail', now())`);
    return {
      async whenReverted() {
        expect(await rows('SELECT id FROM programs WHERE id = $1', [id])).toEqual([{ id }]);
      },
      async whenBack() {
        expect(await rows('SELECT text FROM program_phrases')).toEqual([]);
        expect(await rows('SELECT name FROM setup_checks')).toEqual([]);
      },
    };
  },
};

export const reportReasons: Subject = {
  says: 'keep the newest reason of each report',
  async arrange(stack) {
    const slug = await demoPeople(stack).owner.createProject();
    for (const reason of ['First.', 'Second.'])
      await callApi(stack.credentials.submission_url, 'POST', `/projects/${slug}/report`, { json: { reason } });
    const rows = rowsOf(stack);
    return {
      async whenReverted() {
        expect(await rows('SELECT count, newest_reason FROM reports')).toEqual([
          { count: 2, newest_reason: 'Second.' },
        ]);
      },
      async whenBack() {
        expect(
          await rows(
            'SELECT reason, at = newest_at AS same FROM report_reasons JOIN reports ON reports.id = report_id',
          ),
        ).toEqual([{ reason: 'Second.', same: true }]);
      },
    };
  },
};

export const interviews: Subject = {
  says: 'drop what an interview needs beyond its first question, and keep what the version before knows',
  async arrange(stack) {
    const { owner } = demoPeople(stack);
    const rows = rowsOf(stack);
    const slug = await owner.createProject();
    await rows(`UPDATE projects SET state = 'recommended' WHERE slug = $1`, [slug]);
    const party = await InterviewParty.begin(stack.credentials.submission_url, owner, slug);
    await party.answer('It measures rain.', 1);
    const questions = (columns: string) =>
      rows(`SELECT ${columns} FROM interview_questions WHERE interview_id = $1 ORDER BY index`, [party.id]);
    const asked = await questions('index, text, asked_at');
    expect(asked).toHaveLength(3);
    return {
      async whenReverted() {
        expect(await questions('index, text, asked_at')).toEqual(asked.slice(0, 2));
      },
      writeBefore: () =>
        rows(`UPDATE interviews SET session_expires_at = now() - interval '2 days' WHERE id = $1`, [party.id]),
      async whenBack() {
        expect(await questions('index, source, answer, flags')).toEqual(
          [1, 2].map((index) => ({ index, source: 'prepared', answer: null, flags: [] })),
        );
        // Its owner gets no mail about it now.
        expect(await rows('SELECT expiry_handled_at = session_expires_at AS old FROM interviews')).toEqual([
          { old: true },
        ]);
      },
    };
  },
};

/** Staff have removed a log of it too. */
export const hiddenProjects: Subject = {
  says: 'make a hidden project private, and a removed log an ordinary one that reads so',
  async arrange(stack) {
    const { owner, reviewer } = demoPeople(stack);
    const slug = await owner.createReadyProject('# Hidden');
    for (const [method, path] of [
      ['DELETE', `projects/${slug}/logs/1`],
      ['POST', `projects/${slug}/hide`],
    ] as const)
      expect((await reviewer.call(method, `/admin/${path}`, { json: { reason: 'a' } })).status).toBe(200);
    const rows = rowsOf(stack);
    return {
      async whenReverted() {
        expect(
          await rows(
            `SELECT visibility, log_count AS count, (SELECT title FROM logs WHERE project_id = projects.id AND sequence = 1) AS title FROM projects WHERE slug = $1`,
            [slug],
          ),
        ).toEqual([{ visibility: 'private', count: 2, title: 'removed' }]);
        await expect(rows(`UPDATE logs SET title = 'B'`)).rejects.toThrow(/append-only/);
        await expect(rows('DELETE FROM logs')).rejects.toThrow(/append-only/);
      },
    };
  },
};

export const erasedProjects: Subject = {
  says: 'keep the audit entry of an erased project',
  async arrange(stack) {
    const { owner } = demoPeople(stack);
    const rows = rowsOf(stack);
    const slug = await owner.createReadyProject(LONG_README);
    await owner.call('POST', `/projects/${slug}/review/request`);
    await waitUntil(
      () => owner.status(slug),
      ({ review }) => review?.status === 'succeeded',
    );
    await owner.appendLog(await owner.createProject(), 'A', 'B', [await drawImage()], ['Described']);
    const erased = await owner.createProject();
    expect((await owner.call('DELETE', `/projects/${erased}`)).status).toBe(200);
    const taken = await rows('SELECT project_id AS id FROM slugs WHERE slug = $1', [erased]);
    expect(taken).toHaveLength(1);
    await rows(
      `INSERT INTO mail_outbox (id, account_id, kind, key) SELECT gen_random_uuid(), id, 'staff_digest', 'staff_digest-' || id FROM accounts`,
    );
    return {
      async whenReverted() {
        expect(
          await rows(`SELECT to_state FROM audit_entries WHERE project_id = $1 AND action = 'erase'`, [taken[0]?.id]),
        ).toEqual([{ to_state: 'erased' }]);
      },
      async whenBack() {
        // Reverting freed it.
        expect(await rows('SELECT slug FROM slugs WHERE slug = $1', [erased])).toEqual([]);
        // The version before does not know what describes a picture.
        expect(await rows('SELECT caption FROM log_images')).toEqual([{ caption: '' }]);
        // Header images that were there before get variants.
        expect(
          await rows(
            'SELECT status, is_header FROM asset_variant_tasks JOIN projects ON header_asset_id = asset_id WHERE slug = $1',
            [slug],
          ),
        ).toEqual([{ status: 'pending', is_header: true }]);
        // A later version fills in columns for earlier reviews, from the text of a remark and the snapshot.
        expect(
          await rows(
            `SELECT comments[cardinality(comments)] AS comment, comment_places -> -1 AS place, jsonb_array_length(suggestion_places) = cardinality(suggestions) AS placed,
               snapshot_readme_hash = sha256(convert_to(snapshot_readme, 'UTF8')) AS hashed, snapshot_log_count AS logs FROM reviews`,
          ),
        ).toEqual([
          {
            comment: 'log 2: The latest of 2.',
            place: { headingId: null, log: 2 },
            placed: true,
            hashed: true,
            logs: 2,
          },
        ]);
      },
    };
  },
};

async function expectKept(stack: TestStack, slug: string): Promise<void> {
  expect(await rowsOf(stack)('SELECT slug FROM projects WHERE slug = $1', [slug])).toEqual([{ slug }]);
}
