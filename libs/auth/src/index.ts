export { csrfTokenOf, isCsrfToken } from './csrf-token';
export { isSigned, signFile } from './file-signature';
export { hashPassword, isPassword, PASSWORD } from './password';
export { type RateDecision, type RateLimit, RateLimiter } from './rate-limiter';
export { newSessionSecret, readSessionSecret, SESSION_DAYS, sessionCookie } from './session-cookie';
export { hashToken, isWellFormedToken, mintToken, type TokenPrefix } from './token';
export { readBearerToken, readParticipantToken, type SentToken } from './token-headers';
export { isTokenOptional, TokenGuard, TokenOptional } from './token.guard';
