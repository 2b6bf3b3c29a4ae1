import { leakedTokenAt, leaksToken } from './text-body';
import { tokenChecksum, type TokenPrefix } from './token-format';

function tokenOf(prefix: TokenPrefix): string {
  const body = prefix + 'Ab3'.repeat(11).slice(1);
  return body + tokenChecksum(body);
}

describe('leaksToken', () => {
  it.each(['pst_', 'gwk_', 'gwa_'] as const)('finds %s tokens anywhere in a text', (prefix) => {
    expect(leaksToken(`curl -H "X-API-KEY: ${tokenOf(prefix)}"`)).toBe(true);
    expect(leaksToken(`pst_pst_${tokenOf(prefix)}and more`)).toBe(true);
  });

  it('names the place of the first one', () => {
    expect(leakedTokenAt(`a ${tokenOf('gwk_')} ${tokenOf('pst_')}`)).toBe(2);
    expect(leakedTokenAt('pst_')).toBeNull();
  });

  it.each(['ivc_', 'ivs_'] as const)('ignores %s, which expires soon', (prefix) => {
    expect(leaksToken(tokenOf(prefix))).toBe(false);
  });

  it('ignores a token with a wrong checksum, and text about tokens', () => {
    const token = tokenOf('pst_');
    const wrong = token.slice(0, -1) + (token.endsWith('0') ? '1' : '0');
    expect(leaksToken(`Tokens look like pst_… or ${wrong}`)).toBe(false);
  });
});
