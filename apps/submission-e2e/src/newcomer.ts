import { randomUUID } from 'node:crypto';
import { type ApiAnswer, type ApiCall, callApi } from '@shipyard/testing';
import type { Failure } from './participant';

export const PASSWORD = 'correct horse battery';

export interface Newcomer {
  id: string;
  handle: string;
  email: string;
  token: string;
}

export async function register(url: string): Promise<Newcomer> {
  const handle = `n-${randomUUID().slice(0, 20)}`;
  const json = { handle, display_name: 'New Comer', email: `${handle}@example.com`, password: PASSWORD };
  const { status, body, text } = await callApi<{ data: { token: string; account: { id: string } } }>(
    url,
    'POST',
    '/accounts',
    { json },
  );
  if (status !== 201) throw new Error(`The account was not made: ${text}`);
  return { id: body.data.account.id, handle, email: json.email, token: body.data.token };
}

async function logIn(url: string, email: string, password: string) {
  const answer = await callApi<{ data: { csrf_token: string } }>(url, 'POST', '/accounts/login', {
    json: { email, password },
  });
  if (answer.status !== 200) throw new Error(`Nobody was logged in: ${answer.text}`);
  return {
    cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '',
    'x-csrf-token': answer.body.data.csrf_token,
  };
}

/** As a browser sends it. */
export const sessionCookie = async (url: string, email: string, password = PASSWORD) =>
  (await logIn(url, email, password)).cookie;

export async function openSession(url: string, email: string, password = PASSWORD) {
  const headers = await logIn(url, email, password);
  return <Data>(method: string, path: string, call: ApiCall = {}): Promise<ApiAnswer<Failure & { data: Data }>> =>
    callApi(url, method, path, { ...call, headers: { ...headers, ...call.headers } });
}
