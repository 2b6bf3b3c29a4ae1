import { callApi, sharedStack } from '@shipyard/testing';
import { staffParty } from './staff-party';
import { StudioVisitor } from './studio-visitor';

interface Decided {
  decision?: { action: string; reason: string | null; at: string } | null;
}

describe('why staff sent a project back', () => {
  const stack = sharedStack();
  const { credentials, submissionUrl: site } = stack;
  const { url, owner, other, reviewer, inState } = staffParty(stack);
  const visitor = new StudioVisitor(site);

  beforeAll(() => visitor.logIn(credentials.participant.email, credentials.participant.password));

  const decide = (slug: string, action: string, reason?: string) =>
    reviewer.call('POST', `/admin/projects/${slug}/${action}`, { json: reason === undefined ? {} : { reason } });
  const decisionIn = async (path: string, by = owner) => (await by.call<Decided>('GET', path)).body.data.decision;

  it.each([
    ['request-changes', 'request_changes', 'Staff ask for changes'],
    ['reject', 'reject', 'Staff decided against the project'],
  ])('is told to its owner: %s', async (path, action, title) => {
    const slug = await inState('recommended');
    expect(await decisionIn(`/projects/${slug}/status`)).toBeNull();
    const reason = `Name the voltage & the fuse (${action}).`;
    expect((await decide(slug, path, reason)).status).toBe(200);
    const decision = { action, reason, at: expect.any(String) as string };
    expect(await decisionIn(`/projects/${slug}/status`)).toEqual(decision);
    expect(await decisionIn(`/projects/${slug}`)).toEqual(decision);
    const { html } = await visitor.open(`/studio/projects/${slug}/review`);
    expect(html).toContain(title);
    expect(html).toContain(`Name the voltage &amp; the fuse (${action}).`);
  });

  it('is told to nobody else, and no cache keeps it', async () => {
    const slug = await inState('recommended');
    await decide(slug, 'request-changes', 'Between us.');
    const [mine, theirs, anonymous] = await Promise.all([
      owner.call('GET', `/projects/${slug}`),
      other.call('GET', `/projects/${slug}`),
      callApi(url, 'GET', `/projects/${slug}`),
    ]);
    expect(mine.text).toContain('Between us.');
    expect(mine.headers.get('cache-control')).toContain('private');
    for (const answer of [theirs, anonymous]) {
      expect(answer.text).not.toContain('Between us.');
      expect(answer.text).not.toContain('"decision"');
      expect(answer.headers.get('etag')).not.toBe(mine.headers.get('etag'));
    }
    expect(await (await fetch(`${site}/projects/${slug}`)).text()).not.toContain('Between us.');
  });

  it('gives way to an approval', async () => {
    const slug = await inState('recommended');
    await decide(slug, 'approve');
    expect(await decisionIn(`/projects/${slug}/status`)).toMatchObject({ action: 'approve', reason: null });
    expect((await visitor.open(`/studio/projects/${slug}/review`)).html).not.toContain('Staff ask for changes');
  });
});
