import { ServiceReplica, waitUntil } from '@shipyard/testing';
import { EventStream } from './event-stream';
import { LogFormSender, logsPath } from './log-form-sender';
import { LONG_README, Participant } from './participant';
import { gate, type ScriptedModel } from './scripted-model';
import { csrfTokenIn, StudioVisitor } from './studio-visitor';

/** A worker takes eight at once, so both are needed. */
const REVIEWS = 12;
const README = LONG_README.replace(/!\[.*\)/, '');

/** What two workers do once is also in `mail` and `rerendering`, and a stream without Redis in `status-events`. */
export function describeThreeOfEverything(model: ScriptedModel): void {
  /** Origins of the three processes. */
  let sites: string[];
  let makers: Participant[];
  let open: EventStream[] = [];

  beforeAll(async () => {
    const { stack } = model;
    const environment = { REVIEW_MODEL: 'fake-chat' };
    const replicas = await Promise.all(
      (['main', 'main', 'worker'] as const).map((entry) => ServiceReplica.start(stack, { entry, environment })),
    );
    sites = [stack.submissionUrl, ...replicas.slice(0, 2).map(({ url }) => new URL(url).origin)];
    const { participant, program_id: programId } = stack.credentials;
    makers = sites.map((site) => new Participant(`${site}/api/v1`, participant.token, programId));
  });

  afterEach(() => {
    for (const stream of open.splice(0)) stream.close();
  });

  afterAll(() => ServiceReplica.endAll());

  const at = <Each>(list: readonly Each[], turn: number): Each => {
    const found = list[turn % list.length];
    if (found === undefined) throw new Error('There is nothing to choose from');
    return found;
  };

  it('take each other’s sessions and forms, and a form that is sent to two of them once', async () => {
    const [first = '', second = '', third = ''] = sites;
    const { visitor, person } = await StudioVisitor.newcomer(first, `${second}/api/v1`);
    const maker = new Participant(`${third}/api/v1`, person.token, model.stack.credentials.program_id);
    const slug = await maker.createProject('Boat');
    const forms = await Promise.all(sites.map((site) => visitor.at(site).open(logsPath(slug))));
    // A draft is kept under the name of its form, in the browser of its account.
    const drafts = forms.map(({ html }) => [...html.matchAll(/ data-draft="([^"]+)"/g)].map(([, name]) => name));
    expect(drafts).toEqual(sites.map(() => drafts[0]));
    expect(drafts[0]).toContain(`log:${slug}`);
    const [, key = ''] = /name="form_key" value="([^"]+)"/.exec(forms[0]?.html ?? '') ?? [];
    const fields = {
      csrf_token: csrfTokenIn(forms[0]?.html ?? ''),
      form_key: key,
      title: 'Launched',
      text: 'It floats.',
    };
    const sent = await Promise.all([second, third].map((site) => new LogFormSender(site, visitor).send(slug, fields)));
    expect(sent.map(({ location }) => location)).toEqual(Array(2).fill(`${logsPath(slug)}?published=yes`));
    const { html } = await visitor.open(logsPath(slug));
    expect(html.match(/>Launched</g)).toHaveLength(1);
    expect((await maker.status(slug)).project.logs.map(({ title }) => title)).toEqual(['Launched']);
  });

  it('tell the watchers of a project at any of them what happens at another', async () => {
    const slug = await at(makers, 0).createProject();
    const { token } = model.stack.credentials.participant;
    open = await Promise.all(sites.map((site) => EventStream.open(`${site}/api/v1`, slug, token)));
    for (const [turn, maker] of makers.entries()) {
      await maker.call('PATCH', `/projects/${slug}`, { json: { tagline: `Told by ${turn}` } });
      await Promise.all(open.map((stream) => stream.until(({ project }) => project.tagline === `Told by ${turn}`)));
    }
    await at(makers, 1).putReadme(slug, README);
    await at(makers, 2).appendLog(slug, 'First light', 'The sensor answers.');
    await at(makers, 1).call('POST', `/projects/${slug}/review/request`);
    await Promise.all(open.map((stream) => stream.until(({ review }) => review?.status === 'succeeded')));
  });

  it('review each project once, with both workers at it', async () => {
    const answers = gate();
    const slugs = await Promise.all(
      Array.from({ length: REVIEWS }, async (_, turn) => {
        const slug = await at(makers, turn).createProject();
        await at(makers, turn + 1).putReadme(slug, README);
        await at(makers, turn + 2).appendLog(slug, 'First light', 'The sensor answers.');
        // The name tells the supplier's calls apart.
        await at(makers, turn).call('PATCH', `/projects/${slug}`, { json: { name: slug } });
        model.script(slug, [answers]);
        return slug;
      }),
    );
    const asked = (slug: string) => model.callsOf(slug).length;
    try {
      await Promise.all(slugs.map((slug, turn) => at(makers, turn).call('POST', `/projects/${slug}/review/request`)));
      await waitUntil(
        () => Promise.resolve(slugs.map(asked)),
        (counts) => counts.every((count) => count === 1),
        { giveUpAfterMs: 30_000 },
      );
    } finally {
      answers.open();
    }
    for (const [turn, slug] of slugs.entries())
      await waitUntil(
        () => at(makers, turn).status(slug),
        ({ review }) => review?.status === 'succeeded',
      );
    expect(slugs.map(asked)).toEqual(slugs.map(() => 1));
  });
}
