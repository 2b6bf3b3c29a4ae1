import { Secret, TOTP } from 'otpauth';

const STEP_MS = 30_000;
/** How many steps a clock may be ahead or behind. */
const WINDOW = 1;
const SECRET_BYTES = 20;
/** The parameters that every authenticator app supports. */
const FORM = { algorithm: 'SHA1', digits: 6, period: STEP_MS / 1_000 };

/** Creates a secret of 160 random bits in base32. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** Returns the URL for an authenticator app, usually shown as a QR code. */
export const totpUrl = (secret: string, name: { issuer: string; label: string }): string => new TOTP({ ...FORM, ...name, secret }).toString();

/**
 * Returns the time step of a code, or null if it matches none of the three steps around now. Compares in constant time.
 */
export function totpStepOf(secret: string, code: string, nowMs: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const distance = new TOTP({ ...FORM, secret }).validate({ token: code, timestamp: nowMs, window: WINDOW });
  return distance === null ? null : Math.floor(nowMs / STEP_MS) + distance;
}
