import { randomUUID } from 'node:crypto';
import { callApi, type JoinedStack } from '@shipyard/testing';
import { demoPeople } from './participant';

/** The demo's people as clients, and the steps that suites of staff share. */
export function staffParty(stack: JoinedStack) {
  const { credentials } = stack;
  const { submission_url: url, program_id: programId, staff, staff_logins: logins } = credentials;
  const { as, owner, other, reviewer, fulfilment, admin } = demoPeople(stack);

  const setState = (slug: string, state: string) =>
    stack.query('submission', 'UPDATE projects SET state = $2 WHERE slug = $1', [slug, state]);
  const inState = async (state: string) => {
    const slug = await owner.createProject();
    await setState(slug, state);
    return slug;
  };
  const register = async (name: string) => {
    const handle = `${name}-${randomUUID().slice(0, 8)}`;
    const json = { handle, display_name: name, email: `${handle}@example.com`, password: 'correct horse battery' };
    const { body } = await callApi<{ data: { token: string; account: { id: string } } }>(url, 'POST', '/accounts', {
      json,
    });
    return { ...json, id: body.data.account.id, token: body.data.token };
  };
  /** Creates a second reviewer as admin. */
  const anotherReviewer = async () => {
    const account = await register('reviewer');
    const answer = await admin.call('PATCH', `/admin/accounts/${account.id}`, { json: { roles: ['reviewer'] } });
    expect(answer.status).toBe(200);
    return { ...account, participant: as(account.token) };
  };
  return {
    url,
    programId,
    staff,
    logins,
    as,
    owner,
    other,
    reviewer,
    fulfilment,
    admin,
    setState,
    inState,
    register,
    anotherReviewer,
  };
}
