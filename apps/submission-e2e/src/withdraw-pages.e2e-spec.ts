import { drawImage, sharedStack } from '@shipyard/testing';
import { headingOf } from './page-client';
import { demoPeople } from './participant';
import { csrfTokenIn, StudioVisitor } from './studio-visitor';
import { assetIdOf } from './takedown-party';

describe('the pages on which a maker takes things back', () => {
  const stack = sharedStack();
  const { owner, other } = demoPeople(stack);
  const { credentials, submissionUrl: site } = stack;
  const visitor = new StudioVisitor(site);
  const logsOf = (slug: string) => `/studio/projects/${slug}/logs`;
  const pathOf = (slug: string, sequence = 1) => `${logsOf(slug)}/${sequence}/withdraw`;
  const picturesOf = (slug: string) => `/studio/projects/${slug}/withdraw-pictures`;
  const landed = ({ status, headers }: { status: number; headers: Headers }) => [status, headers.get('location')];

  beforeAll(() => visitor.logIn(credentials.participant.email, credentials.participant.password));

  it('says what happens, and withdraws a log, in both languages', async () => {
    const slug = await owner.createReadyProject('# A');
    const { html: list } = await visitor.open(logsOf(slug));
    expect(list).toContain(`href="${pathOf(slug)}"`);
    expect((await (await fetch(`${site}/projects/${slug}`)).text()).includes('/withdraw')).toBe(false);
    const { html } = await visitor.open(pathOf(slug));
    expect(headingOf(html)).toBe('Withdraw log 1');
    for (const text of ['First light', 'erased for good', 'withdrawn by its maker']) expect(html).toContain(text);
    expect((await visitor.open(`${pathOf(slug)}?lang=zh-CN`)).html).toContain('撤回第 1 篇日志');
    await visitor.open(`${pathOf(slug)}?lang=en`);

    expect(landed(await visitor.fill(pathOf(slug), {}))).toEqual([303, `${logsOf(slug)}?withdrawn=log`]);

    const after = (await visitor.open(`${logsOf(slug)}?withdrawn=log`)).html;
    expect(after).toContain('The log is withdrawn.');
    expect(after).toContain('Log 1 was withdrawn by its maker.');
    expect(after).not.toContain('First light');
    expect(after).not.toContain(`href="${pathOf(slug)}"`);
  });

  it('withdraws once when the form is sent twice, and leads back with a note', async () => {
    const slug = await owner.createReadyProject('# A');
    const form = { csrf_token: csrfTokenIn((await visitor.open(pathOf(slug))).html) };
    const sent = await Promise.all([1, 2].map(() => visitor.send(pathOf(slug), form)));
    expect(sent.map(landed).sort()).toEqual([
      [303, `${logsOf(slug)}?withdrawn=already`],
      [303, `${logsOf(slug)}?withdrawn=log`],
    ]);
    for (const path of [pathOf(slug), pathOf(slug, 9)])
      expect(landed(await visitor.open(path))).toEqual([303, `${logsOf(slug)}?withdrawn=already`]);
    expect((await visitor.open(`${logsOf(slug)}?withdrawn=already`)).html).toContain('it is gone already');
  });

  it('withdraws one picture of a log', async () => {
    const slug = await owner.createProject();
    const pictures = [await drawImage({ color: '#102030' }), await drawImage({ color: '#302010' })];
    const { log } = (await owner.appendLog(slug, 'Lamp', 'on', pictures)).body.data;
    const image = assetIdOf(log.image_urls[0]);
    expect((await visitor.open(pathOf(slug))).html).toContain(`href="${pathOf(slug)}?image=${image}"`);
    const answer = await visitor.fill(`${pathOf(slug)}?image=${image}`, { image }, { action: pathOf(slug) });
    expect(landed(answer)).toEqual([303, `${pathOf(slug)}?withdrawn=picture`]);
    const { html } = await visitor.open(`${pathOf(slug)}?withdrawn=picture`);
    expect(html).toContain('The picture is withdrawn.');
    expect([html.includes(image), html.includes(assetIdOf(log.image_urls[1]))]).toEqual([false, true]);
    expect(landed(await visitor.fill(pathOf(slug), { image }))).toEqual([303, `${pathOf(slug)}?withdrawn=already`]);
  });

  it('withdraws a picture of the README', async () => {
    const slug = await owner.createProject();
    await owner.putReadme(slug, '# A\n\n![The lamp](a.png)', { 'a.png': await drawImage({ color: '#402010' }) });
    expect((await visitor.open(`/studio/projects/${slug}`)).html).toContain(`href="${picturesOf(slug)}"`);
    const [, image = ''] = /\?image=([^"]+)"/.exec((await visitor.open(picturesOf(slug))).html) ?? [];
    const asked = (await visitor.open(`${picturesOf(slug)}?image=${image}`)).html;
    expect([headingOf(asked), asked.includes('erased for good')]).toEqual(['Withdraw this picture?', true]);
    expect((await visitor.open(picturesOf(slug))).html).toContain(image);
    expect(landed(await visitor.fill(picturesOf(slug), { image }))).toEqual([
      303,
      `${picturesOf(slug)}?withdrawn=picture`,
    ]);
    expect((await visitor.open(picturesOf(slug))).html).toContain('This project has no pictures.');
  });

  it('shows what a README was before, and restores it, in both languages', async () => {
    const slug = await owner.createProject();
    for (const text of ['# Lamp\n\nIt is dim.', '# Lamp\n\nIt is bright.']) await owner.putReadme(slug, text);
    const versions = `/studio/projects/${slug}/readme-versions`;
    expect((await visitor.open(`/studio/projects/${slug}`)).html).toContain(`href="${versions}"`);
    const { html: list } = await visitor.open(versions);
    const [, version = ''] = new RegExp(`href="(${versions}/[^"]+)"`).exec(list) ?? [];
    const { html } = await visitor.open(version);
    expect(html).toContain('It is <del>dim.</del><ins>bright.</ins>');
    expect((await visitor.open(`${version}?lang=zh-CN`)).html).toContain('恢复这个版本');
    await visitor.open(`${version}?lang=en`);
    expect(landed(await visitor.fill(version, {}))).toEqual([303, `/studio/projects/${slug}?saved`]);
    const { body } = await owner.call<{ markdown: string }>('GET', `/projects/${slug}/readme`);
    expect(body.data.markdown).toBe('# Lamp\n\nIt is dim.');
    const { body: after } = await owner.call<{ revisions: { by: string }[] }>(
      'GET',
      `/projects/${slug}/readme/revisions`,
    );
    expect(after.data.revisions.map(({ by }) => by)).toEqual(['api', 'api']);
    const foreign = await other.createProject();
    for (const path of [`/studio/projects/${foreign}/readme-versions`, `${versions}/nothing`])
      expect((await visitor.open(path)).status).toBeGreaterThanOrEqual(400);
  });

  it('takes nothing of another maker, and nothing without the token of the page', async () => {
    const own = await owner.createReadyProject('# A');
    const slug = await other.createReadyProject('# A');
    const csrfToken = csrfTokenIn((await visitor.open(pathOf(own))).html);
    expect((await visitor.send(pathOf(slug), { csrf_token: csrfToken })).status).toBe(403);
    expect((await visitor.send(pathOf(own), {})).status).toBe(403);
    for (const path of [pathOf(slug), picturesOf(slug)]) expect((await visitor.open(path)).status).not.toBe(200);
    expect((await visitor.open(pathOf(own))).status).toBe(200);
  });
});
