import { randomUUID } from 'node:crypto';
import { drawImage, sharedStack } from '@shipyard/testing';
import { LogFormSender, logsPath } from './log-form-sender';
import { PASSWORD } from './newcomer';
import { headingOf } from './page-client';
import { logForm, Participant } from './participant';
import { csrfTokenIn, StudioVisitor } from './studio-visitor';

const TOO_LARGE = 5 * 1024 * 1024 + 1;

describe('the log page', () => {
  const stack = sharedStack();
  const { submissionUrl: site, credentials } = stack;
  let visitor: StudioVisitor;
  let sender: LogFormSender;
  let maker: Participant;
  let photo: Buffer;

  beforeAll(async () => {
    const newcomer = await StudioVisitor.newcomer(site, credentials.submission_url);
    visitor = newcomer.visitor;
    sender = new LogFormSender(site, visitor);
    maker = new Participant(credentials.submission_url, newcomer.person.token, credentials.program_id);
    photo = await drawImage({ width: 640, height: 480 });
  });

  const logsOf = async (slug: string) => (await maker.status(slug)).project.logs;

  const send = (...sent: Parameters<LogFormSender['send']>) => sender.send(...sent);
  const openForm = (...opened: Parameters<LogFormSender['open']>) => sender.open(...opened);

  it('publishes a log with its photos in their order, and focuses its heading', async () => {
    const slug = await maker.createProject('Boat');
    const other = await drawImage({ width: 300, height: 200, color: '#aa2200' });
    const sent = await send(slug, { ...(await openForm(slug)), title: 'Première', text: 'One.\r\n\r\n你好' }, [
      { name: 'a.png', bytes: photo },
      { field: 'more_photos', name: 'b.png', bytes: other },
      { field: 'more_photos', name: 'c.png', bytes: photo },
    ]);
    expect([sent.status, sent.location]).toEqual([303, `${logsPath(slug)}?published=yes`]);
    const [log] = await logsOf(slug);
    expect(log).toMatchObject({ sequence: 1, title: 'Première', content_md: 'One.\n\n你好' });
    expect(log?.image_urls).toHaveLength(3);
    expect(log?.image_urls[2]).toBe(log?.image_urls[0]);
    const { html } = await visitor.open(`${logsPath(slug)}?published=yes`);
    expect(html).toMatch(/<h3 class="ui-heading ui-log-title" tabindex="-1" autofocus="">/);
    expect([
      headingOf(html),
      html.includes('<summary class="ui-button ui-button-secondary">Write log 2</summary>'),
    ]).toEqual(['Logs', true]);
    // The next step stands in the log, because the page is scrolled there.
    expect(html).toMatch(
      /<li class="ui-log ui-log-new"[^]*Log 1 is published\.<[^]*Your turn: write the README[^]*<h3 class="ui-heading ui-log-title"/,
    );
  });

  it('keeps what describes each photo, in their order, and shows it in their place', async () => {
    const slug = await maker.createProject('Boat');
    const bow = await drawImage({ width: 300, height: 200, color: '#aa2200' });
    const fields = { ...(await openForm(slug)), title: 'Described', text: 'One.' };
    const form = { ...fields, caption_1: 'The "bow" & <mast>', caption_3: '船尾' };
    const photos = [
      { name: 'a.png', bytes: photo },
      { field: 'photo_3', name: 'c.png', bytes: bow },
    ];
    const long = await send(slug, { ...form, caption_3: '船'.repeat(301) }, photos);
    expect(long.status).toBe(400);
    expect(long.html).toMatch(/id="caption_3-error">.*Use at most 300 characters on one line/);
    expect(long.html).toContain('value="The &quot;bow&quot; &amp; &lt;mast&gt;"');
    expect((await send(slug, form, photos)).status).toBe(303);
    expect((await logsOf(slug))[0]?.captions).toEqual(['The "bow" & <mast>', '船尾']);
    const page = await (await fetch(`${site}/projects/${slug}`)).text();
    for (const alt of ['The &quot;bow&quot; &amp; &lt;mast&gt;', '船尾']) expect(page).toContain(`alt="${alt}"`);
  });

  it('takes descriptions of the images that an API call sends, and no more', async () => {
    const slug = await maker.createProject('Boat');
    const images = [photo, await drawImage({ width: 300, height: 200, color: '#aa2200' }), photo];
    const e = 'e\u0301';
    const { log } = (await maker.appendLog(slug, 'A', 'B', images, ['', ` caf${e} ${'😀'.repeat(295)}`])).body.data;
    expect([log.captions, log.image_urls.length]).toEqual([['', `café ${'😀'.repeat(295)}`, ''], 3]);
    expect(await logsOf(slug)).toEqual([log]);
    expect((await maker.appendLog(slug, 'A', 'B', [photo])).body.data.log.captions).toEqual(['']);
    const refused = async (captions: string[]) => {
      const { status, body } = await maker.appendLog(slug, 'A', 'B', [photo], captions);
      return [status, 'error' in body && body.error];
    };
    for (const captions of [['a', 'b'], ['a'.repeat(301)], ['a\nb'], Array<string>(33).fill('')])
      expect(await refused(captions)).toEqual([400, 'VALIDATION_FAILED']);
    const headers = { 'idempotency-key': randomUUID() };
    const again = async (caption: string) =>
      (await maker.call('POST', `/projects/${slug}/logs`, { form: logForm('A', 'B', [photo], [caption]), headers }))
        .status;
    expect([await again('a'), await again('a'), await again('b')]).toEqual([201, 201, 409]);
  });

  it('publishes Markdown, in which a line end stays one, with the photos below', async () => {
    const slug = await maker.createProject('Boat');
    const bow = await drawImage({ width: 300, height: 200, color: '#aa2200' });
    const stored = (await maker.uploadAsset(await maker.projectId(slug), bow)).body.data.file_id;
    const text = `**Dry** run\r\nno leak\r\n\r\n- one\r\n- two\r\n\r\n![bow](${stored})`;
    const form = { ...(await openForm(slug)), title: 'Bold', text };
    const looked = await send(slug, form, [], { path: `${logsPath(slug)}/preview` });
    expect([looked.status, await logsOf(slug)]).toEqual([200, []]);
    const sent = await send(slug, form, [{ name: 'a.png', bytes: photo }]);
    expect(sent.status).toBe(303);
    const [log] = await logsOf(slug);
    expect(log?.content_md).toBe(text.replaceAll('\r\n', '\n').replace('run', 'run  ').replace('one', 'one  '));
    expect(log?.content_html).toContain('<strong>Dry</strong> run<br />no leak');
    expect(log?.image_urls).toHaveLength(2);
    for (const shown of ['<strong>Dry</strong> run<br />no leak', '<li>two</li>'])
      expect([log?.content_html, looked.html]).toEqual([
        expect.stringContaining(shown),
        expect.stringContaining(shown),
      ]);
    expect(looked.html).toMatch(
      /<h2[^>]* autofocus=""[^>]*>What visitors will see[^]*Bold<[^]*<form[^]*value="Bold"[^]*\*\*Dry\*\* run/,
    );
  });

  it.each([
    { of: 'no text', text: ' ', says: 'Write what you did.' },
    { of: 'a picture that nobody sent', text: '![bow](bow.png)', says: 'names a picture that is not in this project' },
    { of: 'much text', text: 'long '.repeat(14_000), says: 'The text is larger than 64 KB.' },
  ])('refuses $of in the preview as when it is published', async ({ text, says }) => {
    const slug = await maker.createProject('Boat');
    const form = { ...(await openForm(slug)), title: 'Kept', text };
    for (const path of [`${logsPath(slug)}/preview`, logsPath(slug)]) {
      const refused = await send(slug, form, [], { path });
      expect([refused.status, refused.html.includes(says), refused.html.includes('value="Kept"')]).toEqual([
        400,
        true,
        true,
      ]);
    }
    expect(await logsOf(slug)).toEqual([]);
  });

  it('shows no preview without the CSRF token, and leads from its URL to the form', async () => {
    const slug = await maker.createProject('Boat');
    const path = `${logsPath(slug)}/preview`;
    const form = { ...(await openForm(slug)), csrf_token: 'x', title: 'Kept', text: '**Dry**' };
    const refused = await send(slug, form, [{ name: 'a.png', bytes: photo }], { path });
    expect([refused.status, refused.html.includes('<strong>')]).toEqual([403, false]);
    expect((await visitor.open(path)).headers.get('location')).toBe(logsPath(slug));
  });

  it('publishes once when the form is sent twice, at once or later', async () => {
    const slug = await maker.createProject('Boat');
    const form = { ...(await openForm(slug)), title: 'Once', text: 'Only once.' };
    const photos = [{ name: 'a.png', bytes: photo }];
    const both = await Promise.all([send(slug, form, photos), send(slug, form, photos)]);
    expect([...both, await send(slug, form, photos)].map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await logsOf(slug)).toHaveLength(1);
  });

  it('keeps another log that is written into a form that was used', async () => {
    const slug = await maker.createProject('Boat');
    const form = { ...(await openForm(slug)), title: 'One', text: 'First.' };
    await send(slug, form);
    const again = await send(slug, { ...form, text: 'Second.' });
    expect([again.status, again.html.includes('Second.</textarea>')]).toEqual([400, true]);
    expect(again.html).toContain('This form has published a log already.');
    const [, key = ''] = /name="form_key" value="([^"]+)"/.exec(again.html) ?? [];
    expect((await send(slug, { ...form, form_key: key, text: 'Second.' })).status).toBe(303);
    expect(await logsOf(slug)).toHaveLength(2);
  });

  it.each([
    { of: 'a file that is no picture', bytes: Buffer.from('no picture'), says: 'is damaged or of a wrong kind' },
    { of: 'a photo that is too large', bytes: Buffer.alloc(TOO_LARGE), says: 'is too large' },
  ])('names $of, keeps the text, and publishes nothing', async ({ bytes, says }) => {
    const slug = await maker.createProject('Boat');
    const fields = { ...(await openForm(slug)), title: 'Kept title', text: 'Kept text' };
    const refused = await send(slug, fields, [
      { name: 'good.png', bytes: photo },
      { field: 'photo_2', name: 'bad <1>.png', bytes },
    ]);
    expect(refused.status).toBe(400);
    expect(refused.html).toMatch(new RegExp(`id="photo_2-error">.*bad &lt;1&gt;\\.png” ${says}`));
    expect(refused.html).not.toContain('id="photo_1-error"');
    expect(refused.html).toContain('value="Kept title"');
    expect(refused.html).toContain('Kept text</textarea>');
    expect(await logsOf(slug)).toHaveLength(0);
    expect((await send(slug, fields, [{ name: 'good.png', bytes: photo }])).status).toBe(303);
  });

  it('says at each field what is wrong', async () => {
    const slug = await maker.createProject('Boat');
    const form = await openForm(slug);
    const empty = await send(slug, { ...form, title: ' ', text: '' });
    expect([empty.status, empty.html.match(/ui-field-error/g)?.length]).toEqual([400, 2]);
    const long = await send(slug, { ...form, title: 'x'.repeat(121), text: 'y' });
    expect(long.html).toContain('Use a title of 1 to 120 characters');
    expect(long.html).not.toContain('maxLength');
    const much = await send(slug, { ...form, title: 'x', text: '长'.repeat(22_000) });
    expect([much.status, much.html.includes('The text is larger than 64 KB.')]).toEqual([400, true]);
  });

  it('stores nothing of a form without its CSRF token, and shows the text again', async () => {
    const slug = await maker.createProject('Boat');
    const { form_key: key = '' } = await openForm(slug);
    const refused = await send(slug, { csrf_token: 'x', form_key: key, title: 'Kept', text: 'Text' }, [
      { name: 'a.png', bytes: photo },
    ]);
    expect([refused.status, await logsOf(slug)]).toEqual([403, []]);
    expect(refused.html).toContain('value="Kept"');
    expect(refused.html).toContain('encType="multipart/form-data"');
    const fields = { csrf_token: csrfTokenIn(refused.html), form_key: key, title: 'Kept', text: 'Text' };
    expect((await send(slug, fields)).status).toBe(303);
  });

  it('keeps the text through a log-in without JavaScript, and asks for the photos again', async () => {
    const { visitor: fresh, person } = await StudioVisitor.newcomer(site, credentials.submission_url);
    const own = new Participant(credentials.submission_url, person.token, credentials.program_id);
    const slug = await own.createProject('Boat');
    const { csrf_token: token = '', ...form } = await openForm(slug, fresh);
    const kept = { ...form, title: 'Kept "title"', text: '写了很久\n\nText' };
    fresh.forget();
    const asked = await send(
      slug,
      { csrf_token: token, ...kept },
      [{ name: 'a.png', bytes: Buffer.alloc(4 * 1024 * 1024) }],
      { cookie: '' },
    );
    expect([asked.status, headingOf(asked.html)]).toEqual([401, 'Log in to go on']);
    expect(asked.html).toContain('name="text" value="写了很久');
    const logIn = { ...kept, log_in_email: person.email, log_in_password: PASSWORD };
    expect((await fresh.send(logsPath(slug), { ...logIn, log_in_password: 'wrong' })).html).toContain('写了很久');
    const back = await fresh.send(logsPath(slug), logIn);
    expect([back.status, headingOf(back.html)]).toEqual([200, 'You are logged in again']);
    expect(back.html).toContain('Choose the photos again');
    const again = { csrf_token: csrfTokenIn(back.html), ...kept };
    const sent = await send(slug, again, [{ name: 'a.png', bytes: photo }], { cookie: fresh.cookie });
    expect(sent.status).toBe(303);
    const [log] = (await own.status(slug)).project.logs;
    expect([log?.title, log?.content_md, log?.image_urls.length]).toEqual(['Kept "title"', '写了很久\n\nText', 1]);
  });

  it('shows the text again if somebody logged in elsewhere meanwhile', async () => {
    const slug = await maker.createProject('Boat');
    const { form_key: key = '' } = await openForm(slug);
    const carried = { form_key: key, title: 'Kept', text: 'Text', log_in_email: 'a@example.com', log_in_password: 'x' };
    const shown = await visitor.send(logsPath(slug), carried, { 'sec-fetch-site': 'same-origin' });
    expect([shown.status, shown.html.includes('value="Kept"')]).toEqual([403, true]);
    const again = { form_key: key, title: 'Kept', text: 'Text', csrf_token: csrfTokenIn(shown.html) };
    expect((await send(slug, again)).status).toBe(303);
  });

  it('refuses photos before the form has shown its token', async () => {
    const slug = await maker.createProject('Boat');
    const { csrf_token: token = '', form_key: key = '' } = await openForm(slug);
    const form = new FormData();
    form.append('photo_1', new Blob([new Uint8Array(photo)]), 'a.png');
    for (const [name, value] of Object.entries({ csrf_token: token, form_key: key, title: 'a', text: 'b' }))
      form.set(name, value);
    const { status } = await fetch(site + logsPath(slug), {
      method: 'POST',
      body: form,
      headers: { cookie: visitor.cookie },
    });
    expect([status, await logsOf(slug)]).toEqual([403, []]);
  });

  it('takes no form without a session, from another site, or for a project of another', async () => {
    const slug = await maker.createProject('Boat');
    const form = { ...(await openForm(slug)), title: 'a', text: 'b' };
    expect((await send(slug, form, [], { cookie: 'none=1' })).status).toBe(401);
    const { visitor: stranger } = await StudioVisitor.newcomer(site, credentials.submission_url);
    const own = { ...form, csrf_token: csrfTokenIn((await stranger.open('/studio')).html) };
    expect((await send(slug, own, [], { cookie: stranger.cookie })).status).toBe(403);
    expect(await logsOf(slug)).toHaveLength(0);
  });

  it('leads to older logs', async () => {
    const slug = await maker.createProject('Boat');
    for (let at = 1; at <= 51; at += 1) await maker.appendLog(slug, `Day ${at}`, 'Done.');
    const { html } = await visitor.open(logsPath(slug));
    expect([html.includes('Day 2<'), html.includes('Day 1<')]).toEqual([true, false]);
    const [, older = ''] = /href="(\?cursor=[^"]+)"/.exec(html) ?? [];
    const page = await visitor.open(logsPath(slug) + older);
    expect([headingOf(page.html), page.html.includes('Day 1<')]).toEqual(['Older logs', true]);
  });
});
