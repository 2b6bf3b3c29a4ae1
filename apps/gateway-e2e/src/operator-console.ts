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

/** The cookie of a session from the API, because the form has tests of its own. */
async function sessionOf(url: string, { email, password }: ConsoleUser) {
  const { headers } = await callApi(url, 'POST', '/admin/login', { json: { email, password } });
  const [pair = '', ...attributes] = (headers.get('set-cookie') ?? '').split('; ');
  const [name = '', value = ''] = pair.split('=', 2);
  return { name, value, path: attributes.find((each) => each.startsWith('Path='))?.slice('Path='.length) };
}

/** Opens a page of the console as this user. */
export const logInAt =
  (url: string) =>
  async (page: Page, user: ConsoleUser, path = CONSOLE_HOME): Promise<void> => {
    const session = await sessionOf(url, user);
    await page.context().addCookies([{ ...session, domain: new URL(url).hostname }]);
    await page.goto(url + path);
  };

/** The same over HTTP, where nothing of a browser matters. No document describes pages. */
export async function visitConsole(url: string, user: ConsoleUser) {
  const { name, value } = await sessionOf(url, user);
  const ask = async (path: string, call: RequestInit = {}) => {
    const headers = { accept: 'text/html', cookie: `${name}=${value}` };
    const answer = await fetch(url + path, { redirect: 'manual', headers, ...call });
    return { status: answer.status, location: answer.headers.get('location'), html: await answer.text() };
  };
  return {
    open: (path: string) => ask(path),
    send: (path: string, form: Record<string, string>) =>
      ask(path, { method: 'POST', body: new URLSearchParams(form) }),
  };
}

export const csrfTokenIn = (html: string) => /name="csrf_token" value="([^"]+)"/.exec(html)?.[1] ?? '';

/** What the forms in a part of the page would send. */
export const fieldsIn = (page: Page, part: string) =>
  page.evaluate<Record<string, string>>(`Object.fromEntries(
    [...document.querySelectorAll(${JSON.stringify(`${part} :is(input, textarea, select):not([type=checkbox]:not(:checked))`)})]
      .map(({ name, value }) => [name, value]))`);
