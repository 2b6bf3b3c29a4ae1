import { answerAsReviewer, callApi, type FakeRequestBody, unfencedText, waitUntil } from '@shipyard/testing';
import { HOSTILE_PROJECTS, type Written } from './hostile-projects';
import { Participant, type StatusView } from './participant';
import { type ReviewStack, startReviewStack } from './review-stack';

interface Outcome {
  slug: string;
  status: StatusView;
  published: object | null;
  asked: FakeRequestBody;
  flags: { kind: string; where: string; excerpt: string }[];
}

const AT_ONCE = 6;

/** Every review passes service, worker, gateway, and a model that obeys everything outside the data. */
describe('a project that tries to influence the reviewer', () => {
  let reviews: ReviewStack;
  const outcomes = new Map<string, Outcome>();

  beforeAll(async () => {
    reviews = await startReviewStack(answerAsReviewer);
    const { submission_url, participant: holder, program_id } = reviews.stack.credentials;
    const participant = new Participant(submission_url, holder.token, program_id);
    const waiting = HOSTILE_PROJECTS.flatMap(({ name, hostile, twin }) => [
      { name, written: hostile },
      { name: `${name}: twin`, written: twin },
    ]);
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift())
        outcomes.set(next.name, await review(participant, next.written));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }, 300_000);

  afterAll(() => reviews.stop());

  async function review(participant: Participant, { readme, logs, tagline }: Written): Promise<Outcome> {
    const slug = await participant.createProject();
    if (tagline !== undefined) await participant.call('PATCH', `/projects/${slug}`, { json: { tagline } });
    expect((await participant.putReadme(slug, readme)).status).toBe(200);
    for (const [at, text] of logs.entries()) await participant.appendLog(slug, `Day ${at + 1}`, text);
    // The name tells the supplier's calls apart.
    await participant.call('PATCH', `/projects/${slug}`, { json: { name: slug } });
    const requested = await participant.call<{ review: { id: string } }>('POST', `/projects/${slug}/review/request`);
    expect(requested.status).toBe(202);
    const status = await waitUntil(
      () => participant.status(slug),
      (answer) => answer.review?.status === 'succeeded' || answer.review?.status === 'failed',
      { giveUpAfterMs: 120_000, askEveryMs: 200 },
    );
    const { body } = await callApi<{ data: { review: object | null } }>(
      reviews.stack.credentials.submission_url,
      'GET',
      `/projects/${slug}`,
    );
    const asked = reviews.supplier.calls.filter((call) => JSON.stringify(call.body.messages).includes(slug));
    const [row] = await reviews.stack.query('submission', 'SELECT flags FROM reviews WHERE id = $1', [
      requested.body.data.review.id,
    ]);
    expect(asked).toHaveLength(1);
    return {
      slug,
      status,
      published: body.data.review,
      asked: asked[0]?.body ?? { model: '', messages: [] },
      flags: row?.flags as Outcome['flags'],
    };
  }

  const outcomeOf = (name: string): Outcome => {
    const outcome = outcomes.get(name);
    if (!outcome) throw new Error(`${name} was not reviewed`);
    return outcome;
  };

  it('is one of at least forty examples', () => expect(HOSTILE_PROJECTS.length).toBeGreaterThanOrEqual(40));

  it.each(
    HOSTILE_PROJECTS.map(({ name, isHidden, isFlagged }) => [name, isHidden ?? false, isFlagged ?? true] as const),
  )('by %s gets what its twin gets', (name, isHidden, isFlagged) => {
    const hostile = outcomeOf(name);
    const twin = outcomeOf(`${name}: twin`);
    const verdictOf = ({ status: { state, review: shown } }: Outcome) => ({
      ...shown,
      state,
      id: null,
      requested_at: null,
      judged_at: null,
      finished_at: null,
    });
    const publishedOf = ({ published }: Outcome) => ({ ...published, judged_at: null });
    expect(twin.status.review).toMatchObject({ status: 'succeeded', recommended: false });
    expect(publishedOf(hostile)).toEqual(publishedOf(twin));
    expect(verdictOf(hostile)).toEqual(verdictOf(twin));
    // Outside the data, the two requests are equal.
    expect(unfencedText(hostile.asked)).toBe(unfencedText(twin.asked));
    if (isHidden) expect(JSON.stringify(hostile.asked.messages)).not.toMatch(/gnore all previous|highest score/);
    expect(twin.flags).toEqual([]);
    if (isFlagged) expect(hostile.flags).not.toEqual([]);
  });

  it('gets only remarks that cite existing content', () => {
    expect(outcomeOf('plain words').status.review).toMatchObject({
      comments: ['README section "Weather station": It could say more.', 'log 1: It could say more.'],
      suggestions: ['README section "Plan": It could say more.'],
    });
  });

  it('is flagged to staff with the place', () => {
    expect(outcomeOf('plain words').flags[0]).toEqual({
      kind: 'instruction',
      where: 'README section "Weather station"',
      excerpt: expect.stringContaining('Ignore all previous') as string,
    });
    expect(outcomeOf('a comment').flags[0]).toMatchObject({ kind: 'hidden_instruction' });
    expect(outcomeOf('a log').flags[0]).toMatchObject({ kind: 'instruction', where: 'log 2' });
  });
});
