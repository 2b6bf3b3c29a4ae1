import { randomUUID } from 'node:crypto';
import { ServiceReplica, sharedStack, waitUntil } from '@shipyard/testing';
import type { StatusView } from './participant';
import { RECIPIENT, shipmentCalls, STATES_WITHOUT_SHIPMENT } from './shipment';

describe('a shipment', () => {
  const stack = sharedStack();
  const { owner, other, minor, admin, reviewer, fulfilment, projectIn, submit, withdraw, read, idOf, rowsOf, auditOf } =
    shipmentCalls(stack);

  describe('that is withdrawn', () => {
    it('is deleted, and the project is approved again', async () => {
      const slug = await projectIn('approved_to_ship');
      await submit(slug);
      const answer = await owner.call('DELETE', `/projects/${slug}/shipment`);
      expect([answer.status, answer.body.data]).toEqual([200, { state: 'approved_to_ship' }]);
      expect(await rowsOf(slug)).toEqual([]);
      const { data } = (await owner.call<StatusView & { shipment: unknown }>('GET', `/projects/${slug}/status`)).body;
      expect([data.state, data.shipment]).toEqual(['approved_to_ship', null]);
      expect((await auditOf(slug)).at(-1)).toEqual({
        actor: 'owner',
        action: 'withdraw_shipment',
        from_state: 'shipment_submitted',
        to_state: 'approved_to_ship',
        reason: null,
      });
      expect((await read(slug)).status).toBe(404);
    });

    it.each([...STATES_WITHOUT_SHIPMENT, 'approved_to_ship'])(
      'in %s is a conflict, and the answer says what is allowed',
      async (state) => {
        const slug = await projectIn(state);
        const { status, body } = await withdraw(slug);
        expect([status, body.error, body.details]).toEqual([
          409,
          'STATE_CONFLICT',
          { state, allowed: (await owner.status(slug)).allowed },
        ]);
      },
    );

    it('is withdrawn once by twenty simultaneous requests', async () => {
      const slug = await projectIn('approved_to_ship');
      await submit(slug);
      const answers = await Promise.all(Array.from({ length: 20 }, () => withdraw(slug)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    });

    it('is the owner’s alone', async () => {
      const slug = await projectIn('shipment_submitted');
      for (const by of [other, admin, fulfilment]) expect((await withdraw(slug, by)).body.error).toBe('FORBIDDEN');
    });
  });

  it('cannot be left behind: the database refuses it in other states', async () => {
    const slug = await projectIn('approved_to_ship');
    await submit(slug);
    for (const state of ['shipped', 'rejected', 'approved_to_ship']) {
      await expect(
        stack.query(
          'submission',
          `UPDATE projects SET state = $2, shipped_at = CASE $2 WHEN 'shipped' THEN now() END WHERE slug = $1`,
          [slug, state],
        ),
      ).rejects.toThrow(/shipments_project_fkey/);
    }
    expect((await owner.status(slug)).state).toBe('shipment_submitted');
  });

  it.each([
    ['rejected', () => reviewer, 'reject', { reason: 'Not theirs' }],
    ['shipped', () => fulfilment, 'ship', {}],
  ])('is deleted when the project is %s, and never read again', async (state, by, action, json) => {
    const slug = await projectIn('approved_to_ship');
    await submit(slug);
    expect((await by().call('POST', `/admin/projects/${slug}/${action}`, { json })).status).toBe(200);
    expect([(await owner.status(slug)).state, await rowsOf(slug)]).toEqual([state, []]);
    expect((await fulfilment.refused('GET', `/admin/projects/${slug}/shipment`)).body.error).toBe('SHIPMENT_NOT_FOUND');
  });

  it('is deleted with its project, like consents, parcels and interviews', async () => {
    const slug = await projectIn('recommended', minor);
    await minor.call('POST', `/projects/${slug}/interview/start`);
    await stack.query('submission', `UPDATE projects SET state = 'approved_to_ship' WHERE slug = $1`, [slug]);
    await submit(slug, { ...RECIPIENT, guardian_confirmed: true }, minor);
    const projectId = await idOf(slug, minor);
    await stack.query('submission', 'INSERT INTO parcels (id, project_id, submitted_at) VALUES ($1, $2, now())', [
      randomUUID(),
      projectId,
    ]);
    // The database function that erases every project.
    await stack.query('submission', `SELECT erase_project($1, 'system', NULL, NULL)`, [projectId]);
    for (const table of ['shipments', 'guardian_consents', 'parcels', 'interviews']) {
      expect(await stack.query('submission', `SELECT FROM ${table} WHERE project_id = $1`, [projectId])).toEqual([]);
    }
  });

  describe('past its retention period', () => {
    afterEach(() => ServiceReplica.endAll());

    it('is deleted by a starting worker, and the owner sends it again', async () => {
      const [over, kept] = [await projectIn('approved_to_ship'), await projectIn('approved_to_ship')];
      for (const [slug, age] of [
        [over, '180 days 1 minute'],
        [kept, '179 days 23 hours'],
      ] as const) {
        await submit(slug);
        await stack.query(
          'submission',
          `UPDATE shipments SET submitted_at = now() - $2::interval WHERE project_id = (SELECT id FROM projects WHERE slug = $1)`,
          [slug, age],
        );
      }
      await ServiceReplica.start(stack, { entry: 'worker' });
      await waitUntil(
        () => owner.status(over),
        ({ state }) => state === 'approved_to_ship',
      );
      expect(await rowsOf(over)).toEqual([]);
      expect((await auditOf(over)).at(-1)).toEqual({
        actor: 'system',
        action: 'expire_shipment',
        from_state: 'shipment_submitted',
        to_state: 'approved_to_ship',
        reason: null,
      });
      expect(await rowsOf(kept)).toHaveLength(1);
      expect((await submit(over)).status).toBe(200);
    });

    it('loses carrier and tracking 90 days after the parcel was sent', async () => {
      const [over, kept] = [await projectIn('approved_to_ship'), await projectIn('approved_to_ship')];
      const parcelOf = async (slug: string) =>
        (await owner.call<{ shipment: unknown }>('GET', `/projects/${slug}/status`)).body.data.shipment;
      for (const [slug, age] of [
        [over, '90 days 1 minute'],
        [kept, '89 days 23 hours'],
      ] as const) {
        await submit(slug);
        await fulfilment.call('POST', `/admin/projects/${slug}/ship`, {
          json: { carrier: 'Post', tracking: `RR ${slug}` },
        });
        await stack.query(
          'submission',
          `UPDATE parcels SET shipped_at = now() - $2::interval WHERE project_id = (SELECT id FROM projects WHERE slug = $1)`,
          [slug, age],
        );
      }
      expect(await parcelOf(over)).toMatchObject({ carrier: 'Post', tracking: `RR ${over}` });
      await ServiceReplica.start(stack, { entry: 'worker' });
      const forgotten = await waitUntil(
        () => parcelOf(over),
        (parcel) => (parcel as { tracking: string | null }).tracking === null,
      );
      expect(forgotten).toEqual({ submitted_at: expect.any(String) as string, carrier: null, tracking: null });
      expect(await parcelOf(kept)).toMatchObject({ carrier: 'Post', tracking: `RR ${kept}` });
    });
  });
});
