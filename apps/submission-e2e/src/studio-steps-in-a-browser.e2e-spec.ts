import { sharedStack } from '@shipyard/testing';
import { findingsInLook, LOOKS, smallTargetsOn, visit } from '@shipyard/testing/browser';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { Participant } from './participant';
import { RECIPIENT } from './shipment';
import { studioSteps } from './studio-steps';
import { StudioVisitor } from './studio-visitor';

const LIMIT_MS = 300_000;

describe('the steps of a project in a browser', () => {
  const steps = studioSteps(sharedStack());
  const { stack, url, credentials, minor, projectIn, readme, reviewed, signedIn } = steps;

  beforeAll(steps.open);
  afterAll(steps.close);

  const setState = (slug: string, state: string) =>
    stack.query('submission', 'UPDATE projects SET state = $2 WHERE slug = $1', [slug, state]);

  async function eachPage(
    look: BrowserContextOptions,
    see: (page: Page, name: string) => Promise<void>,
  ): Promise<void> {
    const [declined, failed, empty] = [
      await reviewed(`${readme}\n[sandbox:review=decline]\n`),
      await reviewed(`${readme}\n[sandbox:review=fail]\n`),
      await minor.createProject(),
    ];
    const [underWay, asked, sent] = [
      await projectIn('draft', minor),
      await minor.createReadyProject(readme),
      await projectIn('approved_to_ship', minor),
    ];
    await setState(underWay, 'review_pending');
    await setState(asked, 'recommended');
    await signedIn(look, async (page) => {
      const open = async (slug: string, section: string, name: string) => {
        await page.goto(`${url}/studio/projects/${slug}/${section}`);
        await see(page, name);
      };
      const send = async (name: string, heading: string) => {
        await page.click('main form button[type=submit]');
        await page.locator(heading).first().waitFor();
        await see(page, name);
      };
      await open(empty, 'review', 'review-missing');
      await open(failed, 'review', 'review-failed');
      await open(underWay, 'review', 'review-under-way');
      await open(declined, 'review', 'review-remarks');
      await open(empty, 'interview', 'interview-not-yet');
      await open(asked, 'interview', 'interview-begin');
      await send('interview-question', '#answer');
      await send('interview-refused', '[role=alert]');
      await open(empty, 'shipping', 'shipping-not-yet');
      await open(sent, 'shipping', 'shipping-form');
      await send('shipping-refused', '[role=alert]');
      await page.fill('#recipient_name', RECIPIENT.recipient_name);
      await page.fill('#recipient_phone', RECIPIENT.recipient_phone);
      await page.fill('#recipient_address', RECIPIENT.recipient_address);
      await page.check('#guardian_confirmed');
      await send('shipping-read-back', '#read-back[open]');
      await page.click('#read-back button[value=send]');
      await page.locator('details.ui-fold').waitFor();
      await see(page, 'shipping-received');
      await open(sent, 'shipping/withdraw', 'shipping-withdraw');
    });
  }

  it.each(LOOKS)(
    'each page in $locale, $colorScheme: axe finds nothing, and nothing scrolls sideways at 320 px',
    async (look) => {
      const findings: Record<string, string[]> = {};
      await eachPage(look, async (page, name) => {
        Object.assign(findings, await findingsInLook(page, `${name}-${look.colorScheme}-${look.locale}`));
      });
      expect(Object.entries(findings).filter(([, found]) => found.length > 0)).toEqual([]);
    },
    LIMIT_MS,
  );

  it('says before each step what happens with it, and promises no mail that cannot come', async () => {
    const { visitor, person } = await StudioVisitor.newcomer(url, credentials.submission_url);
    const newcomer = new Participant(credentials.submission_url, person.token, credentials.program_id);
    const slug = await newcomer.createReadyProject(readme);
    const [program] = await stack.query('submission', 'SELECT rubric FROM programs WHERE id = $1', [
      credentials.program_id,
    ]);
    const labels = (program?.rubric as { label: string }[]).map(({ label }) => label);
    const own = (state: string) =>
      stack.query('submission', 'UPDATE projects SET state = $2 WHERE slug = $1', [slug, state]);
    await visit(steps.browser(), url, { viewport: { width: 390, height: 844 }, locale: 'en' }, async (page) => {
      const [name = '', value = ''] = visitor.cookie.split('=', 2);
      await page.context().addCookies([{ name, value, url }]);
      const read = async (section: string, ...sentences: string[]) => {
        await page.goto(`${url}/studio/${section}`);
        const text = await page.locator('main').innerText();
        expect(sentences.filter((sentence) => !text.includes(sentence))).toEqual([]);
        return text;
      };
      const noNews = 'Your email address is not confirmed, so no news of your projects reaches you.';
      for (const section of ['new', 'settings', ...['', '/logs', '/details'].map((part) => `projects/${slug}${part}`)])
        await read(section, noNews);
      await read('', 'We sent a mail to');
      await read(
        `projects/${slug}/review`,
        noNews,
        'A machine writes the review',
        'The review is published, also if it finds much to improve',
        ...(labels.length === 0 ? ['It judges how well'] : labels),
        'People on staff read it, look at your project and decide.',
      );
      await own('recommended');
      await read(`projects/${slug}/interview`, 'A machine asks the questions', 'Staff read your answers');
      await own('approved_to_ship');
      await read(
        `projects/${slug}/shipping`,
        'Only staff who send parcels and the admins of this site can read it',
        'We delete it as soon as the parcel is sent, or after 180 days.',
      );
      await own('interviewing');
      await stack.query(
        'submission',
        `INSERT INTO interviews (id, project_id, question_count, credential_hash, credential_expires_at, finished_at)
           SELECT gen_random_uuid(), id, 1, sha256(slug::bytea), now(), now() FROM projects WHERE slug = $1`,
        [slug],
      );
      expect(await read(`projects/${slug}/interview`, 'You see the decision here.', noNews)).not.toContain(
        'You get a mail',
      );
      await stack.query('submission', 'UPDATE accounts SET email_confirmed_at = now() WHERE id = $1', [person.id]);
      expect(await read(`projects/${slug}/interview`, 'You get a mail too.')).not.toContain(noNews);
    });
  });

  it.each([390, 1440])('has nothing to press that is smaller than a thumb, at %s px', async (width) => {
    const slug = await reviewed(`${readme}\n[sandbox:review=decline]\n`);
    const empty = await minor.createProject('Kiln');
    await signedIn({ viewport: { width, height: 844 } }, async (page) => {
      const small: Record<string, string[]> = {};
      const project = `/studio/projects/${slug}`;
      const paths = [
        '/studio',
        '/studio/settings',
        `${project}/review`,
        `/studio/projects/${empty}/review`,
        `${project}/logs`,
      ];
      for (const path of paths) {
        await page.goto(url + path);
        small[path] = await smallTargetsOn(page);
      }
      expect(Object.entries(small).filter(([, found]) => found.length > 0)).toEqual([]);
    });
  });

  it('lays nothing of the header over something else, at any width and with doubled text, in one row on a phone', async () => {
    const slug = await minor.createProject('A name as long as the names of projects are');
    await signedIn({}, async (page) => {
      await page.goto(`${url}/studio/projects/${slug}/details`);
      const overlaps = () =>
        page.evaluate<string[]>(`(() => {
          const parts = [...document.querySelectorAll('header a, header summary')].filter((part) => part.checkVisibility());
          const boxes = parts.map((part) => [part.textContent.trim(), part.getBoundingClientRect()]);
          return boxes.flatMap(([name, one], at) => boxes.slice(at + 1).flatMap(([other, two]) =>
            one.left < two.right - 1 && two.left < one.right - 1 && one.top < two.bottom - 1 && two.top < one.bottom - 1
              ? [name + ' / ' + other] : []));
        })()`);
      for (const size of ['100%', '200%'])
        for (const width of [320, 390, 640, 900, 930, 960, 1280]) {
          await page.setViewportSize({ width, height: 700 });
          await page.evaluate(`document.documentElement.style.fontSize = '${size}'`);
          expect([size, width, await overlaps()]).toEqual([size, width, []]);
          const [menu, header] = [
            await page.locator('.ui-studio-account summary').boundingBox(),
            await page.locator('.ui-studio-header').boundingBox(),
          ];
          // A long name of the project once pushed the menu out of the header of a phone.
          expect([size, width, menu && menu.width >= 44 && menu.x + menu.width <= width]).toEqual([size, width, true]);
          if (width < 640 && size === '100%') expect([width, header?.height]).toEqual([width, 56]);
        }
    });
  });

  it.each([
    { javaScriptEnabled: true, shown: /^\d\d:\d\d$/ },
    { javaScriptEnabled: false, shown: /^\d\d:\d\d UTC$/ },
  ])('says until when one can answer, in the time of the reader: $javaScriptEnabled', async (row) => {
    const slug = await projectIn('recommended', minor);
    await signedIn({ javaScriptEnabled: row.javaScriptEnabled, timezoneId: 'Asia/Kathmandu' }, async (page) => {
      await page.goto(`${url}/studio/projects/${slug}/interview`);
      await page.click('main form button[type=submit]');
      await page.locator('#answer').waitFor();
      const time = page.locator('main time');
      const end = new Date((await time.getAttribute('datetime')) ?? '');
      // Kathmandu is 5:45 hours ahead of UTC.
      const local = new Date(end.getTime() + (row.javaScriptEnabled ? 345 * 60_000 : 0));
      const text = await time.innerText();
      expect(text).toMatch(row.shown);
      expect(text.slice(0, 5)).toBe(local.toISOString().slice(11, 16));
    });
  });

  it.each([{ javaScriptEnabled: true }, { javaScriptEnabled: false }])(
    'an answer that is too large to send is still in its field: $javaScriptEnabled',
    async ({ javaScriptEnabled }) => {
      const slug = await projectIn('recommended', minor);
      const text = 'A long summer. '.repeat(20_000);
      await signedIn({ javaScriptEnabled }, async (page) => {
        await page.goto(`${url}/studio/projects/${slug}/interview`);
        await page.click('main form button[type=submit]');
        await page.fill('#answer', text);
        await page.click('main form button[type=submit]');
        let emptyForm = '';
        if (javaScriptEnabled) {
          await page.locator('#answer-error').getByText('This is too long to send.').waitFor();
          expect(await page.locator('#answer:focus').count()).toBe(1);
        } else {
          await page.getByRole('heading', { level: 1, name: 'This is too long to send' }).waitFor();
          const link = page.getByRole('link', { name: 'Open an empty form' });
          emptyForm = new URL((await link.getAttribute('href')) ?? '', page.url()).href;
          await page.goBack();
        }
        expect(await page.inputValue('#answer')).toBe(text);
        if (emptyForm === '') return;
        await page.goto(emptyForm);
        expect(await page.inputValue('#answer')).toBe('');
      });
    },
  );
});
