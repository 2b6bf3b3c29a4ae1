import { randomUUID } from 'node:crypto';
import { callApi, sharedStack } from '@shipyard/testing';
import { Participant, type StatusView } from './participant';
import { RECIPIENT } from './shipment';

describe('staff with a project of their own', () => {
  const stack = sharedStack();
  const { submission_url: url, program_id: programId, staff } = stack.credentials;
  const admin = new Participant(url, staff.admin, programId);
  const otherReviewer = new Participant(url, staff.reviewer, programId);
  const otherFulfilment = new Participant(url, staff.fulfilment, programId);
  let member: Participant;

  const DECISIONS: [path: string, json?: object][] = [
    ['claim'],
    ['approve'],
    ['request-changes', { reason: 'a' }],
    ['reject', { reason: 'a' }],
    ['review/rerun'],
    ['ship', { carrier: 'DHL' }],
    ['reship', { reason: 'a' }],
  ];

  beforeAll(async () => {
    const handle = `both-${randomUUID().slice(0, 8)}`;
    const json = {
      handle,
      display_name: 'Both',
      email: `${handle}@example.com`,
      password: 'correct horse battery',
      birth_date: '1990-01-01',
    };
    const { body } = await callApi<{ data: { token: string; account: { id: string } } }>(url, 'POST', '/accounts', {
      json,
    });
    member = new Participant(url, body.data.token, programId);
    const answer = await admin.call('PATCH', `/admin/accounts/${body.data.account.id}`, {
      json: { roles: ['reviewer', 'fulfilment'] },
    });
    expect(answer.status).toBe(200);
  });

  const own = async (state: string) => {
    const slug = await member.createProject();
    await stack.query(
      'submission',
      `UPDATE projects SET state = $2, shipped_at = CASE WHEN $2 = 'shipped' THEN now() END WHERE slug = $1`,
      [slug, state],
    );
    return slug;
  };

  // In `draft` the state would forbid each too: ownership is checked first.
  it.each(['draft', 'recommended', 'approved_to_ship', 'shipped'])(
    'neither claim, decide on nor ship it in %s',
    async (state) => {
      const slug = await own(state);
      for (const [path, json] of DECISIONS) {
        const { status, body } = await member.refused('POST', `/admin/projects/${slug}/${path}`, { json });
        expect([path, status, body.error, body.message]).toEqual([
          path,
          403,
          'FORBIDDEN',
          expect.stringContaining('your own project') as string,
        ]);
      }
      expect((await member.status(slug)).state).toBe(state);
      expect((await member.refused('POST', '/admin/projects/nowhere/approve')).body.error).toBe('PROJECT_NOT_FOUND');
    },
  );

  it('see only what an owner may do', async () => {
    const allowed: [string, string[]][] = [
      ['recommended', ['start_interview']],
      ['changes_requested', ['request_review']],
      ['approved_to_ship', ['submit_shipment']],
      ['shipped', []],
    ];
    for (const [state, actions] of allowed) {
      const slug = await own(state);
      expect([state, (await member.status(slug)).allowed]).toEqual([state, actions]);
    }
  });

  it('see others decide on it and ship it', async () => {
    const slug = await own('recommended');
    expect((await otherReviewer.call('POST', `/admin/projects/${slug}/claim`)).status).toBe(200);
    expect((await otherReviewer.call('POST', `/admin/projects/${slug}/approve`)).status).toBe(200);
    expect((await member.call('POST', `/projects/${slug}/shipment`, { json: RECIPIENT })).status).toBe(200);
    expect((await member.refused('POST', `/admin/projects/${slug}/ship`, { json: {} })).body.error).toBe('FORBIDDEN');
    expect(
      (await otherFulfilment.call<{ project: StatusView }>('POST', `/admin/projects/${slug}/ship`, { json: {} }))
        .status,
    ).toBe(200);
  });

  it('cannot be stored as its claimant', async () => {
    const slug = await own('recommended');
    const claim = stack.query(
      'submission',
      'UPDATE projects SET claimed_by = owner_id, claimed_until = now() WHERE slug = $1',
      [slug],
    );
    await expect(claim).rejects.toThrow(/projects_claimed_by_another_check/);
  });
});
