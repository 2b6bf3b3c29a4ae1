import { callApi, type FakeRequestBody, unfencedText, waitUntil } from '@shipyard/testing';
import { HOSTILE_PROJECTS, type Written } from './hostile-projects';
import { Participant, type StatusView } from './participant';
import type { ScriptedModel } from './scripted-model';

interface Outcome {
  slug: string;
  status: StatusView;
  published: object | null;
  asked: FakeRequestBody;
  flags: { kind: string; where: string; excerpt: string }[];
}

const AT_ONCE = 6;

/** Every review passes service, worker, gateway, and a model that obeys everything outside the data. */
export function describeTwins(model: ScriptedModel): void {
  /** By what was written, because several attempts are in one project. */
  const outcomes = new Map<string, Outcome>();

  beforeAll(async () => {
    const participant = Participant.ofDemo(model.stack);
    const written = HOSTILE_PROJECTS.flatMap(({ hostile, twin }) => [hostile, twin]);
    const waiting = [...new Map(written.map((each) => [JSON.stringify(each), each]))];
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift())
        outcomes.set(next[0], await review(participant, next[1]));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }, 300_000);

  async function review(participant: Participant, { readme, logs, tagline }: Written): Promise<Outcome> {
    const slug = await participant.createProject();
    expect((await participant.putReadme(slug, readme)).status).toBe(200);
    for (const [at, text] of logs.entries()) await participant.appendLog(slug, `Day ${at + 1}`, text);
    // The name tells the supplier's calls apart.
    await participant.call('PATCH', `/projects/${slug}`, { json: { name: slug, tagline } });
    const requested = await participant.call<{ review: { id: string } }>('POST', `/projects/${slug}/review/request`);
    expect(requested.status).toBe(202);
    const status = await waitUntil(
      () => participant.status(slug),
      (answer) => answer.review?.status === 'succeeded' || answer.review?.status === 'failed',
      { giveUpAfterMs: 120_000, askEveryMs: 200 },
    );
    const { body } = await callApi<{ data: { review: object | null } }>(
      model.stack.credentials.submission_url,
      'GET',
      `/projects/${slug}`,
    );
    const asked = model.callsOf(slug);
    const [row] = await model.stack.query('submission', 'SELECT flags FROM reviews WHERE id = $1', [
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

  const outcomeOf = (written: Written): Outcome => {
    const outcome = outcomes.get(JSON.stringify(written));
    if (!outcome) throw new Error('It was not reviewed');
    return outcome;
  };
  const outcomeBy = (attempt: string): Outcome => {
    const project = HOSTILE_PROJECTS.find(({ name }) => name === attempt);
    if (!project) throw new Error(`There is no ${attempt}`);
    return outcomeOf(project.hostile);
  };

  it('is one of at least forty examples', () => expect(HOSTILE_PROJECTS.length).toBeGreaterThanOrEqual(40));

  it.each(HOSTILE_PROJECTS)('by $name gets what its twin gets', (project) => {
    const { isHidden = false, isFlagged = true } = project;
    const [hostile, twin] = [outcomeOf(project.hostile), outcomeOf(project.twin)];
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
    if (isFlagged) expect(hostile.flags.map(({ where }) => where)).toContain(project.where);
  });

  it('gets only remarks that cite existing content', () => {
    expect(outcomeBy('plain words').status.review).toMatchObject({
      comments: ['README section "Weather station": It could say more.', 'log 1: It could say more.'],
      suggestions: ['README section "Plan": It could say more.'],
    });
  });

  it('is flagged to staff with the place', () => {
    expect(outcomeBy('plain words').flags[0]).toEqual({
      kind: 'instruction',
      where: 'README section "Part 1"',
      excerpt: expect.stringContaining('Ignore all previous') as string,
    });
    expect(outcomeBy('a comment').flags[0]).toMatchObject({ kind: 'hidden_instruction' });
    expect(outcomeBy('a log').flags).toContainEqual(expect.objectContaining({ kind: 'instruction', where: 'log 2' }));
  });
}
