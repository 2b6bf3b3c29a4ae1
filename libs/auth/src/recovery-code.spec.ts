import fc from 'fast-check';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-code';

describe('recovery codes', () => {
  it('are ten different codes that cannot be guessed', () => {
    const codes = [...newRecoveryCodes(), ...newRecoveryCodes()];
    expect(new Set(codes).size).toBe(20);
    for (const code of codes) expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
  });

  it('can be typed in any case and grouping', () => {
    const [code = ''] = newRecoveryCodes();
    const same = [
      code.toLowerCase(),
      code.replaceAll('-', ''),
      ` ${code.replaceAll('-', ' ')} `,
      code.replaceAll('1', 'l').replaceAll('0', 'o'),
    ];
    for (const text of same) expect(hashRecoveryCode(text)).toEqual(hashRecoveryCode(code));
    expect(hashRecoveryCode(code)).toHaveLength(32);
  });

  it('are not found in other text', () => {
    for (const text of ['', '123456', 'XXXX-XXXX-XXXX', 'UUUU-UUUU-UUUU-UUUU', '0000-0000-0000-0000-0'])
      expect(hashRecoveryCode(text)).toBeNull();
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 15 }), (text) => expect(hashRecoveryCode(text)).toBeNull()),
    );
  });
});
