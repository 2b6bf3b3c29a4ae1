import type { IncomingHttpHeaders } from 'node:http';

/** `conflict`: both headers were sent with different tokens. */
export type SentToken = { kind: 'none' } | { kind: 'conflict' } | { kind: 'token'; value: string };

/** Reads only `Authorization: Bearer`, for the gateway. */
export function readBearerToken(headers: IncomingHttpHeaders): SentToken {
  const { authorization } = headers;
  if (authorization === undefined) return { kind: 'none' };
  const match = /^bearer +(\S+) *$/i.exec(authorization);
  // Another scheme counts as an invalid token, not as an absent one.
  return { kind: 'token', value: match?.[1] ?? '' };
}

/** Reads `Authorization: Bearer` or its equivalent `X-API-KEY`, for the submission service. */
export function readParticipantToken(headers: IncomingHttpHeaders): SentToken {
  const bearer = readBearerToken(headers);
  const apiKey = headers['x-api-key'];
  if (apiKey === undefined) return bearer;
  const value = String(apiKey).trim();
  if (bearer.kind === 'token' && bearer.value !== value) return { kind: 'conflict' };
  return { kind: 'token', value };
}
