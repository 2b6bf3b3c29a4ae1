import { sharedStack, waitUntil } from '@shipyard/testing';
import { headingOf } from './page-client';
import { demoPeople, LONG_README } from './participant';
import { csrfTokenIn, StudioVisitor } from './studio-visitor';

describe('the review page', () => {
  const stack = sharedStack();
  const { owner } = demoPeople(stack);
  const { credentials, submissionUrl: site } = stack;
  const pathOf = (slug: string) => `/studio/projects/${slug}/review`;
  const visitor = new StudioVisitor(site);
  const readme = LONG_README.replace('![[head] The station](front.png)\n\n', '');

  beforeAll(() => visitor.logIn(credentials.participant.email, credentials.participant.password));

  const reviewed = async (markdown: string) => {
    const slug = await owner.createReadyProject(markdown);
    expect((await visitor.fill(pathOf(slug), {})).status).toBe(303);
    await waitUntil(
      () => owner.status(slug),
      ({ review }) => review !== null && review.finished_at !== null,
    );
    return slug;
  };

  it('says what is missing, with a link to mend it, and the button says why it is off', async () => {
    const slug = await owner.createProject();
    const { html } = await visitor.open(pathOf(slug));
    expect(html).toContain(`href="/studio/projects/${slug}"`);
    expect(html).toContain(`href="/studio/projects/${slug}/logs"`);
    expect(html).toContain('aria-describedby="ask-off"');
    expect(html).toContain('Your program requires a README, of any length, and at least 1 log.');
    expect((await visitor.open(pathOf(await owner.createReadyProject(readme)))).html).toContain(
      '2 logs, and 1 is required',
    );
    const refused = await visitor.send(pathOf(slug), { csrf_token: csrfTokenIn(html) });
    expect([refused.status, refused.html.includes('Not asked')]).toEqual([409, true]);
  });

  it('shows a review that recommends, and refuses another one of the same content', async () => {
    const slug = await reviewed(`${readme}\n\n[sandbox:review=recommend]\n`);
    const { html } = await visitor.open(pathOf(slug));
    expect(headingOf(html)).toBe('Recommended');
    expect(html).toContain('What the reviewer noted');
    expect(html).toContain(`href="/studio/projects/${slug}/interview">Go to the interview`);
  });

  it('shows each comment beside its section, and says why an unchanged project is not reviewed again', async () => {
    const slug = await reviewed(`${readme}\n\n## How it works\n\nBadly.\n\n[sandbox:review=decline]\n`);
    const { html } = await visitor.open(pathOf(slug));
    expect(headingOf(html)).toBe('Changes requested');
    const { review } = await owner.status(slug);
    for (const text of [...(review?.comments ?? []), ...(review?.suggestions ?? [])])
      expect(html).toContain(text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#x27;'));
    expect(html).toContain('This review judged what is there now.');
    expect(html).not.toContain('Since then');
    expect(html).toMatch(/as they were on <time [^>]*data-local-time="day">\d+ \w+, \d\d:\d\d UTC/);
    await owner.appendLog(slug, 'Third day', 'Better.');
    expect((await visitor.open(pathOf(slug))).html).toContain('Since then your logs have changed');
    await owner.putReadme(slug, `${readme}\n\n## How it works\n\nWell.`);
    expect((await visitor.open(pathOf(slug))).html).toContain('Since then you changed the README, and your logs');
  });

  it('leads from a remark to its section without a script too', async () => {
    const slug = await reviewed(`# Boat\n\nIt floats.\n\n## Sails\n\nTwo **red** ones.\n\n## Plan\n\nMore.`);
    const { html } = await visitor.open(pathOf(slug));
    const [link = ''] = [...html.matchAll(/href="([^"]+\?remark=comment-\d)"/g)]
      .flatMap(([, href]) => href ?? [])
      .slice(1);
    const page = await visitor.open(link);
    const [, shown = ''] = /<noscript>([^]*?)<\/noscript>/.exec(page.html) ?? [];
    expect(shown).toContain('which begins in line 5 of the text below');
    expect([shown.includes('Two <strong>red</strong> ones.'), shown.includes('More.')]).toEqual([true, false]);
  });

  it('says that remarks are about an earlier README', async () => {
    const slug = await reviewed(`${readme}\n\n[sandbox:review=decline]\n`);
    await owner.putReadme(slug, `${readme}\n\nNew.`);
    const { html } = await visitor.open(pathOf(slug));
    expect(html).toMatch(/Since then you changed the README<[^]*The remarks below are about the version before\./);
  });

  it('says why a review failed, and offers to ask again', async () => {
    const slug = await reviewed(`${readme}\n\n[sandbox:review=fail]\n`);
    const { html } = await visitor.open(pathOf(slug));
    expect(html).toContain('The review did not finish');
    expect(html).toContain('Nothing is lost. Ask again.');
    expect(html).toContain('Something failed on our side, not in your project.');
    const { html: chinese } = await visitor.open(`${pathOf(slug)}?lang=zh-CN`);
    expect(chinese).toContain('是我们这边出了问题，不是你的项目有问题。');
    expect(chinese).not.toContain('Our side failed');
    await visitor.open(`${pathOf(slug)}?lang=en`);
    expect((await visitor.fill(pathOf(slug), {})).status).toBe(303);
  });

  it('asks once when the form is sent twice', async () => {
    const slug = await owner.createReadyProject(readme);
    const csrfToken = csrfTokenIn((await visitor.open(pathOf(slug))).html);
    const sent = await Promise.all([1, 2].map(() => visitor.send(pathOf(slug), { csrf_token: csrfToken })));
    expect(sent.map(({ status }) => status).sort()).toEqual([303, 409]);
    expect((await visitor.open(pathOf(slug))).html).toMatch(/In review|Recommended/);
  });

  it('shows a running review with its stages', async () => {
    const slug = await owner.createReadyProject(readme);
    await stack.query('submission', `UPDATE projects SET state = 'review_pending' WHERE slug = $1`, [slug]);
    const { html } = await visitor.open(pathOf(slug));
    expect(headingOf(html)).toBe('In review');
    expect(html).toContain(`data-status-of="${slug}"`);
    expect(html).toContain('data-stage-judging="Judging"');
    expect(html).toContain('You may close this page.');
  });
});
