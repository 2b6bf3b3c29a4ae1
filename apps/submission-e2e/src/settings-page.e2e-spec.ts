import { callApi, sharedStack } from '@shipyard/testing';
import { PASSWORD } from './newcomer';
import { headingOf, openPage } from './page-client';
import { Participant } from './participant';
import { csrfTokenIn, StudioVisitor } from './studio-visitor';

const PATH = '/studio/settings';

const bornYearsAgo = (years: number) => `${new Date().getUTCFullYear() - years}-01-01`;

describe('the settings without JavaScript', () => {
  const stack = sharedStack();
  const { submissionUrl: url, credentials } = stack;
  const { submission_url: apiUrl, program_id: programId } = credentials;

  const newcomer = () => StudioVisitor.newcomer(url, apiUrl);
  const field = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
  const accountOf = async (token: string) =>
    (await callApi<{ data: { account: Record<string, unknown> } }>(apiUrl, 'GET', '/accounts/me', { token })).body.data
      .account;

  describe('a token', () => {
    const make = async (visitor: StudioVisitor, more: Record<string, string> = {}) => {
      const { html } = await visitor.open(PATH);
      const form = {
        csrf_token: csrfTokenIn(html),
        token_id: field(html, 'token_id'),
        token_name: 'Assistant',
        ...more,
      };
      return { form, answer: await visitor.send(`${PATH}/tokens`, form) };
    };
    const secretIn = (html: string) => /pst_[0-9A-Za-z]{38}/.exec(html)?.[0] ?? '';

    it('is shown once and works until it is revoked', async () => {
      const { visitor } = await newcomer();
      const { answer } = await make(visitor, { token_expires: '2099-12-31' });
      const secret = secretIn(answer.html);
      expect(headingOf(answer.html)).toBe('Your new token');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      // The first choice is for programs that work on projects.
      expect(answer.html).toContain('Your new token');
      const statusOf = async (path: string) => (await callApi(apiUrl, 'GET', path, { token: secret })).status;
      expect([await statusOf('/accounts/me/projects'), await statusOf('/accounts/me')]).toEqual([200, 403]);
      const { html } = await visitor.open(PATH);
      expect(html).not.toContain(secret);
      expect(html).toContain(`…${secret.slice(-4)}`);
      expect(html).toContain('31 December 2099');
      const [, revoke = ''] = /action="([^"]+\/revoke)"/.exec(html) ?? [];
      const revoked = await visitor.fill(PATH, {}, { action: revoke });
      expect(revoked.status).toBe(303);
      expect((await visitor.open(revoked.headers.get('location') ?? '')).html).toContain('The token is revoked.');
      expect((await callApi(apiUrl, 'GET', '/accounts/me', { token: secret })).status).toBe(401);
    });

    it.each([
      { choice: 'projects', scopes: ['projects:read', 'projects:write', 'projects:publish'], words: 'start projects' },
      {
        choice: 'projects_and_reviews',
        scopes: ['projects:read', 'projects:write', 'projects:publish', 'reviews:request'],
        words: 'ask for reviews of your projects',
      },
      { choice: 'everything', scopes: null, words: 'May do everything that you can do' },
    ])('may do what was chosen, and the list says it: $choice', async ({ choice, scopes, words }) => {
      const { visitor, person } = await newcomer();
      await callApi(apiUrl, 'DELETE', '/accounts/tokens', { token: person.token });
      await make(visitor, { token_powers: choice });
      const rows = await stack.query(
        'submission',
        'SELECT scopes FROM api_tokens WHERE account_id = $1 AND revoked_at IS NULL',
        [person.id],
      );
      expect(rows).toEqual([{ scopes }]);
      expect((await visitor.open(PATH)).html).toContain(words);
    });

    it('is not made for a choice that the form does not have', async () => {
      const { visitor } = await newcomer();
      expect((await make(visitor, { token_powers: 'more' })).answer.status).toBe(400);
    });

    it('is not needed by an assistant, which gets the URL of the MCP server', async () => {
      const { visitor } = await newcomer();
      for (const lang of ['en', 'zh-CN']) {
        const { html } = await visitor.open(`${PATH}?lang=${lang}`);
        expect(html).toContain(`id="mcp-url" translate="no">${url}/mcp</code>`);
        for (const command of ['npm install -g @shipyard/cli', 'shipyard login', 'shipyard mcp'])
          expect(html).toContain(`<code translate="no">${command}</code>`);
      }
    });

    it('is made once, however often its form is sent', async () => {
      const { visitor, person } = await newcomer();
      const { form } = await make(visitor);
      const again = await visitor.send(`${PATH}/tokens`, form);
      expect(again.status).toBe(409);
      expect(again.html).toContain('This token has been made already');
      const { body } = await callApi<{ data: { tokens: { name: string }[] } }>(apiUrl, 'GET', '/accounts/tokens', {
        token: person.token,
      });
      expect(body.data.tokens.filter(({ name }) => name === 'Assistant')).toHaveLength(1);
    });

    it('needs the password if the log-in was long ago', async () => {
      const { visitor, person } = await newcomer();
      await stack.query(
        'submission',
        `UPDATE sessions SET authenticated_at = now() - interval '16 minutes' WHERE account_id = $1`,
        [person.id],
      );
      const { answer } = await make(visitor);
      expect(answer.status).toBe(403);
      expect(answer.html).toContain('name="token_password"');
      expect(answer.html).toContain('value="Assistant"');
      const wrong = await make(visitor, { token_password: 'a wrong password' });
      expect([wrong.answer.status, secretIn(wrong.answer.html)]).toEqual([400, '']);
      expect(secretIn((await make(visitor, { token_password: PASSWORD })).answer.html)).not.toBe('');
    });

    it.each<{ more: Record<string, string>; id: string }>([
      { more: { token_name: ' ' }, id: 'token_name' },
      { more: { token_expires: '2001-01-01' }, id: 'token_expires' },
      { more: { token_expires: 'tomorrow' }, id: 'token_expires' },
    ])('is not made with $more', async ({ more, id }) => {
      const { visitor } = await newcomer();
      const { answer } = await make(visitor, more);
      expect(answer.status).toBe(400);
      expect(answer.html).toContain(`id="${id}-error"`);
    });

    it('says what the quota is when it is used up', async () => {
      const { visitor, person } = await newcomer();
      await stack.query(
        'submission',
        `INSERT INTO account_quotas (account_id, quota, quota_limit) VALUES ($1, 'tokens', 1)`,
        [person.id],
      );
      const { answer } = await make(visitor);
      expect(answer.status).toBe(403);
      expect(answer.html).toContain('quote the request ID');
      expect(answer.html).toMatch(/tokens?/);
    });
  });

  it('changes name, bio, language and mails, and keeps what was typed when refused', async () => {
    const { visitor, person } = await newcomer();
    const form = { display_name: '周以宁', bio: 'I build\r\nboats.', locale: 'zh-CN' };
    const refused = await visitor.fill(PATH, { ...form, display_name: '' }, { action: `${PATH}/profile` });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('boats.');
    await visitor.open('/studio?lang=en');
    const saved = await visitor.fill(PATH, form, { action: `${PATH}/profile` });
    expect(saved.status).toBe(303);
    expect((await visitor.open(saved.headers.get('location') ?? '')).html).toContain('已保存。');
    expect(await accountOf(person.token)).toMatchObject({
      display_name: '周以宁',
      bio: 'I build\nboats.',
      locale: 'zh-CN',
      mail_opt_out: true,
    });
    await visitor.fill(PATH, { ...form, mails: 'yes' }, { action: `${PATH}/profile` });
    expect(await accountOf(person.token)).toMatchObject({ mail_opt_out: false });
  });

  it('leads from the URL of a refused form to the page, in the language that was chosen there', async () => {
    const { visitor } = await newcomer();
    for (const part of ['profile', 'birth-date', 'confirm-email', 'email', 'password', 'tokens', 'delete']) {
      const { status, headers } = await visitor.open(`${PATH}/${part}?lang=zh-CN`);
      expect([status, headers.get('location')]).toEqual([303, `${PATH}?lang=zh-CN`]);
    }
    const details = '/studio/projects/any/details';
    expect((await visitor.open(`${details}/delete?lang=en`)).headers.get('location')).toBe(`${details}?lang=en`);
  });

  it('sets the date of birth once', async () => {
    const { visitor, person } = await newcomer();
    const action = `${PATH}/birth-date`;
    const wrong = await visitor.fill(PATH, { birth_date: '31.5.2012' }, { action });
    expect(wrong.html).toContain('id="birth_date-error"');
    expect((await visitor.fill(PATH, { birth_date: '2012-05-31' }, { action })).status).toBe(303);
    expect((await visitor.open(PATH)).html).not.toContain('name="birth_date"');
    const again = await visitor.fill(PATH, { birth_date: '1990-01-01' }, { action });
    expect(again.status).toBe(403);
    expect(again.html).toContain('The date of birth is already set.');
    expect(await accountOf(person.token)).toMatchObject({ birth_date: '2012-05-31' });
  });

  it('says whether the email is confirmed, and sends the link again', async () => {
    const { visitor, person } = await newcomer();
    expect((await visitor.open(PATH)).html).toContain('Your email is not confirmed yet.');
    const sent = await visitor.fill(PATH, {}, { action: `${PATH}/confirm-email` });
    expect((await visitor.open(sent.headers.get('location') ?? '')).html).toContain('it is on its way');
    await stack.query('submission', 'UPDATE accounts SET email_confirmed_at = now() WHERE id = $1', [person.id]);
    expect((await visitor.open(PATH)).html).toContain('Your email is confirmed.');
  });

  it('asks both mailboxes about a new email, says what waits, and cancels it', async () => {
    const { visitor, person } = await newcomer();
    const action = `${PATH}/email`;
    const send = (email: string, password = PASSWORD) =>
      visitor.fill(PATH, { new_email: email, email_password: password }, { action });
    await callApi(apiUrl, 'PATCH', '/accounts/me', { token: person.token, json: { birth_date: bornYearsAgo(14) } });
    const guardian = `robin-${person.handle}@example.com`;
    await callApi(apiUrl, 'POST', '/accounts/me/guardian', { token: person.token, json: { email: guardian } });
    const email = `new-${person.handle}@example.com`;
    for (const [sent, password, field, says] of [
      ['nobody', PASSWORD, 'new_email', 'Enter an email such as'],
      [person.email, PASSWORD, 'new_email', 'This is the email that you have now'],
      [guardian, PASSWORD, 'new_email', 'This is the email of your parent or guardian'],
      [email, '', 'email_password', 'Enter your password.'],
      [email, 'a wrong password', 'email_password', 'The password is wrong.'],
    ] as const) {
      const { status, html } = await send(sent, password);
      expect([sent, status]).toEqual([sent, 400]);
      expect(html).toContain(`id="${field}-error"`);
      expect(html).toContain(says);
      expect(html).toContain(`value="${sent}"`);
    }
    const asked = await send(email);
    expect(asked.headers.get('location')).toBe(`${PATH}?saved=email-asked#email`);
    const { html } = await visitor.open(asked.headers.get('location') ?? '');
    for (const shown of ['Both links are on their way.', email, 'Not confirmed yet']) expect(html).toContain(shown);
    expect(html).not.toContain('name="new_email"');
    const cancelled = await visitor.fill(PATH, {}, { action: `${action}/cancel` });
    const after = await visitor.open(cancelled.headers.get('location') ?? '');
    expect(after.html).toContain('The change is cancelled.');
    expect(after.html).not.toContain(email);
  });

  it('lists where the person is logged in, and ends one or all others', async () => {
    const { visitor, person } = await newcomer();
    const others = [1, 2, 3].map(() => new StudioVisitor(url));
    for (const other of others) await other.logIn(person.email);
    const isIn = async (each: StudioVisitor) => (await each.open(PATH)).status === 200;
    const { html } = await visitor.open(PATH);
    expect([html.split('>This browser<').length, html.split('>Another browser<').length]).toEqual([2, 4]);
    const [, end = ''] = /action="([^"]+\/sessions\/[^"]+\/end)"/.exec(html) ?? [];
    const stranger = (await newcomer()).visitor;
    await stranger.fill(PATH, {}, { action: end });
    const ended = await visitor.fill(PATH, {}, { action: end });
    expect((await visitor.open(ended.headers.get('location') ?? '')).html).toContain('That browser is logged out.');
    // The list shows the newest first.
    expect(await Promise.all(others.map(isIn))).toEqual([true, true, false]);
    expect((await visitor.fill(PATH, {}, { action: end })).status).toBe(303);
    const all = await visitor.fill(PATH, {}, { action: `${PATH}/sessions/end-others` });
    expect((await visitor.open(all.headers.get('location') ?? '')).html).not.toContain('Another browser');
    expect(await Promise.all([...others, visitor].map(isIn))).toEqual([false, false, false, true]);
  });

  it('says that a second factor is on, only if it is', async () => {
    const { visitor, person } = await newcomer();
    expect((await visitor.open(PATH)).html).not.toContain('id="second-factor"');
    await stack.query(
      'submission',
      `INSERT INTO second_factors (owner_id, key_id, sealed_secret, confirmed_at, last_step) VALUES ($1, 'k', '\\x00', now(), 0)`,
      [person.id],
    );
    expect((await visitor.open(PATH)).html).toContain('id="second-factor"');
  });

  it('changes the password, ends every other session and stays logged in', async () => {
    const { visitor, person } = await newcomer();
    const elsewhere = new StudioVisitor(url);
    await elsewhere.logIn(person.email);
    const action = `${PATH}/password`;
    const wrong = await visitor.fill(PATH, { current_password: 'wrong', new_password: 'another good one' }, { action });
    expect(wrong.status).toBe(400);
    expect(wrong.html).toContain('id="current_password-error"');
    const short = await visitor.fill(PATH, { current_password: PASSWORD, new_password: 'short' }, { action });
    expect(short.html).toContain('id="new_password-error"');
    // The box is checked at first, and keeps what was chosen.
    expect((await visitor.open(PATH)).html).toMatch(/name="revoke_tokens"[^>]*checked=""/);
    expect(short.html).not.toMatch(/name="revoke_tokens"[^>]*checked=""/);
    const form = { current_password: PASSWORD, new_password: 'another good one', revoke_tokens: 'yes' };
    const changed = await visitor.fill(PATH, form, { action });
    expect(changed.headers.get('location')).toBe(`${PATH}?saved=password#password`);
    expect((await visitor.open(PATH)).status).toBe(200);
    expect((await elsewhere.open(PATH)).status).toBe(303);
    expect((await callApi(apiUrl, 'GET', '/accounts/me', { token: person.token })).status).toBe(401);
    await new StudioVisitor(url).logIn(person.email, 'another good one');
  });

  it('hands out everything as a file', async () => {
    const { visitor } = await newcomer();
    const { html } = await visitor.open(PATH);
    for (const [type, link] of [
      ['application/zip', '/api/v1/accounts/me/export.zip'],
      ['application/json; charset=utf-8', '/api/v1/accounts/me/export'],
    ] as const) {
      expect(html).toContain(`href="${link}"`);
      const { status, headers } = await visitor.open(link);
      expect([status, headers.get('content-type')]).toEqual([200, type]);
    }
  });

  it('deletes the account with the handle, the password and a decision, and not without', async () => {
    const { visitor, person } = await newcomer();
    const slug = await new Participant(apiUrl, person.token, programId).createProject('Mine');
    const action = `${PATH}/delete`;
    const form = { fate: 'delete', confirm_handle: person.handle, erase_password: PASSWORD };
    const refusals = [
      { sent: { ...form, confirm_handle: 'another' }, id: 'confirm_handle', says: 'This is not your handle.' },
      { sent: { ...form, erase_password: 'a wrong password' }, id: 'erase_password', says: 'The password is wrong.' },
      { sent: { ...form, erase_password: '' }, id: 'erase_password', says: 'Enter your password.' },
      {
        sent: { confirm_handle: form.confirm_handle, erase_password: PASSWORD },
        id: 'fate',
        says: 'Choose what happens',
      },
    ];
    for (const { sent, id, says } of refusals) {
      const { status, html } = await visitor.fill(PATH, sent, { action });
      expect([id, status]).toEqual([id, 400]);
      expect(html).toContain(`id="${id}-error"`);
      expect(html).toContain(says);
      expect(html).toContain(`value="${sent.confirm_handle}"`);
      expect(html).not.toContain(PASSWORD);
    }
    expect(await accountOf(person.token)).toMatchObject({ handle: person.handle });
    const { cookie } = visitor;
    const deleted = await visitor.fill(PATH, form, { action });
    expect(headingOf(deleted.html)).toBe('Your account is deleted');
    expect(visitor.cookie).toBe('');
    expect((await openPage(url, PATH, { headers: { cookie } })).status).toBe(303);
    expect((await callApi(apiUrl, 'GET', `/projects/${slug}`)).status).toBe(404);
  });
});
