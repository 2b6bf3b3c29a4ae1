import { TOTP } from 'otpauth';

export const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });

export function wrongCodeOf(secret: string): string {
  const near = new Set([-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps)));
  for (let number = 0; ; number += 1) {
    const code = String(number).padStart(6, '0');
    if (!near.has(code)) return code;
  }
}
