export { hashToken, isWellFormedToken, mintToken, type TokenPrefix } from './token';
export { readBearerToken, readParticipantToken, type SentToken } from './token-headers';
export { isTokenOptional, TokenGuard, TokenOptional } from './token.guard';
