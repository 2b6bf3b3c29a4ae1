import type { JoinedStack } from '@shipyard/testing';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startBrowser, visit } from '@shipyard/testing/browser';
import { type Newcomer, register, sessionCookie } from './newcomer';
import { Participant } from './participant';

/** Somebody who writes READMEs in a browser. */
export class ReadmeWriter {
  private constructor(
    private readonly url: string,
    private readonly browser: Browser,
    readonly person: Newcomer,
    readonly maker: Participant,
    private readonly cookie: string,
  ) {}

  static async start({ submissionUrl, credentials }: JoinedStack): Promise<ReadmeWriter> {
    const { submission_url: apiUrl, program_id: programId } = credentials;
    const person = await register(apiUrl);
    const maker = new Participant(apiUrl, person.token, programId);
    const cookie = await sessionCookie(apiUrl, person.email);
    return new ReadmeWriter(submissionUrl, await startBrowser(), person, maker, cookie);
  }

  stop(): Promise<void> {
    return this.browser.close();
  }

  visit(options: BrowserContextOptions, see: (page: Page) => Promise<void>): Promise<void> {
    return visit(this.browser, this.url, options, see);
  }

  /** Without the page of signing in, which other suites use. */
  async logIn(page: Page): Promise<void> {
    const [name = '', value = ''] = this.cookie.split('=', 2);
    await page.context().addCookies([{ name, value, url: this.url }]);
  }

  async open(page: Page, slug: string): Promise<void> {
    await page.goto(`${this.url}/studio/projects/${slug}`);
    await page.locator('.cm-content').waitFor();
  }

  edit(slug: string, see: (page: Page) => Promise<void>, options: BrowserContextOptions = { locale: 'en' }) {
    return this.visit(options, async (page) => {
      await this.logIn(page);
      await this.open(page, slug);
      await see(page);
    });
  }

  async newProject(markdown?: string, images: Record<string, Buffer> = {}): Promise<string> {
    const slug = await this.maker.createProject();
    if (markdown !== undefined) await this.maker.putReadme(slug, markdown, images);
    return slug;
  }

  async stored(slug: string): Promise<{ markdown: string; html: string }> {
    return (await this.maker.call<{ markdown: string; html: string }>('GET', `/projects/${slug}/readme`)).body.data;
  }
}

export const source = (page: Page) => page.locator('.cm-content');
export const preview = (page: Page) => page.locator('.ui-preview .ui-md');
export const save = (page: Page) => page.getByRole('button', { name: /^(Save README|保存 README)/ });
export const status = (page: Page) => page.locator('.ui-editor-state');
