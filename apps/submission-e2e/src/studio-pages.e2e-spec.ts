import { callApi, drawImage, sharedStack } from '@shipyard/testing';
import { type Newcomer, PASSWORD, register } from './newcomer';
import { headingOf, titleOf } from './page-client';
import { Participant } from './participant';
import { csrfTokenIn, StudioVisitor } from './studio-visitor';

describe('the studio without JavaScript', () => {
  const stack = sharedStack();
  const { submissionUrl: url, credentials } = stack;
  const { submission_url: apiUrl, program_id: programId } = credentials;
  let visitor: StudioVisitor;
  let person: Newcomer;
  let maker: Participant;

  const newcomer = async () => {
    const made = await StudioVisitor.newcomer(url, apiUrl);
    return { ...made, maker: new Participant(apiUrl, made.person.token, programId) };
  };

  beforeAll(async () => {
    ({ visitor, person, maker } = await newcomer());
  });

  const slugOf = (name: string) => `${name}-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 6)}`;

  describe('joining', () => {
    const fields = () => {
      const handle = slugOf('j');
      return {
        display_name: 'Noor Haddad',
        handle,
        email: `${handle}@example.com`,
        password: PASSWORD,
        birth_date: '2012-05-31',
      };
    };

    const formKey = async () => {
      const [, key = ''] =
        /name="form_key" value="([^"]+)"/.exec((await new StudioVisitor(url).open('/join')).html) ?? [];
      return key;
    };

    it('makes an account without a token, logs in and comes to the studio', async () => {
      const form = fields();
      const visitor = new StudioVisitor(url);
      expect((await visitor.open('/join')).html).toContain('href="/login"');
      const joined = await visitor.send('/join?next=%2Fstudio%2Fnew', form, { 'accept-language': 'zh-CN' });
      expect([joined.status, joined.headers.get('location')]).toEqual([303, '/studio/new']);
      const home = await visitor.open('/studio');
      expect(headingOf(home.html)).toBe('开始你的第一个项目');
      const [account] = await stack.query(
        'submission',
        `SELECT locale, birth_date::text, (SELECT count(*)::integer FROM api_tokens WHERE account_id = accounts.id) AS tokens FROM accounts WHERE handle = $1`,
        [form.handle],
      );
      expect(account).toEqual({ locale: 'zh-CN', birth_date: '2012-05-31', tokens: 0 });
    });

    it('twice with one form is joining once', async () => {
      const form = { ...fields(), form_key: await formKey() };
      const visitors = [new StudioVisitor(url), new StudioVisitor(url)];
      const answers = await Promise.all(visitors.map((each) => each.send('/join', form)));
      expect(answers.map(({ status }) => status)).toEqual([303, 303]);
      for (const each of visitors) expect((await each.open('/studio')).status).toBe(200);
      const again = await new StudioVisitor(url).send('/join', { ...form, password: 'another good password' });
      expect(again.status).toBe(409);
      expect(again.html).toContain('This handle is or was in use.');
    });

    it('again with another form, even with the right password, finds the handle taken', async () => {
      const form = fields();
      const send = (key: string) => new StudioVisitor(url).send('/join', { ...form, form_key: key });
      expect((await send(await formKey())).status).toBe(303);
      for (const key of ['', await formKey(), 'x']) {
        const { status, html, headers } = await send(key);
        expect([status, headers.getSetCookie()]).toEqual([409, []]);
        expect(html).toContain('This handle is or was in use.');
      }
    });

    it('makes an account of each person who sends one form', async () => {
      const key = { form_key: await formKey() };
      for (const form of [fields(), fields()]) {
        const person = new StudioVisitor(url);
        expect((await person.send('/join', { ...form, ...key })).status).toBe(303);
        expect((await person.open('/studio/settings')).html).toContain(form.email);
      }
    });

    it('again with one form an hour later finds the handle taken', async () => {
      const form = { ...fields(), form_key: await formKey() };
      const send = () => new StudioVisitor(url).send('/join', form);
      expect((await send()).status).toBe(303);
      await stack.query(
        'submission',
        `UPDATE accounts SET created_at = created_at - interval '61 minutes' WHERE handle = $1`,
        [form.handle],
      );
      expect((await send()).status).toBe(409);
    });

    it('keeps what was typed, but not the password, and says what is wrong at each field', async () => {
      const { email } = await register(apiUrl);
      const taken = await new StudioVisitor(url).send('/join', { ...fields(), email });
      expect(taken.status).toBe(409);
      expect(taken.html).toContain('There is an account with this email.');
      const form = { display_name: '', handle: 'No Or!', email: 'noor@', password: 'short', birth_date: '31.5.2012' };
      const { status, html } = await new StudioVisitor(url).send('/join', form);
      expect(status).toBe(400);
      for (const name of Object.keys(form)) expect(html).toContain(`id="${name}-error"`);
      expect(html).toContain('value="No Or!"');
      expect(html).not.toContain('short"');
      expect(titleOf(html)).toMatch(/^Error: /);
    });
  });

  describe('a project', () => {
    it('is created once, however often the form is sent', async () => {
      const slug = slugOf('loom');
      const csrfToken = csrfTokenIn((await visitor.open('/studio/new')).html);
      const form = { csrf_token: csrfToken, program_id: programId, name: 'Loom', slug };
      const answers = await Promise.all([visitor.send('/studio/new', form), visitor.send('/studio/new', form)]);
      for (const { status, headers } of answers)
        expect([status, headers.get('location')]).toEqual([303, `/studio/projects/${slug}`]);
      const other = await visitor.send('/studio/new', { ...form, name: 'Another loom' });
      expect(other.status).toBe(409);
      expect(other.html).toContain('This web address is or was in use.');
      expect(other.html).toContain('value="Another loom"');
    });

    it('is private until it has a README and a picture or a log, and is then published with one press', async () => {
      const slug = slugOf('hidden');
      const strangerSees = async () => (await new StudioVisitor(url).open(`/projects/${slug}`)).status;
      const page = `/studio/projects/${slug}`;
      const form = { program_id: programId, name: 'Hidden', slug, visibility: 'public' };
      expect((await visitor.fill('/studio/new', form)).status).toBe(303);
      expect(await strangerSees()).toBe(404);
      expect((await visitor.open('/studio')).html).toContain('Only you can see it');
      const details = { name: 'Hidden', tagline: '', tags: '', demo_urls: '', color: 'sky', visibility: 'public' };
      const early = await visitor.fill(`${page}/details`, details);
      expect(early.status).toBe(400);
      expect(early.html).toMatch(/id="visibility-error".*once it has a README text, and a picture or a log/s);
      await maker.putReadme(slug, 'It hides.');
      const { html } = await visitor.open(page);
      expect(html).toContain('You can publish it once it has a picture or a log.');
      const csrf = { csrf_token: csrfTokenIn(html) };
      await visitor.send(`${page}/publish`, csrf);
      expect(await strangerSees()).toBe(404);
      await maker.appendLog(slug, 'Day 1', 'It still hides.');
      expect((await visitor.open(page)).html).toContain(
        'everyone sees the README with its pictures, 1 log and your name',
      );
      const published = await visitor.send(`${page}/publish`, csrf);
      expect([published.status, published.headers.get('location')]).toEqual([303, `${page}/publish`]);
      expect(headingOf((await visitor.open(`${page}/publish`)).html)).toBe('Everyone can see it now');
      expect(await strangerSees()).toBe(200);
      expect((await visitor.open(page)).html).not.toContain('Only you can see it');
    });

    it('is created in a program that is seen with its prize, its last day and a link, and says what stays', async () => {
      const { html } = await visitor.open('/studio/new');
      expect(html).toContain('Prize: ');
      expect(html).toMatch(/Until \d{1,2} [A-Z][a-z]+ \d{4}|No last day/);
      expect(html).toContain(`href="/programs/${programId}"`);
      expect(html).toContain('The web address and the program stay.');
      const header = html.slice(html.indexOf('<header'), html.indexOf('</header>'));
      for (const path of ['/', '/programs']) expect(header).toContain(`href="${path}"`);
    });

    it('without a web address gets one suggested, which must be sent', async () => {
      const { visitor: fresh, person: someone } = await newcomer();
      const latin = await fresh.fill('/studio/new', { program_id: programId, name: `Röhre ${slugOf('x')}`, slug: '' });
      expect(latin.status).toBe(400);
      expect(/name="slug"[^>]*value="(rohre-x[^"]*)"/.test(latin.html)).toBe(true);
      const chinese = await fresh.fill('/studio/new', { program_id: programId, name: '清湖号', slug: '' });
      expect(chinese.html).toMatch(/name="slug"[^>]*value="qing-hu-hao(-\d+)?"/);
      const korean = await fresh.fill('/studio/new', { program_id: programId, name: '강', slug: '' });
      expect(korean.html).toContain(`${someone.handle.slice(0, 24)}-project"`);
      expect((await fresh.open('/studio')).html).toContain('Start your first project');
    });

    it.each([
      { slug: 'a', text: 'Use 3 to 32 characters' },
      { slug: 'studio', text: 'We need this word ourselves.' },
    ])('is not created as $slug', async ({ slug, text }) => {
      const { status, html } = await visitor.fill('/studio/new', { program_id: programId, name: 'Loom', slug });
      expect(status).toBe(400);
      expect(html).toContain(text);
    });

    it.each([
      { lang: 'en', says: 'You can have 1 project. Delete one that you no longer need' },
      { lang: 'zh-CN', says: '最多可以有 1 个项目。请删除一个不再需要的' },
    ])('is refused with the quota in $lang, and keeps what was typed', async ({ lang, says }) => {
      const { visitor: fresh, person: someone, maker: mine } = await newcomer();
      await mine.createProject();
      await stack.query(
        'submission',
        `INSERT INTO account_quotas (account_id, quota, quota_limit) VALUES ($1, 'projects', 1)`,
        [someone.id],
      );
      const form = { program_id: programId, name: 'One too many', slug: slugOf('q') };
      const refused = await fresh.fill(`/studio/new?lang=${lang}`, form);
      expect(refused.status).toBe(403);
      expect(refused.html).toContain(says);
      expect(refused.html).toContain('value="One too many"');
    });

    it('that staff have hidden says so to its maker, with the reason', async () => {
      const slug = await maker.createProject('Hidden boat');
      await callApi(apiUrl, 'POST', `/admin/projects/${slug}/hide`, {
        token: credentials.staff.admin,
        json: { reason: 'It shows a <stranger>.' },
      });
      const { status, html } = await visitor.open(`/studio/projects/${slug}/details`);
      expect([status, html.includes('Hidden by staff'), html.includes('It shows a &lt;stranger&gt;.')]).toEqual([
        200,
        true,
        true,
      ]);
      expect((await visitor.open('/studio')).html).toContain('Hidden by staff');
    });

    it('gets its details, and says what a completed one lacks', async () => {
      const slug = await maker.createProject('Weather');
      const path = `/studio/projects/${slug}/details`;
      const form = {
        name: '清湖号',
        tagline: 'A boat that measures',
        tags: 'Water, 水，boat\nwater',
        demo_urls: 'https://one.example\r\n\r\nhttp://two.example/a?b=c',
        color: 'sky',
        visibility: 'unlisted',
        project_status: 'in_progress',
      };
      const saved = await visitor.fill(path, form);
      expect([saved.status, saved.headers.get('location')]).toEqual([303, `${path}?saved=yes`]);
      expect((await visitor.open(`${path}?saved=yes`)).html).toContain('Details are saved.');
      const { body } = await maker.call('GET', `/projects/${slug}`);
      expect(body.data).toMatchObject({
        name: '清湖号',
        tags: ['water', '水', 'boat'],
        demo_urls: ['https://one.example', 'http://two.example/a?b=c'],
        color: 'sky',
        visibility: 'unlisted',
      });
      const completed = await visitor.fill(path, { ...form, name: 'Renamed', project_status: 'completed' });
      expect(completed.status).toBe(400);
      expect(completed.html).toContain('a README and a log are missing');
      expect(completed.html).toContain('value="Renamed"');
      expect((await maker.call<{ name: string }>('GET', `/projects/${slug}`)).body.data.name).toBe('清湖号');
      const wrong = await visitor.fill(path, { ...form, name: ' ', demo_urls: 'ftp://x', tags: 'a'.repeat(33) });
      for (const name of ['name', 'demo_urls', 'tags']) expect(wrong.html).toContain(`id="${name}-error"`);
      await maker.putReadme(slug, '# Boat');
      await maker.appendLog(slug, 'One', 'Text');
      expect((await visitor.fill(path, { ...form, project_status: 'completed' })).status).toBe(303);
    });

    it('is deleted only when its web address is typed, and only in some states', async () => {
      const slug = await maker.createProject('To delete');
      const path = `/studio/projects/${slug}/details`;
      const wrong = await visitor.fill(path, { confirm_slug: 'something' }, { action: `${path}/delete` });
      expect(wrong.status).toBe(400);
      expect(wrong.html).toContain('This is not the web address of this project.');
      const deleted = await visitor.fill(path, { confirm_slug: slug }, { action: `${path}/delete` });
      expect([deleted.status, deleted.headers.get('location')]).toEqual([303, '/studio']);
      expect((await visitor.open(path)).status).toBe(404);
    });
  });

  it('says that an email waits to be confirmed, and sends the mail again', async () => {
    const { visitor: fresh, person: someone } = await newcomer();
    expect((await fresh.open('/studio')).html).toContain(`We sent a mail to <bdi>${someone.email}</bdi>`);
    const action = '/studio/settings/confirm-email';
    const sent = await fresh.fill('/studio', { from: 'home' }, { action });
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/studio?mail=sent']);
    expect((await fresh.open('/studio?mail=sent')).html).toContain('it is on its way');
    await stack.query('submission', 'UPDATE accounts SET email_confirmed_at = now() WHERE id = $1', [someone.id]);
    expect((await fresh.open('/studio')).html).not.toContain('We sent a mail to');
  });

  it('lists what is my turn first, and says the next step', async () => {
    const { visitor: fresh, maker: other } = await newcomer();
    const waiting = await other.createReadyProject('[sandbox:review=recommend] ready');
    const draft = await other.createProject('Draft');
    await other.putReadme(draft, '# Draft', { 'front.png': await drawImage() });
    await other.call('POST', `/projects/${waiting}/review/request`);
    const { html } = await fresh.open('/studio');
    expect(html.indexOf(`/studio/projects/${draft}/logs`)).toBeGreaterThan(0);
    expect(html).toContain('Your turn: write a log');
    expect(html.match(/ui-button-primary/g)).toHaveLength(1);
  });

  describe('belongs to its owner', () => {
    it('says so for a public project of another, and hides a private one like an absent one', async () => {
      const { maker: other } = await newcomer();
      const slug = await other.createProject('Theirs');
      const foreign = await visitor.open(`/studio/projects/${slug}/details`);
      expect(foreign.status).toBe(403);
      expect(headingOf(foreign.html)).toBe('This project belongs to somebody else');
      expect(foreign.html).toContain(`href="/projects/${slug}"`);
      await other.call('PATCH', `/projects/${slug}`, { json: { visibility: 'private' } });
      const hidden = await visitor.open(`/studio/projects/${slug}/details`);
      const absent = await visitor.open('/studio/projects/never-made/details');
      expect([hidden.status, absent.status]).toEqual([404, 404]);
      expect(headingOf(hidden.html)).toBe(headingOf(absent.html));
    });

    it('takes no token instead of a session', async () => {
      const { status } = await new StudioVisitor(url).open('/studio', { authorization: `Bearer ${person.token}` });
      expect(status).toBe(303);
    });
  });

  describe('after the session has ended', () => {
    it('keeps what was typed through the log-in, and sends it when told to', async () => {
      const { visitor: fresh, person: someone, maker: mine } = await newcomer();
      const slug = await mine.createProject('Before');
      const path = `/studio/projects/${slug}/details`;
      const form = {
        csrf_token: csrfTokenIn((await fresh.open(path)).html),
        name: 'After "all"',
        tagline: '',
        tags: 'a, b',
        demo_urls: 'https://one.example\nhttps://two.example',
        color: 'rose',
        visibility: 'public',
        project_status: 'in_progress',
      };
      fresh.forget();
      const asked = await fresh.send(path, form);
      expect(asked.status).toBe(401);
      expect(headingOf(asked.html)).toBe('Log in to go on');
      expect(asked.html).toContain('value="After &quot;all&quot;"');
      const { csrf_token: _, ...kept } = form;
      const wrong = await fresh.send(path, { ...kept, log_in_email: someone.email, log_in_password: 'wrong' });
      expect(wrong.status).toBe(401);
      expect(wrong.html).toContain('value="After &quot;all&quot;"');
      const back = await fresh.send(path, { ...kept, log_in_email: someone.email, log_in_password: PASSWORD });
      expect(back.status).toBe(200);
      expect(headingOf(back.html)).toBe('You are logged in again');
      expect(back.html).toContain('https://two.example</textarea>');
      expect((await mine.call<{ name: string }>('GET', `/projects/${slug}`)).body.data.name).toBe('Before');
      const sent = await fresh.send(path, { ...kept, csrf_token: csrfTokenIn(back.html) });
      expect(sent.status).toBe(303);
      const { body } = await mine.call<{ name: string }>('GET', `/projects/${slug}`);
      expect(body.data).toMatchObject({ name: 'After "all"', color: 'rose' });
    });

    it('shows a form of an earlier session again, and does nothing', async () => {
      const { visitor: fresh, person: someone, maker: mine } = await newcomer();
      const slug = await mine.createProject('Before');
      const path = `/studio/projects/${slug}/details`;
      const form = { csrf_token: csrfTokenIn((await fresh.open(path)).html), name: 'After' };
      await fresh.logIn(someone.email);
      const shown = await fresh.send(path, form, { 'sec-fetch-site': 'same-origin' });
      expect(shown.status).toBe(403);
      expect(headingOf(shown.html)).toBe('Your log-in has changed');
      expect(csrfTokenIn(shown.html)).not.toBe(form.csrf_token);
      expect(shown.html).toContain('value="After"');
      const elsewhere = await fresh.send(path, form);
      expect(elsewhere.html).not.toContain('value="After"');
    });

    it('reads no byte of files', async () => {
      const body = new FormData();
      body.set('title', 'A log');
      const response = await fetch(`${url}/studio/new`, { method: 'POST', body, redirect: 'manual' });
      expect(response.status).toBe(401);
      expect(headingOf(await response.text())).toBe('Log in first');
    });
  });

  it('has a draft of each form that one types into, but of no recipient and no confirmation', async () => {
    const { visitor: fresh, maker: mine } = await newcomer();
    const [slug, approved] = [await mine.createProject(), await mine.createProject()];
    await stack.query('submission', `UPDATE projects SET state = 'approved_to_ship' WHERE slug = $1`, [approved]);
    const typedWithoutDraft = async (path: string) => {
      const { html } = await fresh.open(`/studio${path}`);
      const forms = [...html.matchAll(/<form [^]*?<\/form>/g)].filter(([form]) => !form.includes('data-draft='));
      const fields = forms.flatMap(([form]) => [...form.matchAll(/<(?:input|textarea) [^>]*>/g)]);
      return fields.flatMap(([field]) =>
        /type="(?:hidden|password|file|checkbox|radio)"/.test(field)
          ? []
          : (/name="([^"]+)"/.exec(field)?.slice(1) ?? []),
      );
    };
    expect(await typedWithoutDraft('/new')).toEqual([]);
    expect(await typedWithoutDraft('/settings')).toEqual(['confirm_handle']);
    expect(await typedWithoutDraft(`/projects/${slug}/details`)).toEqual(['confirm_slug']);
    expect(await typedWithoutDraft(`/projects/${slug}/logs`)).toEqual([]);
    expect(await typedWithoutDraft(`/projects/${approved}/shipping`)).toEqual([
      'recipient_name',
      'recipient_phone',
      'recipient_address',
    ]);
  });

  it('says why for a suspended account', async () => {
    const { visitor: fresh, person: someone } = await newcomer();
    await callApi(apiUrl, 'PATCH', `/admin/accounts/${someone.id}`, {
      token: credentials.staff.admin,
      json: { suspended: true },
    });
    const { status, html } = await fresh.open('/studio');
    expect(status).toBe(303);
    const refused = await fresh.send('/login', { email: someone.email, password: PASSWORD });
    expect(refused.status).toBe(403);
    expect(refused.html).toContain('This account is suspended.');
    const chinese = await fresh.send('/login?lang=zh-CN', { email: someone.email, password: PASSWORD });
    expect(chinese.html).toContain('这个账号已被停用');
    expect(chinese.html).not.toContain('suspended');
    expect(html).not.toContain('suspended');
  });
});
