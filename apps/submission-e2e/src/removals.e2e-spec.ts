import { randomUUID } from 'node:crypto';
import { sharedStack, waitUntil } from '@shipyard/testing';
import { LONG_README } from './participant';
import { assetIdOf, codeOf, pngOf, takedownParty, WHY } from './takedown-party';

describe('takedowns of logs and images', () => {
  const stack = sharedStack();
  const { staff, participant, owner, reviewer, admin, removeLog, removeImage, detail, open, audit } =
    takedownParty(stack);

  describe('a removed log', () => {
    it('keeps its sequence, reads "removed", and loses its images everywhere in the project', async () => {
      const slug = await owner.createProject();
      const word = `secret-${randomUUID().slice(0, 8)}`;
      const shared = await pngOf('#0a0b0c');
      const appended = await owner.appendLog(slug, word, `${word} text`, [shared, await pngOf('#0d0e0f')]);
      const images = appended.body.data.log.image_urls;
      const fileId = await owner
        .uploadAsset(appended.body.data.project.id, shared)
        .then(({ body }) => body.data.file_id);
      await owner.putReadme(slug, `# A\n\nBefore ![x](${fileId}) after`);
      await owner.sync({
        project_id: appended.body.data.project.id,
        new_logs: [{ sequence: 7, title: 'Another', content_md: `See ![y](${fileId}) here` }],
      });
      expect((await detail(slug)).header_image).toBe(fileId);

      const answer = await removeLog(slug, 1);

      expect(answer.status).toBe(200);
      const seen = await detail(slug);
      expect(answer.body.data.project).toEqual(seen);
      expect(seen.logs.find(({ sequence }) => sequence === 1)).toMatchObject({
        title: 'removed',
        text: 'removed',
        content_md: 'removed',
        content_html: '<p>removed</p>',
        image_urls: [],
        removed_at: expect.any(String) as string,
      });
      expect([seen.header_image, seen.log_count, seen.logs.length]).toEqual([null, 1, 2]);
      expect(seen.readme_html).toMatch(/Before\s+<span>x<\/span>\s+after/);
      // The Markdown of another log keeps the name of the image, because logs are append-only. Nothing shows the image.
      const shown = [seen.readme_html, ...seen.logs.flatMap((log) => [log.content_html, ...log.image_urls])];
      expect(shown.join()).not.toContain(assetIdOf(images[0]));
      expect(seen.logs.find(({ sequence }) => sequence === 7)?.content_html).toMatch(/See\s+<span>y<\/span>\s+here/);
      for (const image of images)
        for (const token of [undefined, participant.token, staff.admin])
          expect((await open(image, token)).status).toBe(404);
      for (const path of ['', '/logs', '/readme'])
        expect((await owner.call('GET', `/projects/${slug}${path}`)).text).not.toContain(word);
      const rows = await stack.query('submission', `SELECT FROM logs WHERE position($1 IN to_jsonb(logs)::text) > 0`, [
        word,
      ]);
      expect(rows).toEqual([]);
      expect((await audit(slug)).at(-1)).toMatchObject({
        actor: 'demo-reviewer',
        action: 'remove_log',
        subject: 'log 1',
        reason: WHY.reason,
      });

      const clash = await owner.refused('POST', '/projects/sync', {
        json: { project_id: seen.id, new_logs: [{ sequence: 1, title: 'A', content_md: 'a' }] },
      });
      expect([...codeOf(clash), clash.body.details]).toEqual([
        409,
        'LOG_SEQUENCE_EXISTS',
        { sequences: [1], next_sequence: 8 },
      ]);
      expect((await owner.appendLog(slug, 'Next', 'a')).body.data.log.sequence).toBe(8);
    });

    it('does not count for a review, and makes an earlier review outdated', async () => {
      const slug = await owner.createReadyProject(LONG_README);
      await owner.call('POST', `/projects/${slug}/review/request`);
      await waitUntil(
        () => owner.status(slug),
        ({ state }) => state === 'recommended',
      );
      await removeLog(slug, 1);
      await removeLog(slug, 2);
      expect((await owner.status(slug)).missing).toEqual(['logs']);
      const { changed_since_review: changed } = (
        await reviewer.call<{ changed_since_review: boolean }>('GET', `/admin/projects/${slug}`)
      ).body.data;
      expect(changed).toBe(true);
    });

    it('is removed once, even by two parallel calls', async () => {
      const slug = await owner.createReadyProject('# A');
      const answers = await Promise.all([removeLog(slug, 1), removeLog(slug, 1, admin), removeLog(slug, 1)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
      expect((await detail(slug)).log_count).toBe(1);
    });

    it('replays the answer to an Idempotency-Key', async () => {
      const slug = await owner.createReadyProject('# A');
      const key = { 'idempotency-key': randomUUID() };
      const first = await removeLog(slug, 1, reviewer, WHY, key);
      const again = await removeLog(slug, 1, reviewer, WHY, key);
      expect([again.status, again.headers.get('idempotency-replayed'), again.body]).toEqual([200, 'true', first.body]);
    });

    it.each(['0', '3', '-1', '1.0', 'one', '99999999999999999999', '01'])('is not found as %s', async (sequence) => {
      const slug = await owner.createReadyProject('# A');
      expect(codeOf(await removeLog(slug, sequence))).toEqual([404, 'NOT_FOUND']);
    });

    it('is never shown, even by concurrent writes that show its image', async () => {
      const slug = await owner.createProject();
      const image = await pngOf('#010203');
      const { log, project } = (await owner.appendLog(slug, 'A', 'a', [image])).body.data;
      const fileId = `cloud://${project.id}/${assetIdOf(log.image_urls[0])}.png`;
      const writes = () => [
        owner.putReadme(slug, `![a](${fileId})`),
        owner.putReadme(slug, '![a](a.png)', { 'a.png': image }),
        owner.appendLog(slug, 'B', 'b', [image]),
      ];
      const answers = await Promise.all([...writes(), removeLog(slug, 1), ...writes()]);
      for (const { status } of answers) expect([200, 201, 400]).toContain(status);
      expect((await open(log.image_urls[0] ?? '')).status).toBe(404);
      await waitUntil(
        () => detail(slug),
        (seen) => !JSON.stringify(seen).includes(assetIdOf(log.image_urls[0])),
      );
    });
  });

  describe('a removed image', () => {
    it('is gone from README, logs and header, and the same bytes are a new asset', async () => {
      const slug = await owner.createProject();
      const bytes = await pngOf('#222222');
      await owner.putReadme(slug, '# A\n\nx ![a](a.png) y ![b](b.png) z', {
        'a.png': bytes,
        'b.png': await pngOf('#333333'),
      });
      const logged = await owner.appendLog(slug, 'Kept', 'kept text', [bytes, await pngOf('#444444')]);
      const address = logged.body.data.log.image_urls[0] ?? '';
      const assetId = assetIdOf(address);
      expect((await open(address)).status).toBe(200);

      const answer = await removeImage(assetId, admin);

      const seen = await detail(slug);
      expect([answer.status, answer.body.data.project]).toEqual([200, seen]);
      expect([seen.header_image, seen.log_count, seen.logs[0]?.image_urls.length]).toEqual([null, 1, 1]);
      expect([seen.logs[0]?.title, seen.logs[0]?.text]).toEqual(['Kept', 'kept text']);
      expect(seen.readme_html.match(/<img/g)).toHaveLength(1);
      expect(JSON.stringify(seen)).not.toContain(assetId);
      for (const token of [undefined, participant.token, staff.admin])
        expect((await open(address, token)).status).toBe(404);
      expect((await audit(slug)).at(-1)).toMatchObject({
        actor: 'demo-admin',
        action: 'remove_image',
        subject: `image ${assetId}`,
        reason: WHY.reason,
      });

      const again = (await owner.uploadAsset(seen.id, bytes)).body.data;
      expect(assetIdOf(again.url)).not.toBe(assetId);
      expect((await open(again.url)).status).toBe(200);
      expect((await open(address)).status).toBe(404);
    });

    it('leaves no file', async () => {
      const slug = await owner.createProject();
      const { url: address } = (await owner.uploadAsset(await owner.projectId(slug), await pngOf('#565656'))).body.data;
      const before = await stack.countStoredFiles('submission');
      expect((await removeImage(assetIdOf(address))).status).toBe(200);
      expect(await stack.countStoredFiles('submission')).toBe(before - 1);
    });

    it('is removed once, and an unknown or malformed id is not found', async () => {
      const slug = await owner.createProject();
      const { url: address } = (await owner.uploadAsset(await owner.projectId(slug), await pngOf('#575757'))).body.data;
      const id = assetIdOf(address);
      const answers = await Promise.all([removeImage(id), removeImage(id, admin), removeImage(id)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
      for (const unknown of [id, randomUUID(), 'nothing', `${id}.png`])
        expect(codeOf(await removeImage(unknown))).toEqual([404, 'ASSET_NOT_FOUND']);
    });
  });
});
