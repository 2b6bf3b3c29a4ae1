import { randomUUID } from 'node:crypto';
import { sharedStack, waitUntil } from '@shipyard/testing';
import { findingsInLook, LOOKS, shapelessOf, sidewaysInChinese, startBrowser, visit } from '@shipyard/testing/browser';
import { PASSWORD, register } from './newcomer';
import { openPage } from './page-client';
import { staffParty } from './staff-party';
import { formIn, StudioVisitor } from './studio-visitor';

const LIST = '/console/programs';
const NEW = '/console/new-program';

describe('the organiser’s part of the console', () => {
  const stack = sharedStack();
  const { submissionUrl: site, credentials } = stack;
  const { owner, admin, inState, setState } = staffParty(stack);
  const logins = credentials.staff_logins;

  let visitor: StudioVisitor;

  const enter = async ({ email, password }: { email: string; password: string }) => {
    const entered = new StudioVisitor(site);
    await entered.logIn(email, password);
    return entered;
  };
  /** Presses a button of the form of the page with these fields changed. */
  const press = async (path: string, step: string, fields: Record<string, string> = {}) => {
    const action = path.split('?')[0] ?? path;
    return visitor.send(action, { ...formIn((await visitor.open(path)).html, action), ...fields, step });
  };
  const programOf = async (id: string) => {
    const { body } = await admin.call<{ programs: { id: string }[] }>('GET', '/admin/programs');
    return body.data.programs.find((program) => program.id === id);
  };
  const newId = () => `river-${randomUUID().slice(0, 8)}`;
  const FIELDS = {
    name: 'River and Rain',
    tagline: 'Measure the water',
    description_md: 'Build a **gauge**.',
    starts_on: '2020-01-01',
    ends_on: '2040-12-31',
    logs_required: '2',
    interview_questions: '0',
    rubric: 'idea: Is it new?\nDoes it work?',
    prize: 'posted',
    prize_name: 'A board',
    documents: 'Rules of the river https://example.com/rules',
  };
  const created = async (fields: Record<string, string> = {}) => {
    const id = newId();
    expect((await press(NEW, 'save', { ...FIELDS, id, ...fields })).status).toBe(303);
    return id;
  };

  beforeAll(async () => {
    visitor = await enter(logins.admin);
  });

  it('is closed to participants and to other staff', async () => {
    const { email } = await register(credentials.submission_url);
    for (const login of [{ email, password: PASSWORD }, logins.reviewer, logins.fulfilment]) {
      const other = await enter(login);
      for (const path of [LIST, NEW, `${LIST}/${credentials.program_id}/edit`])
        expect((await other.open(path)).status).toBe(403);
      const { csrf_token: token = '' } = formIn((await other.open('/studio')).html, '/logout');
      expect((await other.send(`${LIST}/${credentials.program_id}/close`, { csrf_token: token })).status).toBe(403);
    }
    expect(await programOf(credentials.program_id)).toMatchObject({ closed: false });
  });

  it('goes from nothing to a program, a copy and a closed one', async () => {
    const id = newId();
    const made = await press(NEW, 'save', { ...FIELDS, id });
    expect([made.status, made.headers.get('location')]).toEqual([303, `${LIST}/${id}?done=created`]);
    expect(await programOf(id)).toMatchObject({
      name: 'River and Rain',
      description_md: 'Build a **gauge**.',
      starts_at: '2020-01-01T00:00:00.000Z',
      ends_at: '2040-12-31T23:59:59.000Z',
      logs_required: 2,
      interview_questions: 0,
      rubric: [
        { id: 'idea', label: 'Is it new?' },
        { id: 'does-it-work', label: 'Does it work?' },
      ],
      prize: { name: 'A board', hardware: true },
      docs: [{ id: 'rules-of-the-river', title: 'Rules of the river', url: 'https://example.com/rules' }],
      open: true,
    });
    expect((await visitor.open(LIST)).html).toContain(`href="${LIST}/${id}"`);

    const copy = await visitor.open(`${NEW}?copy=${id}`);
    const filled = formIn(copy.html, NEW);
    expect(filled).toMatchObject({ name: 'River and Rain', id: '', starts_on: '', ends_on: '', copy: id });
    const copyId = newId();
    expect((await visitor.send(NEW, { ...filled, id: copyId, step: 'save' })).status).toBe(303);
    expect(await programOf(copyId)).toMatchObject({ tagline: 'Measure the water', starts_at: null, logs_required: 2 });

    const page = await visitor.open(`${LIST}/${copyId}`);
    expect(page.html).toContain('nobody can start a new project here');
    const closed = await visitor.send(`${LIST}/${copyId}/close`, formIn(page.html, `${LIST}/${copyId}/close`));
    expect(closed.headers.get('location')).toBe(`${LIST}/${copyId}?done=closed`);
    expect(await programOf(copyId)).toMatchObject({ closed: true, open: false });
    const again = await visitor.open(`${LIST}/${copyId}`);
    expect(
      (await visitor.send(`${LIST}/${copyId}/reopen`, formIn(again.html, `${LIST}/${copyId}/reopen`))).status,
    ).toBe(303);
    expect(await programOf(copyId)).toMatchObject({ closed: false, open: true });
    const log = await stack.query(
      'submission',
      'SELECT action, document_id FROM program_audit_entries WHERE program_id = $1 ORDER BY id',
      [copyId],
    );
    expect(log).toEqual([
      { action: 'create_program', document_id: null },
      { action: 'put_document', document_id: 'rules-of-the-river' },
      { action: 'change_program', document_id: null },
      { action: 'change_program', document_id: null },
    ]);
  });

  it('keeps what was typed when it refuses, beside what is wrong', async () => {
    const wrong = {
      ...FIELDS,
      ...{ id: 'River!', name: '', starts_on: '2041-01-01', logs_required: 'many', rubric: 'a: One\na: Two' },
      ...{ documents: 'Rules of the river', prize: 'none' },
    };
    const { status, html } = await press(NEW, 'save', wrong);
    expect(status).toBe(400);
    const { csrf_token: _, ...kept } = formIn(html, NEW);
    expect(kept).toMatchObject(wrong);
    for (const [field, text] of Object.entries({
      id: 'Use 1 to 64 characters',
      name: 'Use 1 to 80 characters',
      ends_on: 'The end must come after the beginning.',
      logs_required: 'Write a number from 1 to 1,000.',
      prize: 'The prize has a name.',
      rubric: 'Line 2: This id stands on an earlier line.',
      documents: 'Line 1: Write a title',
    }))
      expect(html.slice(html.indexOf(`id="${field}-error"`)).split('</p>')[0]).toContain(text);
    const taken = await press(NEW, 'save', { ...FIELDS, id: credentials.program_id });
    expect([taken.status, taken.html.includes('Another program has this id.')]).toEqual([400, true]);
    const long = await press(NEW, 'save', { ...FIELDS, id: newId(), description_md: 'x'.repeat(65 * 1024) });
    expect([long.status, long.html.includes('x'.repeat(65 * 1024))]).toEqual([413, true]);
  });

  it('shows the public page before anything is stored, and the form again', async () => {
    const id = await created();
    const edit = `${LIST}/${id}/edit`;
    const before = await programOf(id);
    const typed = {
      name: 'River and Sea',
      description_md: '\nA **salt** gauge.',
      documents: '',
      prize: 'none',
      prize_name: '',
    };
    const preview = await press(edit, 'preview', typed);
    expect(preview.status).toBe(200);
    expect(preview.html).toContain('<strong>salt</strong>');
    expect(preview.html).toContain('River and Sea');
    expect(preview.html).not.toContain('href="https://example.com/rules"');
    expect(await programOf(id)).toEqual(before);
    const back = await visitor.send(edit, { ...formIn(preview.html, edit), step: 'edit' });
    expect(formIn(back.html, edit)).toMatchObject({ name: 'River and Sea', documents: '' });
    const fresh = newId();
    expect((await press(NEW, 'preview', { ...FIELDS, id: fresh })).html).toContain('Start a project here');
    expect(await programOf(fresh)).toBeUndefined();
    for (const [name, made] of [
      ['Grüne Tonne', 'grune-tonne'],
      ['冬天的灯', 'dong-tian-de-deng'],
    ] as const) {
      const unnamed = await press(NEW, 'preview', { ...FIELDS, id: '', name });
      expect(formIn(unnamed.html, NEW)).toMatchObject({ id: made });
    }
  });

  it('does not overwrite what another admin saved meanwhile, unless told again', async () => {
    const id = await created();
    const edit = `${LIST}/${id}/edit`;
    const opened = formIn((await visitor.open(edit)).html, edit);
    await admin.call('PATCH', `/admin/programs/${id}`, { json: { tagline: 'Theirs' } });
    const late = await visitor.send(edit, { ...opened, tagline: 'Mine', documents: '', step: 'save' });
    expect([late.status, late.html.includes('Somebody else changed this program')]).toEqual([409, true]);
    expect(await programOf(id)).toMatchObject({ tagline: 'Theirs' });
    const again = formIn(late.html, edit);
    expect(again).toMatchObject({ tagline: 'Mine' });
    expect((await visitor.send(edit, { ...again, step: 'save' })).status).toBe(303);
    expect(await programOf(id)).toMatchObject({ tagline: 'Mine', docs: [] });
    const { status, html } = await openPage(site, `/programs/${id}`);
    expect([status, html.includes('Mine')]).toEqual([200, true]);
  });

  it('counts how far the projects came', async () => {
    const id = await created();
    expect((await visitor.open(`${LIST}/${id}`)).html).toContain('Nobody has started a project here yet.');
    const slugs = await Promise.all([1, 2, 3, 4].map(() => owner.createProject()));
    await stack.query('submission', 'UPDATE projects SET program_id = $1 WHERE slug = ANY ($2)', [id, slugs]);
    const [, first = '', second = '', third = ''] = slugs;
    await setState(first, 'changes_requested');
    await setState(second, 'interviewing');
    await setState(third, 'approved_to_ship');
    const { html } = await visitor.open(`${LIST}/${id}`);
    expect(html).toContain('1 person joined.');
    expect(html).toContain(
      'Of 4 projects, 3 asked for a review, 2 got a recommendation or came further, 1 got the approval, and 0 shipped.',
    );
    const list = (await visitor.open(LIST)).html;
    const row = list.slice(list.indexOf(`href="${LIST}/${id}"`)).split('</tr>')[0] ?? '';
    expect([...row.matchAll(/table-number"[^>]*><div>(\d+)</g)].map(([, count]) => count)).toEqual(['4', '1', '0']);
  });

  it('says where the list of programs goes on', async () => {
    const id = await created();
    expect((await visitor.open(`${LIST}?after=${id}`)).html).not.toContain(`href="${LIST}/${id}"`);
    const { status, html } = await visitor.open(`${LIST}?after=no-such-program`);
    expect([status, html.includes('There are no more programs.')]).toEqual([200, true]);
    expect((await visitor.open(`${LIST}/no-such-program`)).status).toBe(404);
  });

  it('offers prepared phrases to reviewers, who put them into a reason without script', async () => {
    const id = await created();
    const path = `${LIST}/${id}/phrases`;
    const reviewer = await enter(logins.reviewer);
    const form = formIn((await reviewer.open(path)).html, path);
    const phrases = 'Show the wiring.\nA photo is enough.\n\nMeasure it twice.';
    const many = await reviewer.send(path, { ...form, phrases: Array.from({ length: 31 }, () => 'a').join('\n\n') });
    expect([many.status, many.html.includes('There are more than 30 phrases.')]).toEqual([400, true]);
    expect((await reviewer.send(path, { ...form, phrases })).headers.get('location')).toBe(`${path}?done=saved`);
    const late = await visitor.send(path, {
      ...formIn((await visitor.open(path)).html, path),
      seen: '',
      phrases: 'Mine',
    });
    expect([late.status, formIn(late.html, path).phrases]).toEqual([409, 'Mine']);
    expect((await (await enter(logins.fulfilment)).open(path)).status).toBe(403);

    const slug = await inState('recommended');
    const page = `/console/reviews/${slug}`;
    expect((await reviewer.open(page)).html).not.toContain('Measure it twice.');
    await stack.query('submission', 'UPDATE projects SET program_id = $1 WHERE slug = $2', [id, slug]);
    const decide = formIn((await reviewer.open(page)).html, `${page}/decide`);
    const filled = await reviewer.send(`${page}/decide`, {
      ...{ csrf_token: decide.csrf_token ?? '', decision: 'request_changes', reason: 'Nice.', insert: 'yes' },
      phrase: 'Show the wiring.\nA photo is enough.',
    });
    expect([filled.status, (await owner.status(slug)).state]).toEqual([200, 'recommended']);
    expect(formIn(filled.html, `${page}/decide`)).toMatchObject({
      decision: 'request_changes',
      reason: 'Nice.\n\nShow the wiring.\nA photo is enough.',
    });

    const copyId = newId();
    const copy = formIn((await visitor.open(`${NEW}?copy=${id}`)).html, NEW);
    expect((await visitor.send(NEW, { ...copy, id: copyId, step: 'save' })).status).toBe(303);
    expect(formIn((await visitor.open(`${LIST}/${copyId}/phrases`)).html, `${LIST}/${copyId}/phrases`).phrases).toBe(
      phrases,
    );
  });

  it('finds out for the first run what is there', async () => {
    const { html } = await waitUntil(
      () => visitor.open('/console/setup'),
      (answer) => !answer.headers.has('refresh'),
    );
    expect(html).toContain('The gateway knows the key, and has the model for reviews.');
    expect(html).toContain('No mail server is set.');
    expect(html).toMatch(/There are \d+ programs, and \d+ of them can be joined now./);
    for (const login of [logins.reviewer, logins.fulfilment])
      expect((await (await enter(login)).open('/console/setup')).status).toBe(403);
  });

  it('works with scripts in every look, and axe finds nothing', async () => {
    const id = await created();
    const slug = await inState('approved_to_ship');
    await stack.query('submission', 'UPDATE projects SET program_id = $1 WHERE slug = $2', [id, slug]);
    const path = `${LIST}/${id}/phrases`;
    await visitor.fill(path, { seen: '', phrases: 'Show the wiring.' });
    const toDecide = await inState('recommended');
    await stack.query('submission', 'UPDATE projects SET program_id = $1 WHERE slug = $2', [id, toDecide]);
    const { email, id: accountId } = await register(credentials.submission_url);
    await admin.call('PATCH', `/admin/accounts/${accountId}`, { json: { roles: ['reviewer', 'admin'] } });
    const browser = await startBrowser();
    const findings: Record<string, string[]> = {};
    try {
      for (const look of LOOKS) {
        await visit(browser, site, look, async (page) => {
          const nameOf = (name: string) => `console-${name}-${look.colorScheme}-${look.locale}`;
          const check = async (name: string) =>
            Object.assign(findings, await findingsInLook(page, nameOf(name)), {
              [`${nameOf(name)}-forced`]: await shapelessOf(page),
            });
          await page.context().addCookies([{ name: 'lang', value: look.locale, url: site }]);
          await page.goto(`${site}/login`);
          await page.fill('#email', email);
          await page.fill('#password', PASSWORD);
          await page.click('main button[type=submit]');
          await page.waitForURL(/studio|console/);
          for (const [name, url] of Object.entries({
            programs: LIST,
            program: `${LIST}/${id}`,
            phrases: path,
            setup: '/console/setup',
          })) {
            // The setup page comes again by itself while it waits for a check.
            await waitUntil(
              () => page.goto(site + url),
              (answer) => answer?.headers().refresh === undefined,
            );
            await check(name);
          }
          await page.goto(`${site}${LIST}/${id}/edit`);
          await page.fill('#name', '');
          await page.fill('#tagline', 'Kept');
          await page.waitForSelector('.ui-draft-note:not(:empty)');
          await page.reload();
          expect([await page.inputValue('#name'), await page.inputValue('#tagline')]).toEqual(['', 'Kept']);
          await page.click('button[value=save]');
          await page.waitForSelector('#name-error');
          expect(await page.inputValue('#tagline')).toBe('Kept');
          await check('program-refused');
          await page.fill('#name', 'River and Rain');
          await page.click('button[value=preview]');
          await page.waitForSelector('.ui-plate');
          await check('program-preview');
          // A preview that is left loses nothing.
          await page.goto(`${site}${LIST}/${id}/edit`);
          expect(await page.inputValue('#tagline')).toBe('Kept');
          await page.click('button[value=preview]');
          await page.waitForSelector('.ui-plate');
          await page.click('button[value=edit]');
          await page.waitForSelector('#tagline');
          expect(await page.inputValue('#tagline')).toBe('Kept');
          await page.goto(`${site}/console/reviews/${toDecide}`);
          await page.fill('#reason', 'Nice.');
          await page.selectOption('#phrase', 'Show the wiring.');
          await page.click('button[name=insert]');
          expect(await page.inputValue('#reason')).toBe('Nice.\n\nShow the wiring.');
          await page.context().addCookies([{ name: 'lang', value: 'zh-CN', url: site }]);
          const own = [LIST, `${LIST}/${id}`, `${LIST}/${id}/edit`, path, '/console/setup'];
          const urls = own.map((each) => site + each);
          expect(await sidewaysInChinese(page, urls)).toEqual([]);
        });
      }
    } finally {
      await browser.close();
    }
    expect(await programOf(id)).toMatchObject({ tagline: 'Measure the water' });
    expect(Object.entries(findings).filter(([, found]) => found.length > 0)).toEqual([]);
  });
});
