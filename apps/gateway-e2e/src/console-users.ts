import { type ApiCall, callApi, codeOf, type JoinedStack } from '@shipyard/testing';
import type { Admin } from './admin-client';

export interface SessionAnswer {
  ok: boolean;
  error?: string;
  details?: { second_factor?: string; fields?: { field: string }[]; retry_after_seconds?: number };
  data: {
    csrf_token: string;
    secret: string;
    otpauth_url: string;
    recovery_codes: string[];
    totp: object;
    items: { id: string; current: boolean; second_factor_at: string | null; expires_at: string }[];
    next_cursor: string | null;
  };
}

export const PASSWORD = 'correct horse battery';
let made = 0;

/** Adds a user of the console, who signs in at the URL. */
export async function newConsoleUser(stack: JoinedStack, owner: Admin, role = 'operator', url = stack.gatewayUrl) {
  made += 1;
  const email = `second-${process.pid}-${Date.now().toString(36)}-${made}@example.com`;
  const { user } = await owner.do<{ user: { id: string } }>('POST', '/users', { email, password: PASSWORD, role });
  const signIn = async (proof: object = {}) => {
    const answer = await callApi<SessionAnswer>(url, 'POST', '/admin/login', {
      json: { email, password: PASSWORD, ...proof },
    });
    const setCookie = answer.headers.get('set-cookie') ?? '';
    const ask = (method: string, path: string, json?: unknown, call: ApiCall = {}) =>
      callApi<SessionAnswer>(url, method, `/admin${path}`, {
        json,
        ...call,
        headers: {
          cookie: setCookie.split(';')[0] ?? '',
          'x-csrf-token': answer.body.data.csrf_token,
          ...call.headers,
        },
      });
    return { ...answer, setCookie, ask };
  };
  const setUpTotp = async () => {
    const session = await signIn();
    const { secret } = (await session.ask('POST', '/totp', { password: PASSWORD })).body.data;
    const confirmed = await session.ask('POST', '/totp/confirm', { code: codeOf(secret) });
    if (confirmed.status !== 200) throw new Error(`The second factor was not confirmed: ${confirmed.text}`);
    return { session, secret, recoveryCodes: confirmed.body.data.recovery_codes };
  };
  const newCode = async (secret: string) => {
    await stack.query('gateway', 'UPDATE second_factors SET last_step = 0 WHERE owner_id = $1', [user.id]);
    return codeOf(secret);
  };
  return { id: user.id, email, signIn, setUpTotp, newCode };
}
