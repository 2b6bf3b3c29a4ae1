import { randomUUID } from 'node:crypto';
import { sharedStack } from '@shipyard/testing';
import { assetIdOf, codeOf, pngOf, takedownParty } from './takedown-party';
import type { ProjectView } from './participant';

interface Withdrawn extends Omit<ProjectView, 'logs'> {
  logs: { sequence: number; created_at: string; withdrawn_at?: string; image_urls: string[]; captions: string[] }[];
}

describe('what a maker takes back', () => {
  const stack = sharedStack();
  const { staff, participant, owner, stranger, reviewer, removeLog, open, audit, as, other } = takedownParty(stack);
  const withdrawLog = (slug: string, sequence: unknown, by = owner, json: unknown = undefined, headers = {}) =>
    by.call<{ project: Withdrawn }>('DELETE', `/projects/${slug}/logs/${String(sequence)}`, { json, headers });
  const withdrawImage = (slug: string, id: string, by = owner, json: unknown = undefined) =>
    by.call<{ project: Withdrawn }>('DELETE', `/projects/${slug}/assets/${id}`, { json });
  const detail = async (slug: string, by = owner) => (await by.call<Withdrawn>('GET', `/projects/${slug}`)).body.data;

  describe('a log', () => {
    it('keeps its number and its date, and nothing else anywhere', async () => {
      const slug = await owner.createProject();
      const word = `secret-${randomUUID().slice(0, 8)}`;
      const first = await owner.appendLog(slug, word, `${word} text`, [await pngOf('#0a0b0c')], [word]);
      const { log } = first.body.data;
      await owner.appendLog(slug, 'Second', 'b');

      const answer = await withdrawLog(slug, 1, owner, { reason: 'My face is in it.' });

      expect(answer.status).toBe(200);
      const seen = await detail(slug);
      expect(answer.body.data.project).toEqual(seen);
      const left = { sequence: 1, created_at: log.created_at, withdrawn_at: expect.any(String) as string };
      expect(seen.logs.find(({ sequence }) => sequence === 1)).toEqual(left);
      const listed = await stranger.call<{ logs: unknown[] }>('GET', `/projects/${slug}/logs`);
      expect(listed.body.data.logs).toContainEqual(left);
      expect(seen.log_count).toBe(1);
      for (const token of [undefined, participant.token, staff.admin])
        expect((await open(log.image_urls[0] ?? '', token)).status).toBe(404);
      const rows = await stack.query('submission', `SELECT FROM logs WHERE position($1 IN to_jsonb(logs)::text) > 0`, [
        word,
      ]);
      const described = await stack.query('submission', 'SELECT FROM log_images WHERE position($1 IN caption) > 0', [
        word,
      ]);
      expect([rows, described]).toEqual([[], []]);
      for (const path of [`/projects/${slug}`, `/projects/${slug}/feed.atom`])
        expect((await (await fetch(`${stack.submissionUrl}${path}`)).text()).includes(word)).toBe(false);
      expect((await audit(slug)).at(-1)).toMatchObject({
        action: 'withdraw_log',
        subject: 'log 1',
        reason: 'My face is in it.',
      });
      expect((await owner.appendLog(slug, 'Next', 'c')).body.data.log.sequence).toBe(3);
    });

    it('says on the page that its maker withdrew it', async () => {
      const slug = await owner.createReadyProject('# A');
      await withdrawLog(slug, 1);
      await removeLog(slug, 2);
      const page = await (await fetch(`${stack.submissionUrl}/projects/${slug}`)).text();
      expect(page).toContain('Log 1 was withdrawn by its maker.');
      expect(page).toContain('Log 2 was removed.');
    });

    it('is withdrawn once, even by two parallel calls, and not after staff removed it', async () => {
      const slug = await owner.createReadyProject('# A');
      const answers = await Promise.all([withdrawLog(slug, 1), withdrawLog(slug, 1), withdrawLog(slug, 1)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
      await removeLog(slug, 2);
      expect(codeOf(await withdrawLog(slug, 2))).toEqual([404, 'NOT_FOUND']);
      expect((await detail(slug)).log_count).toBe(0);
    });

    it('replays the answer to an Idempotency-Key', async () => {
      const slug = await owner.createReadyProject('# A');
      const key = { 'idempotency-key': randomUUID() };
      const first = await withdrawLog(slug, 1, owner, {}, key);
      const again = await withdrawLog(slug, 1, owner, {}, key);
      expect([again.status, again.headers.get('idempotency-replayed'), again.body]).toEqual([200, 'true', first.body]);
    });

    it.each(['0', '3', '-1', 'one', '01'])('is not found as %s', async (sequence) => {
      const slug = await owner.createReadyProject('# A');
      expect(codeOf(await withdrawLog(slug, sequence))).toEqual([404, 'NOT_FOUND']);
    });

    it('is taken back in any state, also while the project is under review', async () => {
      const slug = await owner.createReadyProject(`# A\n\n[sandbox:review=decline] ${'word '.repeat(120)}`);
      await owner.call('POST', `/projects/${slug}/review/request`);
      expect((await withdrawLog(slug, 1)).status).toBe(200);
    });
  });

  describe('an image', () => {
    it('is gone from README, logs and header, and its alternative text stands there', async () => {
      const slug = await owner.createProject();
      const bytes = await pngOf('#222222');
      await owner.putReadme(slug, '# A\n\nx ![The lamp at night](a.png) y', { 'a.png': bytes });
      const address =
        (await owner.appendLog(slug, 'Kept', 'kept text', [bytes], ['The lamp'])).body.data.log.image_urls[0] ?? '';
      const id = assetIdOf(address);

      const answer = await withdrawImage(slug, id);

      const seen = await detail(slug);
      expect([answer.status, answer.body.data.project]).toEqual([200, seen]);
      expect([seen.header_image, seen.logs[0]?.image_urls, seen.logs[0]?.captions]).toEqual([null, [], []]);
      expect(seen.readme_html).toMatch(/x\s+<span>The lamp at night<\/span>\s+y/);
      expect((await open(address)).status).toBe(404);
      expect((await audit(slug)).at(-1)).toMatchObject({
        action: 'withdraw_image',
        subject: `image ${id}`,
        reason: null,
      });
    });

    it('may still be named by a README that named it before, and by no other', async () => {
      const slug = await owner.createProject();
      const projectId = await owner.projectId(slug);
      const upload = await owner.uploadAsset(projectId, await pngOf('#313131'));
      const { url, file_id: fileId } = upload.body.data;
      const readme = `![The lamp](${fileId}) and ![By day](day.png)`;
      const { images } = (await owner.putReadme(slug, readme, { 'day.png': await pngOf('#414141') })).body.data;
      for (const address of [url, images[0]?.url ?? '']) await withdrawImage(slug, assetIdOf(address));
      const form = new FormData();
      form.set('readme', `More words. ${readme}`);
      form.set('keep_images', 'true');
      const saved = await owner.call<{ project: Withdrawn }>('PUT', `/projects/${slug}/readme`, { form });
      expect([saved.status, saved.body.data.project.readme_html]).toEqual([
        200,
        expect.stringMatching(/More words\..*<span>The lamp<\/span>.*<span>By day<\/span>/s),
      ]);
      const another = await owner.createProject();
      expect((await owner.putReadme(another, readme, {})).status).toBe(400);
    });

    it('is not found twice, under another project, or by an unknown id', async () => {
      const [slug, another] = [await owner.createProject(), await owner.createProject()];
      const { url } = (await owner.uploadAsset(await owner.projectId(slug), await pngOf('#575757'))).body.data;
      const id = assetIdOf(url);
      expect(codeOf(await withdrawImage(another, id))).toEqual([404, 'ASSET_NOT_FOUND']);
      expect((await withdrawImage(slug, id)).status).toBe(200);
      for (const unknown of [id, randomUUID(), 'nothing'])
        expect(codeOf(await withdrawImage(slug, unknown))).toEqual([404, 'ASSET_NOT_FOUND']);
    });
  });

  it('is the decision of its maker alone: of no other, no staff, and no app', async () => {
    const slug = await owner.createReadyProject('# A');
    for (const by of [stranger, reviewer]) expect(codeOf(await withdrawLog(slug, 1, by))).toEqual([403, 'FORBIDDEN']);
    const hidden = await owner.createProject();
    await owner.call('PATCH', `/projects/${hidden}`, { json: { visibility: 'private' } });
    await owner.appendLog(hidden, 'A', 'a');
    expect(codeOf(await withdrawLog(hidden, 1, stranger))).toEqual([404, 'PROJECT_NOT_FOUND']);
    const { token } = (
      await as(other.token).call<{ token: string }>('POST', '/accounts/tokens', {
        json: { name: 'app', scopes: ['projects:read', 'projects:write'] },
      })
    ).body.data;
    const own = await stranger.createReadyProject('# A');
    expect(codeOf(await withdrawLog(own, 1, as(token)))).toEqual([403, 'FORBIDDEN']);
    expect(codeOf(await withdrawLog(slug, 1, owner, { why: 'x' }))).toEqual([400, 'VALIDATION_FAILED']);
  });
});
