import { randomUUID } from 'node:crypto';
import { callApi, ServiceReplica, sharedStack } from '@shipyard/testing';
import { EventStream } from './event-stream';
import { type Failure, LONG_README, Participant, type StatusView } from './participant';

describe('the events of a status', () => {
  const stack = sharedStack();
  const {
    submission_url: url,
    program_id: programId,
    participant: holder,
    other_participant: other,
    staff,
  } = stack.credentials;
  const owner = new Participant(url, holder.token, programId);
  const admin = new Participant(url, staff.admin, programId);
  const open: EventStream[] = [];
  const watch = async (slug: string, token = holder.token, at = url) => {
    const stream = await EventStream.open(at, slug, token);
    open.push(stream);
    return stream;
  };
  const newAccount = async () => {
    const handle = `watch-${randomUUID().slice(0, 8)}`;
    const json = { handle, display_name: 'Watches', email: `${handle}@example.com`, password: 'correct horse battery' };
    const { body } = await callApi<{ data: { token: string; account: { id: string } } }>(url, 'POST', '/accounts', {
      json,
    });
    const { token, account } = body.data;
    return { id: account.id, token, participant: new Participant(url, token, programId) };
  };

  afterEach(() => {
    for (const stream of open.splice(0)) stream.close();
    ServiceReplica.endAll();
  });

  it('send the status at once and at every change to the owner and to staff', async () => {
    const slug = await owner.createProject();
    const [mine, theirs] = [await watch(slug), await watch(slug, staff.reviewer)];
    expect([mine.status, mine.contentType]).toEqual([200, 'text/event-stream; charset=utf-8']);
    expect(await mine.next()).toEqual(await owner.status(slug));
    expect(await theirs.next()).toMatchObject({ state: 'draft', allowed: [], missing: ['readme', 'logs'] });

    await owner.sync({
      project_id: await owner.projectId(slug),
      readme_markdown: LONG_README.replace(/!\[.*\)/, ''),
      new_logs: [1, 2].map((sequence) => ({ sequence, title: 'A', content_md: 'a' })),
    });
    expect(await mine.next()).toMatchObject({
      state: 'draft',
      missing: [],
      next_sequence: 3,
      allowed: ['request_review'],
    });
    await owner.call('PATCH', `/projects/${slug}`, { json: { name: 'Renamed' } });
    expect((await mine.until(({ project }) => project.name === 'Renamed')).length).toBe(1);

    await owner.call('POST', `/projects/${slug}/review/request`);
    const review = await mine.until(({ state }) => state === 'recommended');
    expect(review.at(-1)?.review).toMatchObject({ status: 'succeeded', progress: 100 });
    expect(review.every(({ state }) => ['review_pending', 'recommended'].includes(state))).toBe(true);
    const progress = review.flatMap((status) => status.review?.progress ?? []);
    expect(progress).toEqual([...progress].sort((one, next) => one - next));
    expect((await theirs.until(({ state }) => state === 'recommended')).at(-1)?.allowed).toEqual([
      'rerun_review',
      'approve',
      'request_changes',
      'reject',
    ]);
  });

  it('come from any process, without Redis, and end when that process stops', async () => {
    const slug = await owner.createProject();
    const replica = await ServiceReplica.start(stack, { environment: { REDIS_URL: undefined } });
    const stream = await watch(slug, holder.token, replica.url);
    await stream.next();
    await owner.call('PATCH', `/projects/${slug}`, { json: { tagline: 'Told elsewhere' } });
    expect((await stream.next()).project.tagline).toBe('Told elsewhere');
    replica.signal('SIGTERM');
    await stream.ended;
  });

  it.each<[string, (account: Awaited<ReturnType<typeof newAccount>>, slug: string) => Promise<unknown>]>([
    [
      'the token is revoked',
      async ({ participant }) => {
        const { body } = await participant.call<{ tokens: { id: string }[] }>('GET', '/accounts/tokens');
        return participant.call('DELETE', `/accounts/tokens/${body.data.tokens[0]?.id}`);
      },
    ],
    [
      'the account is suspended',
      ({ id }) => admin.call('PATCH', `/admin/accounts/${id}`, { json: { suspended: true } }),
    ],
    ['the project is deleted', ({ participant }, slug) => participant.call('DELETE', `/projects/${slug}`)],
  ])('end when %s', async (_, end) => {
    const account = await newAccount();
    const slug = await account.participant.createProject();
    const stream = await watch(slug, account.token);
    await stream.next();
    await end(account, slug);
    await stream.ended;
  });

  it('end for staff who lose their role', async () => {
    const account = await newAccount();
    const slug = await owner.createProject();
    await admin.call('PATCH', `/admin/accounts/${account.id}`, { json: { roles: ['fulfilment'] } });
    const stream = await watch(slug, account.token);
    await stream.next();
    await admin.call('PATCH', `/admin/accounts/${account.id}`, { json: { roles: [] } });
    await stream.ended;
  });

  it('are refused like the status itself', async () => {
    const slug = await owner.createProject();
    const ask = async (token?: string) =>
      (await callApi<Failure>(url, 'GET', `/projects/${slug}/status/events`, { token })).body.error;
    expect(await ask()).toBe('AUTH_TOKEN_MISSING');
    expect(await ask('pst_x')).toBe('AUTH_TOKEN_INVALID');
    expect(await ask(other.token)).toBe('FORBIDDEN');
    await owner.call('PATCH', `/projects/${slug}`, { json: { visibility: 'private' } });
    expect(await ask(other.token)).toBe('PROJECT_NOT_FOUND');
    const head = await callApi(url, 'HEAD', `/projects/${slug}/status/events`, { token: holder.token });
    expect([head.status, head.text]).toEqual([200, '']);
  });

  it('are limited to 20 at once per account, and free a place when one ends', async () => {
    const { token, participant } = await newAccount();
    const slug = await participant.createProject();
    const streams = await Promise.all(Array.from({ length: 20 }, () => watch(slug, token)));
    const refused = await callApi<Failure>(url, 'GET', `/projects/${slug}/status/events`, { token });
    expect([refused.status, refused.body.error, refused.headers.get('retry-after')]).toEqual([
      429,
      'RATE_LIMITED',
      '60',
    ]);
    expect((await callApi<{ data: StatusView }>(url, 'GET', `/projects/${slug}/status`, { token })).status).toBe(200);
    streams[0]?.close();
    for (let again = await watch(slug, token); again.status !== 200; again = await watch(slug, token))
      expect(again.status).toBe(429);
  });
});
