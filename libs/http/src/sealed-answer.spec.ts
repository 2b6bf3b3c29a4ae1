import { openAnswer, sealAnswer } from './sealed-answer';

const SECRETS = { credential: 'pst_a', idempotencyKey: 'k' };

describe('an encrypted response', () => {
  const sealed = sealAnswer('{"token":"pst_secret"}', SECRETS);

  it('opens with its own secrets', () => {
    expect(openAnswer(sealed, SECRETS)).toBe('{"token":"pst_secret"}');
  });

  it('hides its content', () => {
    expect(sealed.toString('latin1')).not.toContain('pst_');
    expect(sealAnswer('{"token":"pst_secret"}', SECRETS).equals(sealed)).toBe(false);
  });

  it('does not open with another token or key, or after a change', () => {
    const changed = Buffer.from(sealed);
    changed.writeUInt8((changed.at(-1) ?? 0) ^ 1, changed.length - 1);
    expect(openAnswer(sealed, { ...SECRETS, credential: 'pst_b' })).toBeNull();
    expect(openAnswer(sealed, { ...SECRETS, idempotencyKey: 'l' })).toBeNull();
    expect(openAnswer(changed, SECRETS)).toBeNull();
  });
});
