import { KeyRing } from '@shipyard/platform/sealing';
import fc from 'fast-check';
import { isSignedFor, readConfirmation, signConfirmation } from './confirmation-token';

const [old, current] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const before = new KeyRing(new Map([['k1', old]]));
const after = new KeyRing(
  new Map([
    ['k2', current],
    ['k1', old],
  ]),
);
const gone = new KeyRing(new Map([['k2', current]]));

const confirmations = fc.record({
  accountId: fc.uuid(),
  email: fc.emailAddress(),
  expiresAt: fc.date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
});

/** Whether the token, as a client sends it, confirms the email. */
function accepts(token: string, email: string, ring = after): boolean {
  const sent = readConfirmation(token);
  return sent !== null && isSignedFor(email, sent, ring);
}

describe('the token that confirms an email', () => {
  it('names its account and expiry, and is signed for one email', () => {
    fc.assert(
      fc.property(confirmations, fc.emailAddress(), (confirmation, other) => {
        const token = signConfirmation(confirmation, after);
        const sent = readConfirmation(token);
        expect(sent?.accountId).toBe(confirmation.accountId);
        expect(sent?.expiresAt.getTime()).toBe(Math.floor(confirmation.expiresAt.getTime() / 1_000) * 1_000);
        expect(accepts(token, confirmation.email)).toBe(true);
        expect(accepts(token, other)).toBe(other === confirmation.email);
        expect(token).not.toContain(confirmation.email);
        expect(encodeURIComponent(token)).toBe(token);
      }),
    );
  });

  it('is refused after a change of any character', () => {
    fc.assert(
      fc.property(confirmations, fc.nat(), fc.constantFrom(...'0aAzZ9_-.'), (confirmation, place, character) => {
        const token = signConfirmation(confirmation, after);
        const at = place % token.length;
        const changed = token.slice(0, at) + character + token.slice(at + 1);
        // The last character of base64url holds four bits that count and two that do not.
        expect(accepts(changed, confirmation.email)).toBe(changed === token);
      }),
    );
  });

  it('cannot be moved to another account or a later expiry', () => {
    fc.assert(
      fc.property(confirmations, fc.uuid(), (confirmation, another) => {
        const [account = '', seconds = '', ...rest] = signConfirmation(confirmation, after).split('.');
        expect(accepts([another, seconds, ...rest].join('.'), confirmation.email)).toBe(another === account);
        expect(accepts([account, Number(seconds) + 1, ...rest].join('.'), confirmation.email)).toBe(false);
      }),
    );
  });

  it('is parsed from any text without an error', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => expect(readConfirmation(text)).toBeNull()));
  });

  it('stays valid after a key rotation until its key is dropped', () => {
    const confirmation = { accountId: '0192f0c1-0000-7000-8000-000000000000', email: 'a@b.cd', expiresAt: new Date() };
    const token = signConfirmation(confirmation, before);
    expect([accepts(token, 'a@b.cd'), accepts(token, 'a@b.cd', gone)]).toEqual([true, false]);
  });
});
