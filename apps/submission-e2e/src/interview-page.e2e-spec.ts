import { sharedStack } from '@shipyard/testing';
import { headingOf, titleOf } from './page-client';
import { demoPeople } from './participant';
import { csrfTokenIn, StudioVisitor } from './studio-visitor';

describe('the interview page', () => {
  const stack = sharedStack();
  const { owner, reviewer } = demoPeople(stack);
  const { credentials, submissionUrl: site } = stack;
  const pathOf = (slug: string) => `/studio/projects/${slug}/interview`;
  const visitor = new StudioVisitor(site);

  beforeAll(() => visitor.logIn(credentials.participant.email, credentials.participant.password));

  const projectIn = async (state: string) => {
    const slug = await owner.createReadyProject('# A lamp\n\nIt shines.\n');
    await stack.query('submission', 'UPDATE projects SET state = $2 WHERE slug = $1', [slug, state]);
    return slug;
  };
  const indexIn = (html: string) => Number(/name="index" value="(\d+)"/.exec(html)?.[1]);
  const answerOpen = async (slug: string, answer: string) => {
    const { html } = await visitor.open(pathOf(slug));
    const form = { csrf_token: csrfTokenIn(html), index: String(indexIn(html)), answer };
    return visitor.send(`${pathOf(slug)}/answers`, form);
  };
  const transcriptOf = async (slug: string) =>
    (
      await reviewer.call<{ interview: { transcript: { answer: string }[] } }>(
        'GET',
        `/admin/projects/${slug}/interview`,
      )
    ).body.data.interview.transcript;

  it('begins, asks one question after the other, and says what happens next', async () => {
    const slug = await projectIn('recommended');
    expect((await visitor.open(pathOf(slug))).html).toContain('Begin the interview');
    expect((await visitor.fill(pathOf(slug), {})).status).toBe(303);
    const first = await visitor.open(pathOf(slug));
    // A script shows the time of the reader.
    const [, end = '', shown] = /<time[^>]* dateTime="([^"]+)"[^>]*>([^<]+)/i.exec(first.html) ?? [];
    expect(shown).toBe(`${end.slice(11, 16)} UTC`);
    const [, total] = /Question 1 of (\d+)/.exec(first.html) ?? [];
    for (let index = 1; index <= Number(total); index += 1) {
      expect(indexIn((await visitor.open(pathOf(slug))).html)).toBe(index);
      expect((await answerOpen(slug, `Answer ${index}`)).status).toBe(303);
    }
    expect(headingOf((await visitor.open(pathOf(slug))).html)).toBe('You have answered everything');
    const late = await visitor.send(`${pathOf(slug)}/answers`, {
      csrf_token: csrfTokenIn(first.html),
      index: total ?? '',
      answer: 'From another tab',
    });
    expect([headingOf(late.html), late.html.includes('From another tab')]).toEqual([
      'You have answered everything',
      true,
    ]);
    expect((await transcriptOf(slug)).map(({ answer }) => answer)).toEqual(
      Array.from({ length: Number(total) }, (_, at) => `Answer ${at + 1}`),
    );
  });

  it('keeps a refused answer, and a second one to the same question', async () => {
    const slug = await projectIn('recommended');
    await visitor.fill(pathOf(slug), {});
    const short = await answerOpen(slug, 'x');
    expect([short.status, short.html.includes('>x</textarea>')]).toEqual([400, true]);
    const long = await answerOpen(slug, '长'.repeat(20_000));
    expect([long.status, long.html.includes(`>${'长'.repeat(20_000)}</textarea>`)]).toEqual([400, true]);
    expect(long.html).not.toContain('maxLength');
    expect(long.html).toContain('Write an answer of 2 to 5,000 characters.');
    const leaking = await answerOpen(slug, `My token is ${credentials.participant.token}`);
    expect([leaking.status, leaking.html.includes('There is a token in your answer.')]).toEqual([400, true]);
    const { html } = await visitor.open(pathOf(slug));
    const form = { csrf_token: csrfTokenIn(html), index: '1' };
    expect((await visitor.send(`${pathOf(slug)}/answers`, { ...form, answer: 'The first' })).status).toBe(303);
    expect((await visitor.send(`${pathOf(slug)}/answers`, { ...form, answer: 'The first' })).status).toBe(303);
    const other = await visitor.send(`${pathOf(slug)}/answers`, { ...form, answer: 'Another one' });
    expect(other.status).toBe(409);
    expect(titleOf(other.html)).not.toMatch(/^Error/);
    expect(other.html).toContain('Question 1 is answered already');
    expect(other.html).toMatch(/<blockquote[^>]*><bdi[^>]*>Another one<\/bdi><\/blockquote>/);
    expect([indexIn(other.html), other.html.includes('></textarea>')]).toEqual([2, true]);
    for (const red of ['aria-invalid', 'ui-summary', 'ui-field-error']) expect(other.html).not.toContain(red);
  });

  it('starts again after the time is over, and keeps what was typed', async () => {
    const slug = await projectIn('recommended');
    await visitor.fill(pathOf(slug), {});
    const { html } = await visitor.open(pathOf(slug));
    await stack.query(
      'submission',
      `UPDATE interviews SET session_expires_at = now() - interval '1 minute' WHERE project_id = (SELECT id FROM projects WHERE slug = $1)`,
      [slug],
    );
    const late = await visitor.send(`${pathOf(slug)}/answers`, {
      csrf_token: csrfTokenIn(html),
      index: '1',
      answer: 'Too late',
    });
    expect([late.status, late.html.includes('Too late'), late.html.includes('Earlier answers do not count.')]).toEqual([
      409,
      true,
      true,
    ]);
    expect((await visitor.fill(pathOf(slug), {})).status).toBe(303);
    expect((await visitor.open(pathOf(slug))).html).toContain('Question 1 of');
  });

  it('leaves one interview when the form is sent twice', async () => {
    const slug = await projectIn('recommended');
    const csrfToken = csrfTokenIn((await visitor.open(pathOf(slug))).html);
    const sent = await Promise.all([1, 2].map(() => visitor.send(pathOf(slug), { csrf_token: csrfToken })));
    expect(sent.map(({ status }) => status)).toEqual([303, 303]);
    expect((await visitor.open(pathOf(slug))).html).toMatch(/Question 1 of|Begin the interview/);
  });

  it.each(['draft', 'review_pending', 'changes_requested', 'approved_to_ship', 'rejected'])(
    'says in %s what comes before, and refuses to begin',
    async (state) => {
      const slug = await projectIn(state);
      expect(headingOf((await visitor.open(pathOf(slug))).html)).toBe('No interview now');
      const csrfToken = csrfTokenIn((await visitor.open('/studio')).html);
      expect((await visitor.send(pathOf(slug), { csrf_token: csrfToken })).status).toBe(409);
    },
  );
});
