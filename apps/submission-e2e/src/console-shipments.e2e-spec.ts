import { codeOf, sharedStack } from '@shipyard/testing';
import {
  findingsInLook,
  findingsOf,
  LOOKS,
  shapelessOf,
  sidewaysInChinese,
  startBrowser,
  visit,
} from '@shipyard/testing/browser';
import { AccountHolder } from './account-holder';
import { inflated } from './inflated';
import { PASSWORD, register } from './newcomer';
import { RECIPIENT, shipmentCalls } from './shipment';
import { formIn, StudioVisitor } from './studio-visitor';
import { TapCount } from './tap-count';

const LIST = '/console/shipments';
const RECIPIENT_WORDS = /Orlova|901820|Hauptstr/;

describe('fulfilment in the staff console', () => {
  const stack = sharedStack();
  const { submissionUrl: site, credentials } = stack;
  const logins = credentials.staff_logins;
  const { owner, fulfilment, projectIn, submit, auditOf } = shipmentCalls(stack);

  let visitor: StudioVisitor;

  async function enter({ email, password }: { email: string; password: string }): Promise<StudioVisitor> {
    const entered = new StudioVisitor(site);
    await entered.logIn(email, password);
    return entered;
  }

  async function waiting(): Promise<string> {
    const slug = await projectIn('approved_to_ship');
    expect((await submit(slug)).status).toBe(200);
    return slug;
  }

  /** So that it stands on the first page of the list, whatever else waits. */
  const makeOldest = (slug: string) =>
    stack.query('submission', `UPDATE projects SET state_since = now() - interval '90 days' WHERE slug = $1`, [slug]);

  /** Sends a form, and reads the answer as a PDF, with its compressed parts as text. */
  async function printed(path: string, fields: Record<string, string>) {
    const answer = await fetch(site + path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { cookie: visitor.cookie },
      redirect: 'manual',
    });
    const text = inflated(Buffer.from(await answer.arrayBuffer()));
    return { headers: Object.fromEntries(answer.headers), text };
  }

  const looks = async (slug: string) => (await auditOf(slug)).filter(({ action }) => action === 'read_shipment').length;

  beforeAll(async () => {
    visitor = await enter(logins.fulfilment);
  });

  it('is closed to participants and to other staff', async () => {
    const slug = await waiting();
    const { email } = await register(credentials.submission_url);
    for (const login of [{ email, password: PASSWORD }, logins.reviewer]) {
      const other = await enter(login);
      for (const path of [LIST, `${LIST}/${slug}`]) expect((await other.open(path)).status).toBe(403);
      const { html } = await other.open('/studio');
      const { csrf_token: token = '' } = formIn(html, '/logout');
      const look = await other.send(`${LIST}/${slug}/address`, { csrf_token: token });
      expect(look.status).toBe(403);
      expect(look.html).not.toMatch(RECIPIENT_WORDS);
    }
    expect(await looks(slug)).toBe(0);
  });

  it('shows an address at a click, once, and records it', async () => {
    const slug = await waiting();
    await makeOldest(slug);
    const list = await visitor.open(LIST);
    expect(list.html).toContain(`href="${LIST}/${slug}"`);
    const row = await visitor.open(`${LIST}/${slug}`);
    expect(list.html + row.html).not.toMatch(RECIPIENT_WORDS);
    expect(await looks(slug)).toBe(0);

    const form = formIn(row.html, `${LIST}/${slug}/address`);
    const shown = await visitor.send(`${LIST}/${slug}/address`, form);
    expect(shown.status).toBe(200);
    for (const text of [RECIPIENT.recipient_name, RECIPIENT.recipient_phone, '10827 Berlin'])
      expect(shown.html).toContain(text);
    expect(/<title>[^<]*/.exec(shown.html)?.[0]).not.toMatch(RECIPIENT_WORDS);
    expect(shown.headers.get('cache-control')).toBe('no-store');
    expect(shown.headers.get('refresh')).toBe(`120; url=${LIST}/${slug}`);
    expect(await looks(slug)).toBe(1);

    const forged = await visitor.send(`${LIST}/${slug}/address`, {});
    expect(forged.html).not.toMatch(RECIPIENT_WORDS);
    expect((await visitor.open(`${LIST}/${slug}/address`)).headers.get('location')).toBe(`${LIST}/${slug}`);
    expect(await looks(slug)).toBe(1);
  });

  it('narrows the list by prize and country', async () => {
    const slug = await projectIn('approved_to_ship');
    expect((await submit(slug, { ...RECIPIENT, recipient_country: 'IS' })).status).toBe(200);
    const { html } = await visitor.open(`${LIST}?country=IS`);
    expect(html).toContain(`href="${LIST}/${slug}?country=IS"`);
    expect(html.match(/<td[^>]*><div>Iceland<\/div><\/td>/g)).toHaveLength(1);
    const elsewhere = await visitor.open(`${LIST}?country=FO`);
    expect(elsewhere.html).toContain('Nothing matches.');
    const { body } = await fulfilment.call<{ projects: { prize: { name: string } }[] }>(
      'GET',
      '/admin/shipments?country=IS',
    );
    const prize = body.data.projects[0]?.prize.name ?? '';
    const both = await visitor.open(`${LIST}?country=IS&prize=${encodeURIComponent(prize)}`);
    expect(both.html).toContain(`/${slug}?`);
    expect((await visitor.open(`${LIST}?country=IS&prize=Nothing`)).html).not.toContain(`/${slug}?`);
  });

  it('asks for the second factor anew before it shows an address', async () => {
    const slug = await waiting();
    const holder = await AccountHolder.register(stack, { roles: ['fulfilment'] });
    const person = await enter({ email: holder.account.email, password: holder.password });
    const setUp = '/console/second-factor';
    const begun = await person.fill(setUp, { password: holder.password });
    const scan = formIn(begun.html, `${setUp}/confirm`);
    const secret = scan.secret ?? '';
    await person.send(`${setUp}/confirm`, { ...scan, code: codeOf(secret) });
    await holder.ageSecondFactor(16);
    const action = `${LIST}/${slug}/address`;
    const row = await person.open(`${LIST}/${slug}`);
    const form = formIn(row.html, action);
    const labels = `${LIST}/new/labels`;
    for (const [path, fields] of [
      [action, form],
      [`${LIST}/${slug}/label`, form],
      [labels, { ...form, [`tick_${slug}`]: 'yes' }],
    ] as const) {
      const asked = await person.send(path, fields);
      expect([asked.status, await looks(slug)]).toEqual([403, 0]);
      expect(asked.html).toContain(`name="next" value="${path}"`);
      if (path === labels) expect(asked.html).toContain(`name="kept_slugs" value="${slug}"`);
    }
  });

  it('prints labels: one on A6, the ticked rows on A4, each address recorded and nothing kept', async () => {
    const [first, second] = [await projectIn('approved_to_ship'), await waiting()];
    await submit(first, { ...RECIPIENT, recipient_name: '王小明', recipient_address: '北京市海淀区\n中关村大街1号' });
    const gone = await waiting();
    for (const slug of [first, second, gone]) await makeOldest(slug);
    const label = `${LIST}/${first}/label`;
    const row = await visitor.open(`${LIST}/${first}`);
    expect(row.html).toContain(`formAction="${label}"`);
    const form = formIn(row.html, `${LIST}/${first}/address`);
    const one = await printed(label, form);
    expect(one.headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'application/pdf' });
    expect(one.headers.etag).toBeUndefined();
    expect(one.text).toMatch(/MediaBox \[0 0 297\.64 419\.53\]/);
    for (const letter of '王淀关') expect(one.text).toContain(`<${letter.charCodeAt(0).toString(16)}>`);
    expect(await looks(first)).toBe(1);

    const labels = `${LIST}/new/labels`;
    const list = await visitor.open(LIST);
    expect(list.html).toContain(`formAction="${labels}"`);
    const { csrf_token: token = '' } = formIn(list.html, `${LIST}/new/check`);
    expect((await fulfilment.call('POST', `/admin/projects/${gone}/ship`, { json: {} })).status).toBe(200);
    const ticks = Object.fromEntries([first, second, gone].map((slug) => [`tick_${slug}`, 'yes']));
    const many = await printed(labels, { csrf_token: token, ...ticks });
    expect(many.text).toMatch(/MediaBox \[0 0 595\.28 841\.89\]/);
    expect(many.text.match(/\/Type \/Page\b/g)).toHaveLength(1);
    expect([await looks(first), await looks(second), await looks(gone)]).toEqual([2, 1, 0]);
    const none = await visitor.send(labels, { csrf_token: token });
    expect([none.status, none.html.includes('Tick the rows that need a label.')]).toEqual([400, true]);
    const lost = await visitor.send(labels, { csrf_token: token, [`tick_${gone}`]: 'yes' });
    expect([lost.status, lost.html.includes('There is no address.')]).toEqual([404, true]);
    expect((await printed(labels, ticks)).headers['content-type']).toContain('text/html');
    expect(await looks(second)).toBe(1);
    for (const path of [label, labels]) expect((await visitor.open(path)).status).toBe(303);
  });

  it('shows who waits for an address, and sends one reminder a week', async () => {
    const slug = await projectIn('approved_to_ship');
    const path = `${LIST}/${slug}`;
    const remind = `${path}/remind`;
    const form = formIn((await visitor.open(path)).html, remind);
    const mails = () =>
      stack.query(
        'submission',
        `SELECT mail.id FROM mail_outbox mail JOIN projects project ON project.id = mail.project_id
         WHERE slug = $1 AND mail.kind = 'address_reminder' AND mail.data ->> 'state' = 'approved_to_ship'`,
        [slug],
      );
    const reminders = async () => (await auditOf(slug)).filter(({ action }) => action === 'remind_of_address');
    const together = await Promise.all([visitor.send(remind, form), visitor.send(remind, form)]);
    expect(together.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([303, 409]);
    expect([(await mails()).length, await reminders()]).toEqual([
      1,
      [expect.objectContaining({ actor: 'fulfilment' })],
    ]);
    const early = await visitor.send(remind, form);
    expect([early.status, early.html.includes('A reminder was sent less than a week ago.')]).toEqual([409, true]);
    expect(early.html).toContain('Last reminder');

    await stack.query(
      'submission',
      `UPDATE address_reminders SET sent_at = now() - interval '7 days' WHERE project_id = (SELECT id FROM projects WHERE slug = $1)`,
      [slug],
    );
    expect((await visitor.send(remind, form)).headers.get('location')).toBe(path);
    expect([(await mails()).length, (await reminders()).length]).toEqual([2, 2]);
    await submit(slug);
    const late = await visitor.send(remind, form);
    expect([late.status, late.html.includes('not in a state for this step')]).toEqual([409, true]);
    expect((await visitor.send(remind, {})).status).toBe(403);
  });

  it('marks a prize as shipped, and says what is wrong first', async () => {
    const slug = await waiting();
    const path = `${LIST}/${slug}`;
    const long = await visitor.fill(path, { carrier: 'x'.repeat(121), tracking: 'AB 12' }, { action: `${path}/ship` });
    expect(long.status).toBe(400);
    expect(formIn(long.html, `${path}/ship`)).toMatchObject({ tracking: 'AB 12' });
    const done = await visitor.fill(path, { carrier: 'DHL', tracking: 'AB 12' }, { action: `${path}/ship` });
    expect([done.status, done.headers.get('location')]).toEqual([303, LIST]);
    const { body } = await owner.call<{ shipment: unknown; state: string }>('GET', `/projects/${slug}/status`);
    expect(body.data).toMatchObject({ state: 'shipped', shipment: { carrier: 'DHL', tracking: 'AB 12' } });
    const [one, list] = [await visitor.open(path), await visitor.open(`${LIST}?state=shipped`)];
    expect(one.html).toMatch(/Carrier<\/dt><dd><bdi[^>]*>DHL<.*Tracking number<\/dt><dd>.*AB 12/);
    expect(list.html).toContain('<h1 class="ui-title">Shipped prizes</h1>');
    expect(list.html).toContain('Those that were shipped longest ago come first.');

    const empty = await visitor.fill(path, { reason: ' ' }, { action: `${path}/reship` });
    expect(empty.status).toBe(400);
    const back = await visitor.fill(path, { reason: 'Nobody was at home.' }, { action: `${path}/reship` });
    expect(back.status).toBe(303);
    expect((await owner.status(slug)).state).toBe('approved_to_ship');
    expect((await visitor.open(path)).html).toContain('Nothing can be shipped.');
    expect(await auditOf(slug)).toContainEqual(
      expect.objectContaining({ action: 'reship', reason: 'Nobody was at home.' }),
    );
  });

  it('ships a pasted list, and keeps the line that fails', async () => {
    const slugs = [await waiting(), await waiting()];
    const [first = '', second = ''] = slugs;
    const noAddress = await projectIn('approved_to_ship');
    for (const slug of slugs) await makeOldest(slug);
    const check = `${LIST}/new/check`;
    const send = `${LIST}/new/send`;
    const parcels = `${first} China Post, A1,\n${noAddress} DHL B2\n${second} C3`;
    expect((await visitor.open(LIST)).html).toContain('Marking parcels as shipped deletes their addresses');
    const summary = await visitor.fill(LIST, { parcels }, { action: check });
    expect(summary.status).toBe(200);
    expect(summary.html).toContain('2 parcels are ready');
    expect(summary.html).toContain('1 parcel has no carrier.');
    expect(summary.html).toContain('If you go on, the addresses are deleted');
    const [, , row = ''] = summary.html.split(/<tr[ >]/);
    const [named = {}] = await stack.query(
      'submission',
      `SELECT project.name, project.slug, account.handle, program.prize_name FROM projects project
       JOIN accounts account ON account.id = project.owner_id JOIN programs program ON program.id = project.program_id
       WHERE project.slug = $1`,
      [first],
    );
    for (const text of [...Object.values(named).map(String), 'China Post', 'A1<', 'Ready']) expect(row).toContain(text);
    expect((await owner.status(first)).state).toBe('shipment_submitted');

    const done = await visitor.send(send, formIn(summary.html, send));
    expect(done.html).toContain('2 parcels are marked as shipped');
    expect(done.html).toContain('The addresses are deleted, and each maker');
    const again = await visitor.send(send, formIn(summary.html, send));
    expect(again.html).toContain('2 parcels were marked as shipped before');
    expect(formIn(again.html, check).parcels).toBe(`${noAddress}\tDHL\tB2`);
    expect(formIn(done.html, check).parcels).toBe(`${noAddress}\tDHL\tB2`);
    const { body } = await owner.call<{ shipment: unknown }>('GET', `/projects/${first}/status`);
    expect(body.data).toMatchObject({ state: 'shipped', shipment: { carrier: 'China Post', tracking: 'A1' } });
    expect((await owner.status(second)).state).toBe('shipped');

    const ticked = await waiting();
    await makeOldest(ticked);
    expect((await visitor.open(LIST)).html).toContain(`name="tick_${ticked}"`);
    const picked = await visitor.fill(LIST, { parcels: 'DHL D4', [`tick_${ticked}`]: 'yes' }, { action: check });
    expect(formIn(picked.html, send).parcels).toBe(`${ticked}\tDHL\tD4`);
    const back = await visitor.send(`${LIST}/new/list`, formIn(picked.html, send));
    expect(formIn(back.html, check).parcels).toBe('DHL D4');
    expect(new RegExp(`<input[^>]*name="tick_${ticked}"[^>]*>`).exec(back.html)?.[0]).toContain(' checked=""');
    expect((await visitor.open(`${LIST}/new/list`)).headers.get('location')).toBe(LIST);
  });

  it('is a shipper’s day: twenty parcels by a pasted list, a scanner, and one that came back', async () => {
    const slugs: string[] = [];
    for (let at = 0; at < 20; at += 1) slugs.push(await waiting());
    const [back = ''] = slugs;
    const scanned = await waiting();
    const three = [await waiting(), await waiting(), await waiting()];
    for (const slug of three) await makeOldest(slug);
    const browser = await startBrowser();
    try {
      await visit(browser, site, { locale: 'en' }, async (page) => {
        await page.goto(`${site}/login?next=${encodeURIComponent(LIST)}`);
        await page.fill('#email', logins.fulfilment.email);
        await page.fill('#password', logins.fulfilment.password);
        await page.click('main button[type=submit]');
        await page.waitForURL(`**${LIST}`);
        expect(await findingsOf(page)).toEqual([]);

        // The presses are those that docs/operating/staff.md counts.
        const count = await TapCount.on(page);
        await page.reload();
        for (const slug of three) await page.check(`input[name=tick_${slug}]`);
        await page.fill('#parcels', 'DHL T1\nDHL T2\nDHL T3');
        await page.getByRole('button', { name: 'Check the list' }).click();
        await page.getByRole('button', { name: 'Mark 3 as shipped' }).click();
        await page.getByRole('heading', { name: '3 parcels are marked as shipped' }).waitFor();
        expect(count.soFar).toEqual({ presses: 5, fields: 1 });

        await page.goto(site + LIST);
        await page.fill('#parcels', slugs.map((slug, at) => `${slug} DHL JD${at}`).join('\n'));
        await page.getByRole('button', { name: 'Check the list' }).click();
        await page.getByRole('heading', { name: '20 parcels are ready' }).waitFor();
        await page.getByRole('button', { name: 'Mark 20 as shipped' }).click();
        await page.getByRole('heading', { name: '20 parcels are marked as shipped' }).waitFor();

        // A scanner ends with Enter. It sends nothing, and what is scanned twice is there once.
        await page.goto(`${site}${LIST}/${scanned}`);
        await page.focus('#carrier');
        for (const code of ['SF Express', 'SF100', 'SF100']) {
          await page.keyboard.type(code);
          await page.keyboard.press('Enter');
        }
        expect(await page.inputValue('#carrier')).toBe('SF Express');
        expect(await page.inputValue('#tracking')).toBe('SF100');
        expect((await owner.status(scanned)).state).toBe('shipment_submitted');
        await page.getByRole('button', { name: 'Mark as shipped' }).press('Enter');
        await page.waitForURL(`**${LIST}`);

        await page.goto(`${site}${LIST}/${back}`);
        await page.fill('#reason', 'Nobody was at home.');
        await page.getByRole('button', { name: 'Ship again' }).click();
        await page.waitForURL(`**${LIST}`);
        expect((await submit(back)).status).toBe(200);
        await page.goto(`${site}${LIST}/${back}`);
        await page.fill('#tracking', 'JD20');
        await page.getByRole('button', { name: 'Mark as shipped' }).click();
        await page.waitForURL(`**${LIST}`);
      });
    } finally {
      await browser.close();
    }
    const states = await Promise.all(
      [...slugs, ...three, scanned].map(async (slug) => (await owner.status(slug)).state),
    );
    expect(new Set(states)).toEqual(new Set(['shipped']));
    const { body } = await owner.call<{ shipment: unknown }>('GET', `/projects/${back}/status`);
    expect(body.data.shipment).toMatchObject({ tracking: 'JD20' });
  });

  it('is readable in every look, and axe finds nothing', async () => {
    const slug = await waiting();
    await makeOldest(slug);
    const paths = {
      shipments: LIST,
      addresses: `${LIST}?state=approved_to_ship`,
      shipment: `${LIST}/${slug}`,
      'second-factor': '/console/second-factor',
    };
    const browser = await startBrowser();
    const findings: Record<string, string[]> = {};
    try {
      for (const look of LOOKS) {
        await visit(browser, site, look, async (page) => {
          await page.context().addCookies([{ name: 'lang', value: look.locale, url: site }]);
          await page.goto(`${site}/login?next=${encodeURIComponent(LIST)}`);
          await page.fill('#email', logins.fulfilment.email);
          await page.fill('#password', logins.fulfilment.password);
          await page.click('main button[type=submit]');
          await page.waitForURL(`**${LIST}`);
          for (const [name, path] of Object.entries(paths)) {
            const key = `console-${name}-${look.colorScheme}-${look.locale}`;
            await page.goto(site + path);
            Object.assign(findings, await findingsInLook(page, key), { [`${key}-forced`]: await shapelessOf(page) });
          }
          await page.context().addCookies([{ name: 'lang', value: 'zh-CN', url: site }]);
          const urls = Object.values(paths).map((path) => site + path);
          expect(await sidewaysInChinese(page, urls)).toEqual([]);
        });
      }
    } finally {
      await browser.close();
    }
    expect(Object.entries(findings).filter(([, found]) => found.length > 0)).toEqual([]);
  });
});
