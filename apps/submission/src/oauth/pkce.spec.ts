import { isCodeChallenge, provesChallenge } from './pkce';

describe('PKCE', () => {
  // The example of RFC 7636, appendix B.
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

  it('accepts the verifier of a challenge and no other', () => {
    expect(provesChallenge(verifier, challenge)).toBe(true);
    for (const wrong of ['', challenge, `${verifier}a`, verifier.slice(1), verifier.toLowerCase()])
      expect(provesChallenge(wrong, challenge)).toBe(false);
  });

  it('refuses verifiers that RFC 7636 does not allow', () => {
    for (const wrong of ['a'.repeat(42), 'a'.repeat(129), `${'a'.repeat(43)} `, 'é'.repeat(43)])
      expect(provesChallenge(wrong, challenge)).toBe(false);
  });

  it('knows a challenge of S256', () => {
    expect(isCodeChallenge(challenge)).toBe(true);
    for (const wrong of ['', verifier.slice(1), `${challenge}=`, `${challenge}\n`, 'a b'])
      expect(isCodeChallenge(wrong)).toBe(false);
  });
});
