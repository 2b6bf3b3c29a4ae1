import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { Admin } from './admin-client';

export const CONSOLE_HOME = '/admin/console';

export interface ConsoleUser {
  email: string;
  password: string;
}

export const newUser = (name: string): ConsoleUser => ({
  email: `${name}-${randomUUID().slice(0, 8)}@example.com`,
  password: 'correct horse battery',
});

export async function addUser(owner: Admin, role: 'viewer' | 'operator'): Promise<ConsoleUser> {
  const user = newUser(role);
  await owner.do('POST', '/users', { ...user, role });
  return user;
}

/** Opens a page of the console, and logs in on the way to it. */
export const logInAt =
  (url: string) =>
  async (page: Page, { email, password }: ConsoleUser, path = CONSOLE_HOME): Promise<void> => {
    await page.goto(url + path);
    await page.fill('#email', email);
    await page.fill('#password', password);
    await page.click('main button');
  };

/** What the forms in a part of the page would send. */
export const fieldsIn = (page: Page, part: string) =>
  page.evaluate<Record<string, string>>(`Object.fromEntries(
    [...document.querySelectorAll(${JSON.stringify(`${part} :is(input, textarea, select):not([type=checkbox]:not(:checked))`)})]
      .map(({ name, value }) => [name, value]))`);
