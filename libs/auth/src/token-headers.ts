import type { IncomingHttpHeaders } from 'node:http';

/** `conflict`: both headers were sent and name different tokens. */
export type SentToken = { kind: 'none' } | { kind: 'conflict' } | { kind: 'token'; value: string };

/** Reads `Authorization: Bearer` only: the gateway's surfaces. */
export function readBearerToken(headers: IncomingHttpHeaders): SentToken {
  const { authorization } = headers;
  if (authorization === undefined) return { kind: 'none' };
  const match = /^bearer +(\S+) *$/i.exec(authorization);
  // Another scheme is a token that can never be right, not an absent one.
  return { kind: 'token', value: match?.[1] ?? '' };
}

/** Reads `Authorization: Bearer` or its equal `X-API-KEY`: the submission service. */
export function readParticipantToken(headers: IncomingHttpHeaders): SentToken {
  const bearer = readBearerToken(headers);
  const apiKey = headers['x-api-key'];
  if (apiKey === undefined) return bearer;
  const value = String(apiKey).trim();
  if (bearer.kind === 'token' && bearer.value !== value) return { kind: 'conflict' };
  return { kind: 'token', value };
}
