import { randomBytes } from 'node:crypto';
import type { CookieOptions } from 'express';

export const SESSION_DAYS = 30;

const SECRET = /^[A-Za-z0-9_-]{43}$/;

export const newSessionSecret = (): string => randomBytes(32).toString('base64url');

/** The prefix makes browsers refuse the cookie over http and, with the path `/`, from a neighboring host. */
export function sessionCookie(
  publicUrl: string | undefined,
  { name, path }: { name: string; path: string },
): { name: string; options: CookieOptions } {
  const secure = publicUrl?.startsWith('https://') ?? false;
  const prefix = path === '/' ? '__Host-' : '__Secure-';
  return { name: secure ? prefix + name : name, options: { httpOnly: true, sameSite: 'lax', secure, path } };
}

export function readSessionSecret(header: string | undefined, name: string): string | null {
  for (const pair of header?.split(';') ?? []) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name && value !== undefined && SECRET.test(value)) return value;
  }
  return null;
}
