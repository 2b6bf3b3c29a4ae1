import { openAnswer, sealAnswer } from './sealed-answer';

const SECRETS = { credential: 'pst_a', idempotencyKey: 'k' };

describe('a sealed answer', () => {
  const sealed = sealAnswer('{"token":"pst_secret"}', SECRETS);

  it('opens with what it was sealed with', () => {
    expect(openAnswer(sealed, SECRETS)).toBe('{"token":"pst_secret"}');
  });

  it('hides what it holds', () => {
    expect(sealed.toString('latin1')).not.toContain('pst_');
    expect(sealAnswer('{"token":"pst_secret"}', SECRETS).equals(sealed)).toBe(false);
  });

  it('opens for no other token, no other key, and not when it was changed', () => {
    const changed = Buffer.from(sealed);
    changed.writeUInt8((changed.at(-1) ?? 0) ^ 1, changed.length - 1);
    expect(openAnswer(sealed, { ...SECRETS, credential: 'pst_b' })).toBeNull();
    expect(openAnswer(sealed, { ...SECRETS, idempotencyKey: 'l' })).toBeNull();
    expect(openAnswer(changed, SECRETS)).toBeNull();
  });
});
