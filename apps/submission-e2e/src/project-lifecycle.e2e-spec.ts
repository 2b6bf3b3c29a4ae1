import { callApi, sharedStack } from '@shipyard/testing';
import { EventStream } from './event-stream';
import { LONG_README, type ProjectView, type StatusView } from './participant';
import { RECIPIENT, shippingParties, type StaffShipment } from './shipment';

interface Told extends StatusView {
  shipment: { submitted_at: string; carrier: string | null; tracking: string | null } | null;
}

interface Redeemed {
  interview: {
    project: { slug: string };
    session_token: string;
    question: { index: number; total: number; text: string };
  };
}

describe('the lifecycle of a project', () => {
  const stack = sharedStack();
  const { submission_url: url } = stack.credentials;
  const { owner, other, reviewer, fulfilment } = shippingParties(stack);

  it('leads from creation to a shipped prize, through participant, reviewer and fulfilment', async () => {
    const slug = await owner.createReadyProject(LONG_README);
    const events = await EventStream.open(url, slug, stack.credentials.participant.token);
    const told = async () => (await owner.call<Told>('GET', `/projects/${slug}/status`)).body.data;
    expect(await told()).toMatchObject({ state: 'draft', missing: [], allowed: ['request_review'], shipment: null });
    expect((await owner.refused('POST', `/projects/${slug}/review/request`)).status).toBe(202);
    await events.until(({ state }) => state === 'recommended');

    const queue = await reviewer.call<{ projects: (ProjectView & { review: StatusView['review'] })[] }>(
      'GET',
      '/admin/reviews?state=recommended&limit=500',
    );
    expect(queue.body.data.projects.find((project) => project.slug === slug)?.review).toMatchObject({
      status: 'succeeded',
      recommended: true,
    });
    expect((await reviewer.refused('POST', `/admin/projects/${slug}/claim`)).status).toBe(200);
    expect((await reviewer.refused('GET', `/admin/projects/${slug}`)).status).toBe(200);

    const started = await owner.call<{ interview: { credential: string } }>(
      'POST',
      `/projects/${slug}/interview/start`,
    );
    expect([started.status, (await told()).state]).toEqual([201, 'interviewing']);
    const redeem = () =>
      callApi<{ data: Redeemed; error?: string }>(url, 'POST', '/interviews/redeem', {
        json: { credential: started.body.data.interview.credential },
      });
    expect((await redeem()).body.data.interview).toMatchObject({ project: { slug }, question: { index: 1, total: 5 } });
    expect((await redeem()).body.error).toBe('INTERVIEW_CREDENTIAL_INVALID');

    expect((await reviewer.refused('POST', `/admin/projects/${slug}/approve`)).status).toBe(200);
    const submit = (to: object) =>
      owner.call<{ state: string }>('POST', `/projects/${slug}/shipment`, { json: { ...RECIPIENT, ...to } });
    expect((await submit({ recipient_address: 'The wrong one' })).body.data.state).toBe('shipment_submitted');
    expect((await submit({})).status).toBe(200);
    expect((await told()).shipment).toMatchObject({ carrier: null, tracking: null });

    // Fulfilment reads it and sends the parcel. The recipient is deleted, and only the owner sees the parcel.
    const recipient = async () =>
      fulfilment.call<StaffShipment & { error?: string }>('GET', `/admin/projects/${slug}/shipment`);
    expect((await recipient()).body.data.shipment).toMatchObject(RECIPIENT);
    const ship = (tracking: string) =>
      fulfilment.call<{ project: ProjectView }>('POST', `/admin/projects/${slug}/ship`, {
        json: { carrier: 'Deutsche Post', tracking },
      });
    expect((await ship('RR1')).body.data.project).toMatchObject({ state: 'shipped', shipped: true });
    expect((await recipient()).status).toBe(404);
    expect(await told()).toMatchObject({
      state: 'shipped',
      allowed: [],
      shipment: { carrier: 'Deutsche Post', tracking: 'RR1' },
    });
    const seen = await Promise.all([
      reviewer.call('GET', `/projects/${slug}/status`),
      reviewer.call('GET', `/admin/projects/${slug}`),
      other.call('GET', `/projects/${slug}`),
      callApi(url, 'GET', `/projects/${slug}`),
    ]);
    for (const { status, text } of seen)
      expect([status, /Deutsche Post|RR1|Orlova|Hauptstr/.test(text)]).toEqual([200, false]);

    expect(
      (await fulfilment.refused('POST', `/admin/projects/${slug}/reship`, { json: { reason: 'Nobody was there' } }))
        .status,
    ).toBe(200);
    expect(await told()).toMatchObject({
      state: 'approved_to_ship',
      allowed: ['submit_shipment'],
      shipment: null,
      project: { shipped: false },
    });
    await submit({ recipient_address: 'The neighbours' });
    await ship('RR2');
    expect(
      (
        await events.until(
          ({ state, ...status }) => state === 'shipped' && (status as Told).shipment?.tracking === 'RR2',
        )
      ).length,
    ).toBeGreaterThan(0);
    events.close();

    await expectTrail(slug);
  });

  async function expectTrail(slug: string): Promise<void> {
    const { body, text } = await reviewer.call<{
      audit: { actor: string; action: string; to: string; reason: string | null }[];
    }>('GET', `/admin/projects/${slug}`);
    const maker = stack.credentials.participant.handle;
    expect(body.data.audit.map(({ actor, action, to }) => [actor, action, to])).toEqual([
      [maker, 'create', 'draft'],
      [maker, 'request_review', 'review_pending'],
      ['worker', 'recommend', 'recommended'],
      [maker, 'start_interview', 'interviewing'],
      ['demo-reviewer', 'approve', 'approved_to_ship'],
      [maker, 'submit_shipment', 'shipment_submitted'],
      [maker, 'submit_shipment', 'shipment_submitted'],
      ['demo-fulfilment', 'read_shipment', 'shipment_submitted'],
      ['demo-fulfilment', 'mark_shipped', 'shipped'],
      ['demo-fulfilment', 'reship', 'approved_to_ship'],
      [maker, 'submit_shipment', 'shipment_submitted'],
      ['demo-fulfilment', 'mark_shipped', 'shipped'],
    ]);
    expect(text).not.toMatch(/Orlova|901820|Hauptstr|neighbours/);
  }
});
