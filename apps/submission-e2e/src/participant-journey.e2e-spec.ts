import { randomUUID } from 'node:crypto';
import { drawImage, sharedStack } from '@shipyard/testing';
import { overflowOf, startBrowser, visit } from '@shipyard/testing/browser';
import type { Browser, Page } from 'playwright-core';
import { PHOTO_PICKER } from './log-form-sender';
import { mailedLink } from './mailed-link';
import { demoPeople } from './participant';
import { RECIPIENT, type StaffShipment } from './shipment';
import { TapCount } from './tap-count';

interface Traveler {
  locale: 'en' | 'zh-CN';
  width: number;
  name: string;
  readme: string;
  log: { title: string; text: string };
  answer: string;
  /** What the pages say on the way. */
  says: {
    mail: string;
    slugReserved: string;
    slugFree: string;
    saved: RegExp;
    published: string;
    recommended: string;
    question: (index: number) => string;
    answered: string;
    consent: string;
    received: string;
  };
}

/** On a phone and in Chinese, because the suites of single pages are in English. */
const TRAVELER: Traveler = {
  locale: 'zh-CN',
  width: 390,
  name: '雨量计 Rain gauge',
  readme: `# 雨量计\n\n${'它一滴一滴地数雨，告诉菜园今天要不要浇水。'.repeat(30)}\n\n## 原理\n\n一个透镜。\n\n`,
  log: { title: '第一场雨', text: '数到十二滴。\n\n然后杯子满了。' },
  answer: '传感器是我自己焊的，量了两个星期，数据对得上，我才相信它。',
  says: {
    mail: '确认你的邮箱地址',
    slugReserved: '这个网址由我们保留，请换一个。',
    slugFree: '这个网址可以用。',
    saved: / 已保存/,
    published: '现在大家都能看到了',
    recommended: '已推荐',
    question: (index) => `第 ${index} 题，共 5 题`,
    answered: '全部回答完了',
    consent: '请和爸爸、妈妈或监护人一起勾选这一项。',
    received: '已收到地址',
  },
};

describe('the journey of a participant in a browser', () => {
  const stack = sharedStack();
  const { submissionUrl: url, credentials } = stack;
  const { fulfilment, reviewer } = demoPeople(stack);
  let browser: Browser;
  let picture: { name: string; mimeType: string; buffer: Buffer };

  beforeAll(async () => {
    browser = await startBrowser();
    picture = { name: 'front.png', mimeType: 'image/png', buffer: await drawImage({ width: 640, height: 400 }) };
  });

  afterAll(() => browser.close());

  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  const send = (page: Page) => page.click('main form:not([action$="/delete"]) button[type=submit]');
  const openPart = async (page: Page, slug: string, part: string) => {
    await page.click(`.ui-studio-parts a[href="/studio/projects/${slug}/${part}"]`);
    await page.waitForURL(`**/studio/projects/${slug}/${part}`);
  };

  async function join(page: Page): Promise<string> {
    const handle = `j-${randomUUID().slice(0, 20)}`;
    await page.goto(url);
    const programs = page.locator('header a[href="/programs"]:visible');
    if ((await programs.count()) === 0) await page.locator('header summary:visible').first().click();
    await programs.click();
    for (const address of [`/programs/${credentials.program_id}`, '/join'])
      await page.locator(`main a[href^="${address}"]`).first().click();
    await page.fill('#display_name', 'Noor');
    await page.fill('#handle', handle);
    await page.fill('#email', `${handle}@example.com`);
    await page.fill('#password', 'correct horse battery');
    await page.fill('#birth_date', `${new Date().getUTCFullYear() - 14}-01-31`);
    await page.fill('#guardian_email', `${handle}-parent@example.com`);
    await send(page);
    await page.waitForURL(`${url}/studio**`);
    return handle;
  }

  async function confirmEmail(page: Page, handle: string, { says }: Traveler): Promise<void> {
    const [account] = await stack.query('submission', 'SELECT id FROM accounts WHERE handle = $1', [handle]);
    const mail = await mailedLink(stack, { accountId: String(account?.id), kind: 'confirm_email' });
    expect(mail.subject).toContain(says.mail);
    await page.goto(url + mail.url.pathname + mail.url.search);
    await send(page);
    await page.waitForURL(`${url}/confirm/done`);
  }

  /** A child of 14 publishes and gets a parcel only if a guardian agrees to both, on the page that their mail links to. */
  async function letGuardianAgree(page: Page, handle: string, to: 'agree' | 'shipment'): Promise<void> {
    const [account] = await stack.query('submission', 'SELECT id FROM accounts WHERE handle = $1', [handle]);
    const mail = await mailedLink(stack, { accountId: String(account?.id), kind: 'guardian_asked' });
    expect(mail.to).toBe(`${handle}-parent@example.com`);
    const guardian = await page.context().newPage();
    await guardian.goto(url + mail.url.pathname + mail.url.search);
    if (to === 'agree') await guardian.fill('#name', 'Robin');
    await guardian.click(`form[action^="/guardian/${to}"] button`);
    await guardian.waitForURL((address) => address.searchParams.get('done') === to);
    await guardian.close();
  }

  /** The form has chosen the newest program. Ours is one press more if another suite has left a newer one. */
  async function chooseProgram(page: Page): Promise<number> {
    const program = page.locator(`input[name="program_id"][value="${credentials.program_id}"]`);
    if (await program.isChecked()) return 0;
    await program.check();
    return 1;
  }

  async function createProject(page: Page, { name, says }: Traveler): Promise<{ slug: string; choices: number }> {
    const hint = page.locator('[data-slug-hint]');
    await page.goto(`${url}/studio`);
    await page.click('main a[href="/studio/new"]');
    const choices = await chooseProgram(page);
    await page.fill('#name', name);
    expect(await page.inputValue('#slug')).toBe('rain-gauge');
    await page.fill('#slug', 'studio');
    await hint.getByText(says.slugReserved).waitFor();
    const slug = `rain-${randomUUID().slice(0, 18)}`;
    await page.fill('#slug', slug);
    await hint.getByText(says.slugFree).waitFor();
    await send(page);
    await page.waitForURL(`${url}/studio/projects/${slug}`);
    return { slug, choices };
  }

  async function writeReadme(page: Page, { readme, says }: Traveler): Promise<void> {
    await page.locator('.cm-content').click();
    await page.keyboard.insertText(readme);
    await page.setInputFiles('.ui-drop input', picture);
    await page.locator('.cm-content').getByText('![](images/front.png)').waitFor();
    await page.locator('.ui-upload input.ui-input').fill(says.mail);
    await page.getByRole('button', { name: /^(Save README|保存 README)/ }).click();
    await page.locator('.ui-editor-state').getByText(says.saved).waitFor();
    // A picture in the README is enough. The box learns of it without a reload.
    await page.locator('.ui-publish button').waitFor();
  }

  async function writeLog(page: Page, number: number, { log }: Traveler): Promise<void> {
    const folded = page.locator('.ui-log-next summary');
    if (await folded.isVisible()) await folded.click();
    await page.fill('#title', log.title);
    await page.fill('#text', log.text);
    await page.setInputFiles(PHOTO_PICKER, picture);
    await send(page);
    await page.locator(`#log-${number} h3:focus`, { hasText: log.title }).waitFor();
  }

  /** One press, once there is something to see. */
  async function publish(page: Page, slug: string, { says }: Traveler): Promise<void> {
    const strangerSees = async () => (await fetch(`${url}/projects/${slug}`)).status;
    expect(await strangerSees()).toBe(404);
    await page.locator('.ui-publish button').click();
    await heading(page, says.published);
    expect(await strangerSees()).toBe(200);
  }

  async function getReviewed(page: Page, { says }: Traveler): Promise<void> {
    expect([
      await page.locator('.ui-checklist .ui-tone-lead').count(),
      await page.locator('.ui-checklist .ui-tone-ok').count(),
    ]).toEqual([0, 2]);
    await send(page);
    // The events of the status bring the page here, without a reload of ours.
    await heading(page, says.recommended);
    expect(await page.locator('.ui-remark').count()).toBeGreaterThan(0);
  }

  async function beInterviewed(page: Page, { answer, says }: Traveler): Promise<void> {
    await send(page);
    for (let index = 1; index <= 5; index += 1) {
      await heading(page, says.question(index));
      await page.fill('#answer', `${answer} (${index})`);
      await send(page);
    }
    await heading(page, says.answered);
  }

  async function sendAddress(page: Page, { says }: Traveler): Promise<void> {
    await page.fill('#recipient_name', RECIPIENT.recipient_name);
    await page.fill('#recipient_phone', RECIPIENT.recipient_phone);
    await page.fill('#recipient_address', RECIPIENT.recipient_address);
    await send(page);
    await page.locator('#guardian_confirmed-error').getByText(says.consent).waitFor();
    expect(await page.inputValue('#recipient_address')).toBe(RECIPIENT.recipient_address);
    await page.check('#guardian_confirmed');
    await send(page);
    await page.click('#read-back button[value=send]');
    await heading(page, says.received);
  }

  it('leads from the wall to the shipping form, in Chinese on a phone', async () => {
    const traveler = TRAVELER;
    const { locale, width } = traveler;
    const wide: string[] = [];
    let slug = '';
    await visit(browser, url, { locale, viewport: { width, height: 900 } }, async (page) => {
      const look = async () => {
        if ((await overflowOf(page)) > 0) wide.push(page.url());
      };
      const count = await TapCount.on(page);
      const handle = await join(page);
      await confirmEmail(page, handle, traveler);
      await letGuardianAgree(page, handle, 'agree');
      await look();
      const project = await createProject(page, traveler);
      ({ slug } = project);
      const toEditor = count.soFar;
      await writeReadme(page, traveler);
      await look();
      await openPart(page, slug, 'logs');
      for (const number of [1, 2]) await writeLog(page, number, traveler);
      await look();
      await publish(page, slug, traveler);
      await look();
      await openPart(page, slug, 'review');
      await getReviewed(page, traveler);
      await look();
      await openPart(page, slug, 'interview');
      await beInterviewed(page, traveler);
      await look();
      const approved = await reviewer.call('POST', `/admin/projects/${slug}/approve`);
      expect(approved.status).toBe(200);
      await letGuardianAgree(page, handle, 'shipment');
      await page.goto(`${url}/studio/projects/${slug}/shipping`);
      await sendAddress(page, traveler);
      await look();
      // The menu of a phone is one press more. One press is the wrong one above, without the box.
      const more = (width < 600 ? 1 : 0) + project.choices;
      expect([toEditor, count.soFar]).toEqual([
        { presses: 7 + more, fields: 8 },
        { presses: 29 + more, fields: 17 },
      ]);
    });
    const { body } = await fulfilment.call<StaffShipment>('GET', `/admin/projects/${slug}/shipment`);
    expect(body.data.shipment).toMatchObject({ ...RECIPIENT, guardian_confirmed: true });
    expect(wide).toEqual([]);
  });
});
