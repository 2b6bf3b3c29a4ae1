import { type JoinedStack, waitUntil } from '@shipyard/testing';
import { startBrowser, visit } from '@shipyard/testing/browser';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { sessionCookie } from './newcomer';
import { LONG_README } from './participant';
import { shippingParties } from './shipment';

/** A minor who is signed in to the studio, and their projects on the way from a review to a parcel. */
export function studioSteps(stack: JoinedStack) {
  const { submissionUrl: url, credentials } = stack;
  const { minor, projectIn } = shippingParties(stack);
  const { email, password } = credentials.minor_participant;
  const readme = `${LONG_README.replace('![[head] The station](front.png)\n\n', '')}\n## How it works\n\nIt listens.\n`;
  let browser: Browser | undefined;
  let cookie = '';

  const opened = () => {
    if (browser === undefined) throw new Error('The browser is not open');
    return browser;
  };

  const finishReview = async (slug: string) => {
    await minor.call('POST', `/projects/${slug}/review/request`);
    await waitUntil(
      () => minor.status(slug),
      ({ review }) => review !== null && review.finished_at !== null,
    );
  };

  return {
    ...{ stack, url, credentials, minor, projectIn, readme, finishReview },
    browser: opened,
    open: async () => {
      browser = await startBrowser();
      cookie = await sessionCookie(credentials.submission_url, email, password);
    },
    close: () => browser?.close(),

    signedIn: (look: BrowserContextOptions, see: (page: Page) => Promise<void>) =>
      visit(opened(), url, look, async (page) => {
        const [name = '', value = ''] = cookie.split('=', 2);
        // The account's own language would come before the browser's.
        const language = { name: 'lang', value: look.locale ?? 'en', url };
        await page.context().addCookies([{ name, value, url }, language]);
        await see(page);
      }),

    reviewed: async (markdown: string) => {
      const slug = await minor.createReadyProject(markdown);
      await finishReview(slug);
      return slug;
    },
  };
}
