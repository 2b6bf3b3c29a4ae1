import fc from 'fast-check';
import { TOTP, URI } from 'otpauth';
import { newTotpSecret, totpStepOf, totpUrl } from './totp';

const STEP_MS = 30_000;
const time = fc.integer({ min: 1_577_836_800_000, max: 4_102_444_800_000 });
const codeAt = (secret: string, timestamp: number) => new TOTP({ secret }).generate({ timestamp });
const stepAt = (ms: number) => Math.floor(ms / STEP_MS);

describe('one-time codes', () => {
  it('match RFC 6238', () => {
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
    for (const [seconds, code] of [
      [59, '287082'],
      [1_111_111_109, '081804'],
      [1_234_567_890, '005924'],
      [20_000_000_000, '353130'],
    ] as const) {
      expect(totpStepOf(secret, code, seconds * 1_000)).toBe(stepAt(seconds * 1_000));
    }
  });

  it('are accepted one step early or late, for their own step only', () => {
    fc.assert(
      fc.property(time, fc.integer({ min: -5, max: 5 }), (nowMs, distance) => {
        const secret = newTotpSecret();
        const code = codeAt(secret, nowMs + distance * STEP_MS);
        const near = [-1, 0, 1]
          .filter((each) => codeAt(secret, nowMs + each * STEP_MS) === code)
          .map((each) => stepAt(nowMs) + each);
        const found = totpStepOf(secret, code, nowMs);
        if (near.length === 0) expect([found, Math.abs(distance) > 1]).toEqual([null, true]);
        else expect(near).toContain(found);
      }),
    );
  });

  it('are accepted once if only later steps are allowed', () => {
    const tries = fc.array(
      fc.record({ waitMs: fc.integer({ min: 0, max: 70_000 }), distance: fc.integer({ min: -2, max: 2 }) }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(time, tries, (startMs, all) => {
        const secret = newTotpSecret();
        const accepted: number[] = [];
        let nowMs = startMs;
        for (const { waitMs, distance } of all) {
          nowMs += waitMs;
          const step = totpStepOf(secret, codeAt(secret, nowMs + distance * STEP_MS), nowMs);
          if (step === null || step <= (accepted.at(-1) ?? 0)) continue;
          expect(Math.abs(step - stepAt(nowMs))).toBeLessThanOrEqual(1);
          accepted.push(step);
        }
        expect(new Set(accepted).size).toBe(accepted.length);
      }),
    );
  });

  it('have six digits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), time, (text, nowMs) => {
        fc.pre(!/^\d{6}$/.test(text));
        expect(totpStepOf(newTotpSecret(), text, nowMs)).toBeNull();
      }),
    );
    for (const text of ['٠٠٠٠٠٠', '1234567', '12345', ' 123456', '123456\n', '1e4000'])
      expect(totpStepOf(newTotpSecret(), text, Date.now())).toBeNull();
  });

  it('come from a secret of 160 bits that apps can read as a URL', () => {
    const secret = newTotpSecret();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(newTotpSecret()).not.toBe(secret);
    const url = totpUrl(secret, { issuer: 'Shipyard prizes', label: 'ada+1@example.com' });

    expect(URI.parse(url)).toMatchObject({ algorithm: 'SHA1', digits: 6, period: 30, label: 'ada+1@example.com' });
  });
});
