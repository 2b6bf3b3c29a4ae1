export { isSigned, signFile, type SignedFile } from './file-signature';
export { hashToken, isWellFormedToken, mintToken, type TokenPrefix } from './token';
export { readBearerToken, readParticipantToken, type SentToken } from './token-headers';
export { TokenGuard, TokenOptional } from './token.guard';
