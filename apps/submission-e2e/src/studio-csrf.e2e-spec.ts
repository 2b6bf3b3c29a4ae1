import { sharedStack } from '@shipyard/testing';
import { findForms } from './page-routes';
import { Participant } from './participant';
import { csrfTokenIn, StudioVisitor } from './studio-visitor';

const TOKEN_ID = '0195d5a0-0000-7000-8000-000000000000';

describe('every form of the studio and of the console', () => {
  const stack = sharedStack();
  const { submissionUrl: url, credentials } = stack;
  const { submission_url: apiUrl, program_id: programId } = credentials;
  const routes = findForms();
  let visitor: StudioVisitor;
  let accountId: string;
  let slug: string;
  let foreignToken: string;
  let earlierToken: string;

  beforeAll(async () => {
    const { visitor: other } = await StudioVisitor.newcomer(url, apiUrl);
    foreignToken = csrfTokenIn((await other.open('/studio')).html);
    const newcomer = await StudioVisitor.newcomer(url, apiUrl);
    ({ visitor } = newcomer);
    accountId = newcomer.person.id;
    // So that a form of the console is refused for its token, and not for a role.
    await stack.query(
      'submission',
      `UPDATE accounts SET roles = '{participant,reviewer,fulfilment,admin}' WHERE id = $1`,
      [accountId],
    );
    slug = await new Participant(apiUrl, newcomer.person.token, programId).createProject('Safe');
    earlierToken = csrfTokenIn((await visitor.open('/studio')).html);
    await visitor.logIn(newcomer.person.email);
  });

  const pathOf = (route: string) => route.replace(':slug', slug).replace(/:\w+/, TOKEN_ID);

  const stateOf = () =>
    stack.query(
      'submission',
      `SELECT account.xmin::text AS account,
         (SELECT json_agg(json_build_array(project.id, project.version, project.state, project.log_count)) FROM projects project WHERE project.owner_id = account.id) AS projects,
         (SELECT json_agg(token.id) FROM api_tokens token WHERE token.account_id = account.id AND token.revoked_at IS NULL) AS tokens,
         (SELECT count(*) FROM sessions WHERE sessions.account_id = account.id) AS sessions,
         (SELECT count(*) FROM mail_outbox WHERE mail_outbox.account_id = account.id) AS mails
       FROM accounts account WHERE account.id = $1`,
      [accountId],
    );

  /** As a plain form. As a form with files if the route takes no other: with a text, which only such a form has. */
  async function send(route: string, fields: Record<string, string>): Promise<number> {
    const { status } = await visitor.send(pathOf(route), fields);
    if (status !== 400) return status;
    const body = new FormData();
    if (fields.csrf_token !== undefined) body.set('csrf_token', fields.csrf_token);
    body.set('readme', '# Changed');
    const headers = { cookie: visitor.cookie };
    return (await fetch(url + pathOf(route), { method: 'POST', body, headers, redirect: 'manual' })).status;
  }

  it('is found', () => {
    expect(routes).toContain('/logout');
    expect(routes).toContain('/studio/new');
    expect(routes).toContain('/studio/settings/delete');
    expect(routes).toContain('/studio/projects/:slug/details/delete');
    expect(routes).toContain('/console/shipments/:slug/address');
    expect(routes).toContain('/console/accounts/:accountId/suspend');
    expect(new Set(routes).size).toBe(routes.length);
  });

  it.each(routes.map((route) => ({ route })))(
    '$route does nothing without the token of its session',
    async ({ route }) => {
      const before = await stateOf();
      const fields = { confirm_slug: slug, name: 'Changed' };
      const answers = {
        missing: await send(route, fields),
        empty: await send(route, { ...fields, csrf_token: '' }),
        wrong: await send(route, { ...fields, csrf_token: 'wrong' }),
        'of another account': await send(route, { ...fields, csrf_token: foreignToken }),
        'of an earlier session': await send(route, { ...fields, csrf_token: earlierToken }),
      };
      expect(answers).toEqual(Object.fromEntries(Object.keys(answers).map((kind) => [kind, 403])));
      expect(await stateOf()).toEqual(before);
    },
  );

  it.each(routes.map((route) => ({ route })))('$route takes nothing that another site sends', async ({ route }) => {
    const before = await stateOf();
    const csrfToken = csrfTokenIn((await visitor.open('/studio')).html);
    const { status } = await visitor.send(
      pathOf(route),
      { csrf_token: csrfToken, confirm_slug: slug },
      { 'sec-fetch-site': 'cross-site' },
    );
    expect([400, 403]).toContain(status);
    expect(await stateOf()).toEqual(before);
  });
});
