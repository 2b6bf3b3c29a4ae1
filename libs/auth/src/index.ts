export { isSigned, signFile, type SignedFile } from './file-signature';
export { type RateDecision, type RateLimit, RateLimiter } from './rate-limiter';
export { hashToken, isWellFormedToken, mintToken, type TokenPrefix } from './token';
export { readBearerToken, readParticipantToken, type SentToken } from './token-headers';
export { isTokenOptional, TokenGuard, TokenOptional } from './token.guard';
