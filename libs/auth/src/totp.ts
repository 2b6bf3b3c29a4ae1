import { Secret, TOTP } from 'otpauth';

const STEP_MS = 30_000;
const WINDOW = 1;
const SECRET_BYTES = 20;
/** The parameters that every authenticator app supports. */
const FORM = { algorithm: 'SHA1', digits: 6, period: STEP_MS / 1_000 };

export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

export const totpUrl = (secret: string, name: { issuer: string; label: string }): string =>
  new TOTP({ ...FORM, ...name, secret }).toString();

export function totpStepOf(secret: string, code: string, nowMs: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const distance = new TOTP({ ...FORM, secret }).validate({ token: code, timestamp: nowMs, window: WINDOW });
  return distance === null ? null : Math.floor(nowMs / STEP_MS) + distance;
}
