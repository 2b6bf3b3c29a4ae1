export { addressBlock } from './address-block';
export { commonPasswordProblem } from './common-password';
export { csrfTokenOf, isCsrfToken } from './csrf-token';
export { isSigned, signFile } from './file-signature';
export { isSignatureOf, signatureOf } from './keyed-signature';
export { hashPassword, isPassword, PASSWORD } from './password';
export { PasswordGuesses } from './password-guesses';
export {
  type Entrance,
  MAX_WRONG_CODES,
  type ProofRefusal,
  type SecondFactorProof,
  SecondFactors,
} from './second-factors';
export { newSessionSecret, readSessionSecret, SESSION_DAYS, sessionCookie } from './session-cookie';
export { FRESH_SECOND_FACTOR_MINUTES, STAFF_SESSION, staffTotp, type StaffTotpPolicy } from './staff-policy';
export { deriveToken, hashToken, mintToken } from './token';
export { readBearerToken, readParticipantToken, type SentToken } from './token-headers';
export { hasOwnTokenKind, isTokenOptional, OwnTokenKind, TokenGuard, TokenOptional } from './token.guard';
export { totpUrl } from './totp';
