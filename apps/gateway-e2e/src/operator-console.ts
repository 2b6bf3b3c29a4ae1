import { randomUUID } from 'node:crypto';
import { callApi } from '@shipyard/testing';
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

/** Opens a page of the console with a session from the API, because the form has tests of its own. */
export const logInAt =
  (url: string) =>
  async (page: Page, { email, password }: ConsoleUser, path = CONSOLE_HOME): Promise<void> => {
    const { headers } = await callApi(url, 'POST', '/admin/login', { json: { email, password } });
    const [pair = '', ...attributes] = (headers.get('set-cookie') ?? '').split('; ');
    const [name = '', value = ''] = pair.split('=', 2);
    const at = attributes.find((each) => each.startsWith('Path='))?.slice('Path='.length);
    await page.context().addCookies([{ name, value, domain: new URL(url).hostname, path: at }]);
    await page.goto(url + path);
  };

/** What the forms in a part of the page would send. */
export const fieldsIn = (page: Page, part: string) =>
  page.evaluate<Record<string, string>>(`Object.fromEntries(
    [...document.querySelectorAll(${JSON.stringify(`${part} :is(input, textarea, select):not([type=checkbox]:not(:checked))`)})]
      .map(({ name, value }) => [name, value]))`);
