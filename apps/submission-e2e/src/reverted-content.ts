import { demoPeople } from './participant';
import { rowsOf, type Subject } from './reverted-subject';

const SENTENCES = [
  'Our side failed, not your project: the review could not be finished. Nothing is lost: please ask for the review again.',
  'Our side failed, not your project: the review stopped several times. Nothing is lost: please ask for the review again.',
  'Our side failed, not your project: the reviewer could not be reached for half an hour. Nothing is lost: please ask for the review again.',
  'The account of the owner was deleted.',
];

export const reviewFailures: Subject = {
  says: 'give failed reviews the code of their sentence, and date waiting projects',
  showsWhenBack: true,
  async arrange(stack) {
    const slug = await demoPeople(stack).owner.createProject();
    const rows = rowsOf(stack);
    return {
      async writeBefore() {
        await rows(
          `INSERT INTO reviews (id, project_id, requested_by, state_before, snapshot_project, snapshot_readme, snapshot_log_order, snapshot_log_sequence, input_hash, status, finished_at, failure)
           SELECT gen_random_uuid(), project.id, owner_id, 'draft', '{}', '', 0, 0, sha256(''), 'failed', now(), sentence
           FROM projects project, unnest($2::text[]) sentence WHERE slug = $1`,
          [slug, SENTENCES],
        );
        await rows(
          `INSERT INTO audit_entries (project_id, actor, action, from_state, to_state, at)
           SELECT id, 'system', 'rerun', 'rejected', state, timestamptz '2020-02-03' FROM projects WHERE slug = $1`,
          [slug],
        );
        await rows(
          `INSERT INTO reviews (id, project_id, requested_by, state_before, snapshot_project, snapshot_readme, snapshot_log_order, snapshot_log_sequence, input_hash, status, finished_at,
             model, summary, highlights, public_review, comments, suggestions, comment_places, suggestion_places, recommended, flags)
           SELECT gen_random_uuid(), id, owner_id, 'draft', '{}', '# Before', 0, 0, sha256(''), 'succeeded', now(),
             'm', 'a', '{}', 'b', '{}', '{}', '[]', '[]', true, '[{"kind": "contact", "where": "README", "excerpt": "x"}]'
           FROM projects WHERE slug = $1`,
          [slug],
        );
      },
      async whenBack() {
        expect(
          await rows(
            `SELECT has_flags, content_changed_at >= content_reviewed_at AS changed, state_since = timestamptz '2020-02-03' AS moved,
               review_requested_at = (SELECT max(requested_at) FROM reviews WHERE project_id = projects.id) AS asked
             FROM projects WHERE slug = $1`,
            [slug],
          ),
        ).toEqual([{ has_flags: true, changed: true, moved: true, asked: true }]);
        const coded = await rows(
          'SELECT failure, failure_code FROM reviews JOIN projects project ON project.id = project_id WHERE slug = $1',
          [slug],
        );
        const codes = new Map(coded.map(({ failure, failure_code }) => [failure, failure_code]));
        expect(SENTENCES.map((sentence) => codes.get(sentence))).toEqual([
          'unfinished',
          'stopped',
          'unreachable',
          null,
        ]);
        // Older versions than these ways lead to have no such reviews.
        await rows('DELETE FROM reviews USING projects WHERE projects.id = project_id AND slug = $1', [slug]);
      },
    };
  },
};

export const imagesSetAside: Subject = {
  says: 'give images that were set aside back to the version before',
  async arrange(stack) {
    const rows = rowsOf(stack);
    const url = 'https://host.example/aside';
    await rows(
      `INSERT INTO foreign_images (id, url, url_sha256, next_attempt_at) VALUES (gen_random_uuid(), $1, sha256('aside'), 'infinity')`,
      [url],
    );
    return {
      async whenReverted() {
        expect(await rows('SELECT next_attempt_at <= now() AS due FROM foreign_images WHERE url = $1', [url])).toEqual([
          { due: true },
        ]);
      },
    };
  },
};

export const waitingImages: Subject = {
  says: 'give up images that wait for the owner of a private project before the version before can fetch them',
  async arrange(stack) {
    const { owner } = demoPeople(stack);
    const [shy, open] = [await owner.createProject(), await owner.createProject()];
    await owner.call('PATCH', `/projects/${shy}`, { json: { visibility: 'private' } });
    const waiting = ['waits', 'allowed', 'public'].map((name) => `https://host.example/${name}`);
    const rows = rowsOf(stack);
    await rows(
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
    return {
      async whenReverted() {
        const left = await rows('SELECT url, status FROM foreign_images WHERE url = ANY ($1) ORDER BY url', [waiting]);
        expect(left.map(({ status }) => status)).toEqual(['pending', 'pending', 'failed']);
      },
    };
  },
};
