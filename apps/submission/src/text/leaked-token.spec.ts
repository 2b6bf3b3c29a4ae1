import { mintToken } from '@shipyard/auth';
import { leaksToken } from './leaked-token';

describe('leaksToken', () => {
  it.each(['pst_', 'gwk_', 'gwa_'] as const)('finds %s tokens anywhere in a text', (prefix) => {
    expect(leaksToken(`curl -H "X-API-KEY: ${mintToken(prefix)}"`)).toBe(true);
    expect(leaksToken(`pst_pst_${mintToken(prefix)}and more`)).toBe(true);
  });

  it.each(['ivc_', 'ivs_'] as const)('ignores %s, which expires soon', (prefix) => {
    expect(leaksToken(mintToken(prefix))).toBe(false);
  });

  it('ignores a token with a wrong checksum, and text about tokens', () => {
    const token = mintToken('pst_');
    const wrong = token.slice(0, -1) + (token.endsWith('0') ? '1' : '0');
    expect(leaksToken(`Tokens look like pst_… or ${wrong}`)).toBe(false);
  });
});
