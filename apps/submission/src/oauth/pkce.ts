import { hash, timingSafeEqual } from 'node:crypto';

/** What S256 makes of a verifier: 32 bytes in base64url. */
export const isCodeChallenge = (value: string) => /^[A-Za-z0-9_-]{43}$/.test(value);

export function provesChallenge(verifier: string, challenge: string): boolean {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false;
  const [sent, expected] = [hash('sha256', verifier, 'buffer'), Buffer.from(challenge, 'base64url')];
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}
